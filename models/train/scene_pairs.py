"""Pairs decks (a numeral alone, 1 to 10) and card backs, composed afresh."""
import cv2
import numpy as np

from scene_art import TEX, Face, figure, recolour


def pip_places(n):
    """standard pip places of 1..10 in the unit square"""
    col = {4: (0, 1), 5: (0, 1), 6: (0, .5, 1), 7: (0, .5, 1), 8: (0, .5, 1), 9: (0, 1 / 3, 2 / 3, 1), 10: (0, 1 / 3, 2 / 3, 1)}
    mid = {1: (.5,), 2: (0, 1), 3: (0, .5, 1), 5: (.5,), 7: (.25,), 8: (.25, .75), 9: (.5,), 10: (1 / 6, 5 / 6)}
    return [(x, y) for x in (0, 1) for y in col.get(n, ())] + [(.5, y) for y in mid.get(n, ())]


def pairs_deck(painter):
    """a deck of numerals alone, 1 to 10"""
    r = painter.rng
    W = round(TEX * r.uniform(.62, .76))
    font = painter.latin[r.integers(len(painter.latin))]
    dark = r.random() < .25
    full_art = r.random() < .35
    disc = (dark or full_art) and r.random() < .75 or r.random() < .15
    paper = r.uniform(10, 90, 3) if dark else (r.uniform(235, 255, 3) if r.random() < .8 else r.uniform(130, 255, 3))
    rh, ix, iy = r.uniform(.07, .2), r.uniform(.08, .17), r.uniform(.03, .07)
    one_col = r.uniform(0, 200, 3) if r.random() < .3 else None
    stretch, bold, four, border = r.uniform(.7, 1.1), int(r.choice([0, 0, 3, 5])), r.random() < .2, r.random() < .4
    art = r.choice(["dots", "patch", "plain", "big", "figure"])
    faces = []
    for n in range(1, 11):
        img = np.empty((TEX, W, 3), np.uint8)
        img[:] = paper.astype(np.uint8)
        hue = cv2.cvtColor(np.uint8([[[int(r.integers(180)), 200, 170]]]), cv2.COLOR_HSV2RGB)[0, 0].astype(float)
        c = one_col if one_col is not None else hue
        if full_art:
            p = figure(r, TEX, W) if r.random() < .6 else cv2.resize(painter.patch(), (W, TEX))
            d = int(r.uniform(0, .05) * TEX) if border else 0
            img[d:TEX - d, d:W - d] = p[d:TEX - d, d:W - d]
        elif art in ("patch", "figure"):
            p = figure(r, 300, 200) if art == "figure" else painter.patch()
            x0, y0 = int(.26 * W), int(.16 * TEX)
            img[y0:TEX - y0, x0:W - x0] = cv2.resize(p, (W - 2 * x0, TEX - 2 * y0), interpolation=cv2.INTER_AREA)
        elif art == "dots":
            rad = int(r.uniform(.04, .065) * TEX)
            for px, py in pip_places(n):
                cv2.circle(img, (int(W * (.32 + .36 * px)), int(TEX * (.2 + .6 * py))), rad, tuple(int(v) for v in c), -1, cv2.LINE_AA)
        elif art == "big":
            painter.blot(img, painter.text(str(n), font, int(.35 * TEX), stretch), W / 2, TEX / 2, c)
        ink = c
        if dark and not disc:
            ink = r.uniform(190, 255, 3)
        if full_art and not disc:
            ink = r.uniform(230, 255, 3) if img[:80, :80].mean() < 128 else r.uniform(0, 40, 3)
        t = painter.text(str(n), font, round(rh * TEX), stretch * (1 if n < 10 else r.uniform(.6, .85)), bold)
        if t.shape[1] > .27 * W:
            t = cv2.resize(t, (int(.27 * W), t.shape[0]), interpolation=cv2.INTER_AREA)
        cx, cy = max(ix * W, t.shape[1] / 2 + 6), iy * TEX + t.shape[0] / 2
        boxes = []
        rad = int(.5 * np.hypot(*t.shape) + 4)
        if disc:
            cx, cy = max(cx, rad + 2), max(cy, rad + 2)
        for x, up in [(cx, 1), (W - cx, -1)] + ([(W - cx, 1), (cx, -1)] if four else []):
            y = cy if up > 0 else TEX - cy
            if disc:
                cv2.circle(img, (int(x), int(y)), rad, tuple(int(v) for v in r.uniform(225, 255, 3)), -1, cv2.LINE_AA)
            painter.blot(img, t, x, y, ink, up < 0)
            boxes.append((x, y, t.shape[1], t.shape[0], up))
        faces.append(Face(img, str(n), boxes, False))
    return faces, back(painter)


def back(painter):
    """a card back: plain, lines, lattice, dots, noise ornament, logo; with or without a white border"""
    r = painter.rng
    W = round(TEX * r.uniform(.64, .74))
    if r.random() < .3 and painter.art:
        b = painter.art[r.integers(len(painter.art))][1]
        if b is not None:
            return Face(recolour(b.img, r, .8), "back", [], True)
    c1 = cv2.cvtColor(np.uint8([[[int(r.integers(180)), int(r.integers(60, 255)), int(r.integers(40, 230))]]]), cv2.COLOR_HSV2RGB)[0, 0].astype(float)
    if r.random() < .25:
        c1 = np.full(3, r.uniform(5, 60))
    c2 = np.full(3, 250.) if r.random() < .5 else np.clip(c1 + r.uniform(-110, 110, 3), 0, 255)
    yy, xx = np.mgrid[0:TEX, 0:W].astype(np.float32)
    k = r.choice(["plain", "lattice", "stripes", "dots", "ornament", "rings", "figure"], p=[.1, .25, .1, .15, .2, .08, .12])
    p = r.uniform(8, 40)
    if k == "plain":
        a = np.zeros((TEX, W))
    elif k == "lattice":
        t = r.uniform(.12, .5)
        a = ((np.abs(((xx + yy) / p) % 1 - .5) < t / 2) | (np.abs(((xx - yy) / p) % 1 - .5) < t / 2)).astype(float)
    elif k == "stripes":
        a = (((xx * r.uniform(-1, 1) + yy * r.uniform(-1, 1)) / p) % 1 < .5).astype(float)
    elif k == "dots":
        a = (((xx % p) - p / 2) ** 2 + (((yy + (xx // p % 2) * p / 2) % p) - p / 2) ** 2 < (p * r.uniform(.2, .45)) ** 2).astype(float)
    elif k == "rings":
        a = (np.hypot(xx - W / 2, yy - TEX / 2) / p % 1 < .5).astype(float)
    else:
        n = cv2.resize(r.normal(size=(TEX // 16 + 2, W // 16 + 2)).astype(np.float32), (W, TEX), interpolation=cv2.INTER_CUBIC)
        n = n + n[::-1, ::-1]
        n = n + n[:, ::-1]
        a = (np.sin(n * r.uniform(2, 6)) > 0).astype(float)
    a = cv2.GaussianBlur(a.astype(np.float32), (3, 3), 0)[:, :, None]
    img = c1 + (c2 - c1) * a
    if k == "figure":
        img = figure(r, TEX, W).astype(np.float32)
    if r.random() < .4:
        cv2.circle(img, (W // 2, TEX // 2), int(r.uniform(.08, .25) * TEX), tuple(float(v) for v in (c2 if r.random() < .5 else c1)), -1 if r.random() < .5 else 5)
    img = np.ascontiguousarray(img).astype(np.uint8)
    if r.random() < .7:
        d = int(r.uniform(.015, .07) * TEX)
        o = np.full_like(img, int(r.uniform(225, 255)))
        o[d:-d, d:-d] = img[d:-d, d:-d]
        if r.random() < .4:
            cv2.rectangle(o, (d, d), (W - d, TEX - d), tuple(int(v) for v in c1), 3)
        img = o
    return Face(img, "back", [], True)
