"""What lies on or reaches over the table: chips, notes, pens, markers, hands; and how it is laid on a picture."""
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scene_art import figure
from scene_tops import colour, noise


def paste(img, ids, rgba, cx, cy, size, angle, ident=None):
    """lays an RGBA picture on img, its longer side size pixels; where opaque ids becomes ident"""
    h, w = rgba.shape[:2]
    s = size / max(h, w)
    c, n = np.cos(angle) * s, np.sin(angle) * s
    M = np.array([[c, -n, cx - c * w / 2 + n * h / 2], [n, c, cy - n * w / 2 - c * h / 2]])
    H, W = img.shape[:2]
    o = cv2.warpAffine(rgba, M, (W, H), flags=cv2.INTER_AREA if s < .6 else cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0))
    a = o[..., 3:].astype(np.float32) / 255
    img[:] = (img + (o[..., :3].astype(np.float32) - img) * a)
    if ident is not None:
        ids[o[..., 3] > 110] = ident


def disc(r, fonts):
    """a poker chip, coin, cup or plate from above, RGBA"""
    n = 160
    im = np.zeros((n, n, 4), np.uint8)
    c, c2 = tuple(int(v) for v in colour(r)) + (255,), tuple(int(v) for v in (colour(r) if r.random() < .4 else np.full(3, 240))) + (255,)
    cv2.circle(im, (80, 80), 78, c, -1, cv2.LINE_AA)
    k = r.integers(3)
    if k == 0:
        m = int(r.integers(4, 9))
        for i in range(m):
            cv2.ellipse(im, (80, 80), (77, 77), i * 360 / m, 0, 180 / m, c2, -1, cv2.LINE_AA)
        cv2.circle(im, (80, 80), int(r.uniform(45, 60)), c, -1, cv2.LINE_AA)
        cv2.circle(im, (80, 80), int(r.uniform(34, 44)), c2 if r.random() < .6 else c, -1, cv2.LINE_AA)
        if r.random() < .7:
            ft = ImageFont.truetype(fonts[r.integers(len(fonts))], int(r.uniform(28, 60)))
            p = Image.fromarray(im)
            ImageDraw.Draw(p).text((80, 80), str(r.choice(["1", "5", "10", "25", "50", "100", "500", "A", "♠", "♥", "♣", "♦"])), fill=tuple(int(v) for v in r.uniform(0, 255, 3)) + (255,), font=ft, anchor="mm")
            im = np.array(p)
    else:
        for q in sorted(r.uniform(10, 75, int(r.integers(1, 4))), reverse=True):
            cv2.circle(im, (80, 80), int(q), tuple(int(v) for v in colour(r)) + (255,), -1 if r.random() < .6 else 3, cv2.LINE_AA)
    return im


def marker(r):
    n = int(r.integers(6, 8))
    g = np.zeros((n, n), np.uint8)
    g[1:-1, 1:-1] = (r.random((n - 2, n - 2)) < .5) * 255
    g = np.pad(g, 1, constant_values=255)
    g = cv2.resize(g, (160, 160), interpolation=cv2.INTER_NEAREST)
    return np.dstack([g, g, g, np.full_like(g, 255)])


def note(r, fonts):
    """a bank note or ticket: guilloche lines, a figure, big numerals in the corners"""
    h, w = 110, 240
    c = colour(r, 20, 120, 120, 240)
    im = np.zeros((h, w, 3), np.float32) + c
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    im += (np.sin(x / r.uniform(2, 9) + np.sin(y / r.uniform(4, 15)) * 4) * 25)[..., None]
    f = figure(r, 70, 50)
    im[20:90, 95:145] = im[20:90, 95:145] * .5 + f * .5
    p = Image.fromarray(np.clip(im, 0, 255).astype(np.uint8))
    d = ImageDraw.Draw(p)
    ft = ImageFont.truetype(fonts[r.integers(len(fonts))], int(r.uniform(18, 40)))
    s = str(r.choice(["1", "2", "5", "10", "20", "50", "100"]))
    ink = tuple(int(v) for v in colour(r, 0, 200, 0, 120))
    for q in ((25, 20), (w - 25, 20), (25, h - 20), (w - 25, h - 20)):
        if r.random() < .8:
            d.text(q, s, fill=ink, font=ft, anchor="mm")
    return np.dstack([np.array(p), np.full((h, w), 255, np.uint8)])


def pen(r):
    im = np.zeros((24, 260, 4), np.uint8)
    c = tuple(int(v) for v in colour(r)) + (255,)
    cv2.line(im, (14, 12), (246, 12), c, int(r.integers(6, 18)), cv2.LINE_AA)
    cv2.line(im, (14, 10), (246, 10), tuple(min(255, v + 60) for v in c), 2, cv2.LINE_AA)
    cv2.line(im, (4, 12), (30, 12), (30, 30, 30, 255), 5, cv2.LINE_AA)
    return im


def hand(r, img, ids, tip, size, ident):
    """a hand and arm reaching from the picture's edge to tip; size = a finger's width in pixels"""
    n = img.shape[0]
    skin = [np.array([236, 188, 160]), np.array([200, 140, 110]), np.array([150, 95, 65]), np.array([95, 60, 45]), np.array([225, 165, 150])][r.integers(5)] * r.uniform(.7, 1.08)
    a = r.uniform(0, 2 * np.pi)
    u = np.array([np.cos(a), np.sin(a)])
    v = np.array([-u[1], u[0]])
    layer = np.zeros((n, n), np.uint8)
    shade = np.zeros((n, n), np.float32)
    palm = np.array(tip) + u * size * r.uniform(3.2, 4.5)
    k = int(r.integers(1, 6))
    for i in range(k):
        off = (i - (k - 1) / 2) * 1.05
        base = palm + v * off * size
        end = np.array(tip) + v * off * size * r.uniform(.6, 1.6) + u * size * r.uniform(-.6, 1.5)
        mid = (base + end) / 2 + v * r.normal() * size * .4
        th = max(2, int(size * r.uniform(.8, 1.1)))
        for p, q in ((base, mid), (mid, end)):
            cv2.line(layer, tuple(int(t) for t in p), tuple(int(t) for t in q), 255, th, cv2.LINE_AA)
            cv2.line(shade, tuple(int(t) for t in p + v * size * .3), tuple(int(t) for t in q + v * size * .3), 1., max(1, th // 3), cv2.LINE_AA)
        if r.random() < .7:
            cv2.circle(shade, tuple(int(t) for t in end), max(1, th // 4), -.6, -1, cv2.LINE_AA)
    cv2.circle(layer, tuple(int(t) for t in palm + u * size), int(size * r.uniform(1.8, 2.6)), 255, -1, cv2.LINE_AA)
    far = palm + u * n * 1.6 + v * r.normal() * n * .2
    cv2.line(layer, tuple(int(t) for t in palm + u * size), tuple(int(t) for t in far), 255, int(size * r.uniform(2.4, 3.6)), cv2.LINE_AA)
    shade = cv2.GaussianBlur(shade, (0, 0), max(.6, size * .25))
    m = (layer.astype(np.float32) / 255)[..., None]
    sh = cv2.GaussianBlur(np.roll(layer, (int(size * .4), int(size * .3)), (0, 1)), (0, 0), max(1, size * .5)).astype(np.float32)[..., None] / 255
    img *= 1 - sh * r.uniform(.1, .5)
    img[:] = img + ((skin + noise(r, n, n, max(4, size))[..., None] * 7) * (1 - .3 * shade[..., None]) - img) * m
    ids[layer > 110] = ident
    if r.random() < .6:
        s0 = palm + u * size * r.uniform(3, 7)
        lay = np.zeros((n, n), np.uint8)
        cv2.line(lay, tuple(int(t) for t in s0), tuple(int(t) for t in far), 255, int(size * r.uniform(3.6, 5)), cv2.LINE_4)
        c = colour(r) + noise(r, n, n, max(3, size * .6))[..., None] * 14
        img[:] = img + (c - img) * (lay.astype(np.float32) / 255)[..., None]
        ids[lay > 110] = ident
