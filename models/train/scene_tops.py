"""Table tops made from noise, text and packaged pictures."""
import glob
import os

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scene_art import figure

SIDE = 900


def noise(r, h, w, cell):
    """smooth noise about 0, blobs of about cell pixels"""
    a = r.normal(size=(int(h / cell) + 3, int(w / cell) + 3)).astype(np.float32)
    return cv2.resize(a, (w, h), interpolation=cv2.INTER_CUBIC)


def colour(r, smin=0, smax=255, vmin=20, vmax=255):
    hsv = np.uint8([[[int(r.integers(180)), int(r.uniform(smin, smax)), int(r.uniform(vmin, vmax))]]])
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0].astype(np.float32)


def wood(r, h, w):
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    f = noise(r, h, w, r.uniform(60, 200)) * r.uniform(5, 40)
    stretch = cv2.resize(r.normal(size=(h // 2, max(3, w // int(r.integers(40, 160))))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    v = np.sin((y + f) / r.uniform(3, 25)) * r.uniform(.1, .7) + stretch * r.uniform(.1, .7)
    base = [np.array([150, 100, 60]), np.array([200, 160, 110]), np.array([90, 50, 30]), np.array([110, 40, 25]), np.array([120, 115, 108]), np.array([225, 205, 170])][r.integers(6)]
    base = base * r.uniform(.6, 1.15)
    img = base + v[..., None] * np.array([34, 28, 22]) * r.uniform(.3, 1.8)
    if r.random() < .5:
        p = int(r.uniform(60, 260))
        for k in range(0, h, p):
            img[k:k + p] *= r.uniform(.75, 1.2)
            img[k:k + 2] *= .4
    return img


def felt(r, h, w):
    base = [np.array([20, 105, 60]), np.array([10, 70, 40]), np.array([20, 60, 130]), np.array([140, 20, 30]), np.array([30, 30, 34]), colour(r)][r.choice(6, p=[.3, .15, .12, .12, .11, .2])]
    n = r.normal(size=(h, w, 1)).astype(np.float32) * r.uniform(1, 14)
    return base * r.uniform(.6, 1.3) + cv2.GaussianBlur(n, (3, 3), 0)[..., None] + noise(r, h, w, r.uniform(8, 60))[..., None] * r.uniform(0, 8)


def plain(r, h, w):
    c = colour(r, 0, 255) if r.random() < .5 else np.full(3, r.uniform(150, 255)) + r.uniform(-8, 8, 3)
    return np.zeros((h, w, 3), np.float32) + c + r.normal(size=(h, w, 1)) * r.uniform(0, 4) + noise(r, h, w, r.uniform(20, 200))[..., None] * r.uniform(0, 6)


def carpet(r, h, w):
    c = colour(r, 0, 160, 40, 200)
    n = noise(r, h, w, r.uniform(1.5, 4)) * r.uniform(10, 50) + noise(r, h, w, r.uniform(6, 20)) * r.uniform(0, 18)
    img = c + n[..., None] * (.7 + r.uniform(0, .4, 3))
    if r.random() < .4:
        m = noise(r, h, w, r.uniform(30, 120)) > r.uniform(-.5, .8)
        img[m] = img[m] * .4 + colour(r) * .6
    return img


def check(r, h, w):
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    p, q = r.uniform(8, 90), r.uniform(.3, .7)
    a, b = colour(r, 0, 255, 40), colour(r, 0, 120, 120)
    if r.random() < .5:
        b = np.full(3, 240.)
    sx, sy = (x / p % 1 < q), (y / p % 1 < q)
    k = r.choice([0, 0, 0, 1, 2, 3])  # squares of a card's size are what is most easily taken for backs
    if k == 0:
        m = (sx ^ sy).astype(np.float32)
    elif k == 1:
        m = (sx * .5 + sy * .5).astype(np.float32)
    elif k == 2:
        m = sx.astype(np.float32)
    else:
        m = ((((x + y) / p) % 1 < q) ^ (((x - y) / p) % 1 < q)).astype(np.float32)
    m = cv2.GaussianBlur(m, (3, 3), 0)[..., None]
    return a * m + b * (1 - m) + r.normal(size=(h, w, 1)) * r.uniform(0, 12)


def marble(r, h, w):
    n = noise(r, h, w, 150) + .5 * noise(r, h, w, 70) + .25 * noise(r, h, w, 30) + .12 * noise(r, h, w, 10)
    v = np.abs(np.sin(n * r.uniform(1.5, 5))) ** r.uniform(.15, .8)
    a, b = (np.full(3, r.uniform(200, 250)), colour(r, 0, 80, 60, 180)) if r.random() < .7 else (np.full(3, r.uniform(20, 60)), colour(r, 0, 80, 100, 220))
    return b + (a - b) * v[..., None]


def speckle(r, h, w):
    img = np.zeros((h, w, 3), np.float32) + colour(r, 0, 100)
    for _ in range(int(r.integers(1, 4))):
        m = noise(r, h, w, r.uniform(2, 12)) > r.uniform(.6, 1.6)
        img[m] = colour(r, 0, 140)
    return img


def pattern(r, h, w):
    """a printed cloth: one random motif repeated"""
    t = figure(r, int(r.integers(30, 160)), int(r.integers(30, 160)))
    img = np.tile(t, (h // t.shape[0] + 1, w // t.shape[1] + 1, 1))[:h, :w].astype(np.float32)
    return img


def strips(r, h, w):
    """bold bands as on rugs, crumpled or straight"""
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    t = y + noise(r, h, w, 40) * r.uniform(0, 8)
    img = np.zeros((h, w, 3), np.float32) + colour(r)
    k = 0.
    while k < h:
        d = r.uniform(3, 60)
        img[(t >= k) & (t < k + d)] = colour(r) if r.random() < .8 else r.choice([15, 240])
        k += d
    return img + (noise(r, h, w, 2) * r.uniform(0, 25))[..., None]


WORDS = "the of and to in a is that for it was on are as with his they at be this from I have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know 10 2026 7 4 A K Q J 8 3.50 19% 52 100".split()


def printed(r, h, w, fonts):
    """a page: headlines, columns of words, a picture or two; newsprint, book, form, letter"""
    bg = tuple(int(v) for v in (np.full(3, r.uniform(190, 255)) - np.array([0, 2, r.uniform(0, 25)])))
    im = Image.new("RGB", (w, h), bg)
    d = ImageDraw.Draw(im)
    ink = tuple(int(v) for v in (np.full(3, r.uniform(0, 90)) if r.random() < .8 else r.uniform(0, 160, 3)))
    cols, m = int(r.integers(1, 6)), int(r.uniform(4, 24))
    cw = w // cols
    for c in range(cols):
        y = m
        while y < h - 6:
            size = int(r.choice([9, 11, 13, 16, 20, 28, 44, 70], p=[.16, .2, .2, .14, .12, .1, .05, .03]))
            f = ImageFont.truetype(fonts[r.integers(len(fonts))], size)
            for _ in range(int(r.integers(1, 12 if size < 22 else 2))):
                line = " ".join(WORDS[int(i)] for i in r.integers(0, len(WORDS), max(1, int(cw / size / 2.6))))
                d.text((c * cw + m, y), line[:int(cw / size * 1.9)], fill=ink, font=f)
                y += int(size * 1.25)
                if y > h:
                    break
            if r.random() < .15:
                p = figure(r, int(r.uniform(40, 160)), max(10, cw - 2 * m))
                if r.random() < .6:
                    p = np.repeat(p.mean(2, keepdims=True), 3, 2).astype(np.uint8)
                im.paste(Image.fromarray(p), (c * cw + m, y))
                y += p.shape[0] + 8
            y += int(r.uniform(0, 14))
    return np.array(im).astype(np.float32)


class Table:
    """draws table tops and clutter; keeps the pictures it draws from"""

    def __init__(self, rng, fonts, art_dir):
        self.r, self.fonts = rng, fonts
        g = lambda p: sorted(glob.glob(f"{art_dir}/{p}", recursive=True))
        self.photos = g("x_*/**/*.jpg") + g("x_gcompris*/**/*.webp")
        self.stamps = [f for f in g("x_tuxpaint*/**/*.png") + g("x_openclipart*/**/*.png") if "card" not in f and "alphabet" not in f and "heart" not in f and "suit" not in f and os.path.getsize(f) < 120000]
        self.patterns = g("x_gimp*/**/*.pat")
        self.pool, self.stamp_pool = [], []
        for _ in range(24):
            self.refresh()
        for _ in range(40):
            self.refresh_stamp()

    def refresh(self):
        """adds one table top; the oldest goes"""
        self.pool.append(np.clip(self.top(), 0, 255).astype(np.uint8))
        self.pool = self.pool[-60:]

    def refresh_stamp(self):
        s = self.load_stamp()
        if s is not None:
            self.stamp_pool.append(s)
            self.stamp_pool = self.stamp_pool[-150:]

    def top(self):
        r, h = self.r, SIDE
        k = r.random()
        kinds = [wood, felt, plain, carpet, check, marble, speckle, pattern, strips]
        if k < .72:
            return kinds[r.choice(9, p=[.2, .15, .15, .1, .18, .05, .05, .06, .06])](r, h, h)
        if k < .84:
            return printed(r, h, h, self.fonts)
        if k < .93 and self.photos:
            im = cv2.imread(self.photos[r.integers(len(self.photos))])
            if im is not None:
                s = SIDE / min(im.shape[:2]) * r.uniform(1, 1.6)
                im = cv2.resize(im, None, fx=s, fy=s, interpolation=cv2.INTER_AREA)
                y, x = r.integers(0, im.shape[0] - SIDE + 1), r.integers(0, im.shape[1] - SIDE + 1)
                return im[y:y + SIDE, x:x + SIDE, ::-1].astype(np.float32)
        p = self.load_pattern()
        if p is None:
            return wood(r, h, h)
        s = r.uniform(.5, 1.6)
        p = cv2.resize(p, None, fx=s, fy=s)
        return np.tile(p, (h // p.shape[0] + 1, h // p.shape[1] + 1, 1))[:h, :h].astype(np.float32)

    def load_pattern(self):
        if not self.patterns:
            return None
        b = open(self.patterns[self.r.integers(len(self.patterns))], "rb").read()
        hs, _, w, h, n = np.frombuffer(b[:20], ">u4")
        a = np.frombuffer(b[hs:hs + w * h * n], np.uint8)
        if a.size < w * h * n:
            return None
        a = a.reshape(h, w, n)
        return a[..., :3].copy() if n >= 3 else np.repeat(a[..., :1], 3, 2)

    def load_stamp(self):
        if not self.stamps:
            return None
        im = cv2.imread(self.stamps[self.r.integers(len(self.stamps))], cv2.IMREAD_UNCHANGED)
        if im is None or im.ndim < 3 or im.shape[2] < 4 or min(im.shape[:2]) < 20:
            return None
        s = min(1, 260 / max(im.shape[:2]))
        im = cv2.resize(im, None, fx=s, fy=s, interpolation=cv2.INTER_AREA)
        return np.ascontiguousarray(im[..., [2, 1, 0, 3]]) if min(im.shape[:2]) > 8 else None

    def ground(self, n):
        """an n x n table top, uint8"""
        r = self.r
        src = self.pool[r.integers(len(self.pool))]
        s = np.exp(r.uniform(np.log(.4), np.log(1.6)))
        a = r.uniform(0, 2 * np.pi)
        if r.random() < .12:
            # a patchwork of two tops with a straight edge: table's end, paper, book
            b = self.view(self.pool[r.integers(len(self.pool))], n, np.exp(r.uniform(np.log(.4), np.log(1.6))), r.uniform(0, 6.3))
            t = self.view(src, n, s, a)
            y, x = np.mgrid[0:n, 0:n]
            q = r.uniform(0, 6.3)
            m = (x - n / 2) * np.cos(q) + (y - n / 2) * np.sin(q) > r.uniform(-.4, .4) * n
            t[m] = b[m]
            return t
        return self.view(src, n, s, a)

    def view(self, src, n, s, a):
        M = np.array([[np.cos(a) / s, -np.sin(a) / s, 0], [np.sin(a) / s, np.cos(a) / s, 0]])
        ctr = np.array([self.r.uniform(.3, .7) * SIDE, self.r.uniform(.3, .7) * SIDE])
        M[:, 2] = ctr - M[:, :2] @ np.array([n / 2, n / 2])
        if s < .7:
            src = cv2.resize(src, None, fx=.5, fy=.5, interpolation=cv2.INTER_AREA)
            M = M * .5
        return cv2.warpAffine(src, M, (n, n), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT)
