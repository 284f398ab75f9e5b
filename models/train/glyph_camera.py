"""A clean picture -> the same as a cheap camera gives it: light, shadow, glare, lens, motion, fringes, noise, halos, JPEG."""
import math

import cv2
import numpy as np


def uni(rng, a, b):
    """A chance number between a and b."""
    return a + (b - a) * rng.random()


def pick(rng, items):
    """One of the items by chance."""
    return items[int(rng.random() * len(items))]


def camera(rng, img, hs):
    """Light, lens, sensor, sharpening and packing at the source's own size; hs: height in px of what must stay readable."""
    h, w = img.shape[:2]
    f = img.astype(np.float32)
    across = np.linspace(-.5, .5, w, dtype=np.float32)[None, :]
    down = np.linspace(-.5, .5, h, dtype=np.float32)[:, None]
    if rng.random() < .6:
        a, k = rng.random() * 6.28, uni(rng, 0, .5)
        f *= (1 + k * (math.cos(a) * across + math.sin(a) * down))[..., None]
    if rng.random() < .22:  # a shadow's edge, sharp or soft
        a, o, soft = rng.random() * 6.28, uni(rng, -.4, .4), math.exp(uni(rng, math.log(.01), math.log(.4)))
        d = (math.cos(a) * across + math.sin(a) * down - o) / soft
        f *= 1 - uni(rng, .2, .7) / (1 + np.exp(-d.clip(-20, 20)))[..., None]
    bright = uni(rng, .7, 1.15) if rng.random() < .65 else uni(rng, .2, .8)
    warm = uni(rng, -.14, .14) if rng.random() < .6 else uni(rng, -.3, .3)
    f *= np.array([1 + warm, 1 + uni(rng, -.06, .06), 1 - warm], np.float32) * bright
    if rng.random() < .12:  # glare
        gx, gy, r = uni(rng, -.5, .5), uni(rng, -.5, .5), uni(rng, .1, .4)
        d2 = ((across - gx) ** 2 + (down - gy) ** 2 * uni(rng, .3, 2)) / (r * r)
        f += uni(rng, 60, 260) * np.exp(-d2)[..., None]
    if rng.random() < .2:  # haze
        v = uni(rng, 0, .4)
        f = f * (1 - v) + uni(rng, 40, 170) * v
    lens = rng.random()
    if lens < .75:
        sg = uni(rng, .3, .75) if lens < .5 else uni(rng, .5, min(2.2, .4 + hs * .05))
        f = cv2.GaussianBlur(f, (0, 0), sg)
    if rng.random() < .12:
        ln = int(max(2, uni(rng, .05, .15) * hs))
        k = np.zeros((ln, ln), np.float32)
        cv2.line(k, (0, int(rng.random() * ln)), (ln - 1, int(rng.random() * ln)), 1.0)
        k = np.rot90(k) if rng.random() < .5 else k
        f = cv2.filter2D(f, -1, k / k.sum())
    if rng.random() < .2:  # colour fringes
        d = uni(rng, .3, 1.2)
        for ch in (0, 2):
            m = np.float32([[1, 0, uni(rng, -d, d)], [0, 1, uni(rng, -d, d)]])
            f[..., ch] = cv2.warpAffine(f[..., ch], m, (w, h), borderMode=cv2.BORDER_REPLICATE)
    sig = uni(rng, 0, 4) if rng.random() < .8 else uni(rng, 3, 7 + hs * .14)
    f += (rng.standard_normal((h, w, 1), np.float32) * sig + rng.standard_normal((h, w, 3), np.float32) * sig * .6) * min(1, .4 + bright)
    if rng.random() < .3:
        f += uni(rng, .4, 1.8) * (f - cv2.GaussianBlur(f, (0, 0), uni(rng, .8, 1.6)))
    if rng.random() < .25:
        f = 255 * (f.clip(0, 255) / 255) ** uni(rng, .6, 1.6)
    out = f.clip(0, 255).astype(np.uint8)
    if rng.random() < .14:
        z = uni(rng, .5, .9)
        out = cv2.resize(cv2.resize(out, None, fx=z, fy=z, interpolation=cv2.INTER_AREA), (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < .75:
        out = cv2.imdecode(cv2.imencode('.jpg', out, [cv2.IMWRITE_JPEG_QUALITY, int(uni(rng, 30, 96))])[1], 1)
    return out
