"""Deck pictures, fonts and suit shapes -> faces, backs and other printed cards at 144x204 px, with the class of each.

Classes: suit * 13 + rank (C D H S; A 2..10 J Q K) for faces, 52 back, 53 another printed card, 54 not a card or unreadable;
100 + suit: a court of that suit whose figure tells no rank (its mass is spread over J, Q and K).
"""
import os
import pickle

import cv2
import numpy as np

import glyph_art as art
from glyph_camera import pick, uni

FW, FH = 144, 204
BACK, OTHER, NONE, COURT = 52, 53, 54, 100
RANKS13 = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K']
T, B = 0.0, 1.0  # rows of pips as parts of the field from the top
LAYOUT = {
    1: [(.5, .5)], 2: [(.5, T), (.5, B)], 3: [(.5, T), (.5, .5), (.5, B)], 4: [(0, T), (1, T), (0, B), (1, B)],
    5: [(0, T), (1, T), (0, B), (1, B), (.5, .5)], 6: [(x, y) for x in (0, 1) for y in (T, .5, B)],
    7: [(x, y) for x in (0, 1) for y in (T, .5, B)] + [(.5, .25)],
    8: [(x, y) for x in (0, 1) for y in (T, .5, B)] + [(.5, .25), (.5, .75)],
    9: [(x, y) for x in (0, 1) for y in (T, 1 / 3, 2 / 3, B)] + [(.5, .5)],
    10: [(x, y) for x in (0, 1) for y in (T, 1 / 3, 2 / 3, B)] + [(.5, 1 / 6), (.5, 5 / 6)],
}


def deck_faces(decks, wanted):
    """List of (face, class): every card of the wanted decks."""
    out = []
    for d in wanted:
        if os.path.exists(f'{decks}/{d}/10.png'):
            out += [(f'{decks}/{d}/{n}.png', OTHER) for n in range(1, 11)]
        else:
            out += [(f'{decks}/{d}/{r}{s}.png', i * 13 + j) for i, s in enumerate('CDHS') for j, r in enumerate(RANKS13)]
        out.append((f'{decks}/{d}/back.png', BACK))
    return [(cv2.resize(art.load_card(p), (FW, FH), interpolation=cv2.INTER_AREA), c) for p, c in out]


def load(cache, decks, wanted):
    if not os.path.exists(cache):
        with open(cache, 'wb') as f:
            pickle.dump(deck_faces(decks, wanted), f, protocol=4)
    with open(cache, 'rb') as f:
        return pickle.load(f)


def stamp(face, mask, cx, cy, h, w, ink, turned):
    """Lays a mask of h x w px on the face about (cx, cy)."""
    m = cv2.resize(mask, (max(3, w), max(3, h)), interpolation=cv2.INTER_AREA)
    m = m[::-1, ::-1] if turned else m
    x, y = round(cx - m.shape[1] / 2), round(cy - m.shape[0] / 2)
    m = m[max(0, -y):FH - y if y < FH else 0, max(0, -x):FW - x if x < FW else 0]
    if m.size:
        part = face[max(0, y):max(0, y) + m.shape[0], max(0, x):max(0, x) + m.shape[1]]
        a = m[..., None].astype(np.float32) / 255
        part[:] = part * (1 - a) + ink * a


def shuffle_art(rng, pic):
    """Court art that tells no rank any more: mirrored, enlarged, bent, other colours."""
    h, w = pic.shape[:2]
    k = uni(rng, .45, .8)
    y, x = int(rng.random() * h * (1 - k)), int(rng.random() * w * (1 - k))
    p = cv2.resize(pic[y:y + int(h * k), x:x + int(w * k)], (w, h))
    if rng.random() < .5:
        p = p[:, ::-1]
    if rng.random() < .6:
        p = p[..., [int(v) for v in rng.permutation(3)]]
    d = (cv2.resize(rng.standard_normal((4, 4, 2)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)) * uni(rng, 0, 7)
    gx, gy = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    p = cv2.remap(np.ascontiguousarray(p), gx + d[..., 0], gy + d[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    half = p[:h // 2]
    return np.vstack([half, half[::-1, ::-1], p[:h - 2 * (h // 2)]]) if rng.random() < .7 else p


class Faces:
    """Draws faces by chance: deck(rng), composed(rng), court(rng), back(rng), other(rng) -> (picture, class)."""

    def __init__(self, faces, patches):
        self.p = patches
        self.named = [f for f in faces if f[1] < 52]
        self.courts = [f for f in self.named if f[1] % 13 >= 10]
        self.numbers = [f for f in self.named if f[1] % 13 < 10]
        self.backs = [f for f in faces if f[1] == BACK]
        self.others = [f for f in faces if f[1] == OTHER]

    def paper(self, rng):
        f = np.empty((FH, FW, 3), np.float32)
        f[:] = np.array([uni(rng, 228, 255)] * 3) - [uni(rng, 0, 8), uni(rng, 0, 10), uni(rng, 0, 30)]
        return f

    def indices(self, rng, face, rank, suit, ink):
        ra, sa = self.p.index(rng, rank, suit)
        m = np.maximum(ra, sa)
        h = int(uni(rng, .11, .23) * FH)
        w = int(min(m.shape[1] * h / m.shape[0] * uni(rng, .9, 1.2), .17 * FW))
        x, y = uni(rng, .025, .05) * FW + w / 2, uni(rng, .03, .06) * FH + h / 2
        four = rng.random() < .2
        for cx, cy, t in ((x, y, False), (FW - x, FH - y, True)) + (((FW - x, y, False), (x, FH - y, True)) if four else ()):
            stamp(face, m, cx, cy, h, w, ink, t)

    def composed(self, rng):
        suit, rank = int(rng.random() * 4), int(rng.random() * 10)
        face, ink = self.paper(rng), self.p.ink(rng, suit)
        pip = pick(rng, self.p.suits['CDHS'[suit]])
        small = rng.random() < .15  # small pips on a panel, as on decks with giant indices
        dx, dy = (uni(rng, .08, .15), uni(rng, .15, .27)) if small else (uni(rng, .15, .23), uni(rng, .27, .36))
        h = FH * (uni(rng, .055, .1) if small else uni(rng, .1, .185))
        if rank == 0:
            h = FH * (uni(rng, .12, .3) if rng.random() < .6 or suit != 3 else uni(rng, .3, .5))
        elif rank >= 6 and not small:
            h = min(h, FH * .155)
        if small or rng.random() < .08:
            px, py = dx + h / FW * .5 + uni(rng, .01, .06), dy + h / FH * .5 + uni(rng, .01, .06)
            a, b = (int((.5 - px) * FW), int((.5 - py) * FH)), (int((.5 + px) * FW), int((.5 + py) * FH))
            if rng.random() < .7:
                cv2.rectangle(face, a, b, tuple(float(v) for v in face[0, 0] * [uni(rng, .8, 1), uni(rng, .8, 1), uni(rng, .55, 1)]), -1)
            cv2.rectangle(face, a, b, tuple(uni(rng, 0, 120) for _ in range(3)), 1)
        w = pip.shape[1] * h / 64 * uni(rng, .85, 1.15)
        for x, y in LAYOUT[rank + 1]:
            stamp(face, pip, (.5 + (x - .5) * 2 * dx) * FW, (.5 + (y - .5) * 2 * dy) * FH, int(h), int(w), ink, y > .5)
        if rank == 0 and h > .3 * FH and rng.random() < .6:
            stamp(face, pick(rng, self.p.suits['CDHS'[int(rng.random() * 4)]]), FW / 2, FH * uni(rng, .45, .52), int(h * .35), int(h * .3),
                  face[0, 0], False)
        self.indices(rng, face, rank, suit, ink)
        return face.clip(0, 255).astype(np.uint8), suit * 13 + rank

    def deck(self, rng):
        f, c = pick(rng, self.courts if rng.random() < .42 else self.numbers)
        suit = c // 13
        k = rng.random()
        if k < .04 and suit == 1:
            f = f[..., ::-1]
        elif k < .1 and suit == 0 and c % 13 < 10:
            f = np.maximum(f, ((255 - f.max(2, keepdims=True)) * np.array([0, .45, .12])).astype(np.uint8))
        elif k < .3:  # other inks in the figures, other paper
            f = (255 - (255 - f.astype(np.float32)) * np.array([uni(rng, .75, 1) for _ in range(3)])).astype(np.uint8)
        k = rng.random()
        if k < .15:
            f = cv2.erode(f, np.ones((2, 2), np.uint8))
        elif k < .25:
            f = cv2.dilate(f, np.ones((2, 2), np.uint8))
        if rng.random() < .3 and c % 13 >= 10:  # a little less or more colour
            g = f.mean(2, keepdims=True)
            f = (g + (f - g) * uni(rng, .4, 1.2)).clip(0, 255).astype(np.uint8)
        return np.ascontiguousarray(f), c

    def court(self, rng):
        """A figure no deck has, with big pips of one suit beside it."""
        suit = int(rng.random() * 4)
        face, ink = self.paper(rng), self.p.ink(rng, suit)
        a = shuffle_art(rng, pick(rng, self.courts)[0][14:-14, 24:-24])
        mx, my = uni(rng, .13, .22), uni(rng, .06, .13)
        x0, y0, x1, y1 = int(mx * FW), int(my * FH), int((1 - mx) * FW), int((1 - my) * FH)
        face[y0:y1, x0:x1] = cv2.resize(a, (x1 - x0, y1 - y0))
        pip = pick(rng, self.p.suits['CDHS'[suit]])
        h = uni(rng, .09, .17) * FH
        px, py = mx + uni(rng, .05, .16), my + uni(rng, .05, .12)
        if rng.random() < .6:
            for q in ((px, py), (1 - px, 1 - py)):
                cv2.circle(face, (int(q[0] * FW), int(q[1] * FH)), int(h * .62), tuple(float(v) for v in face[0, 0]), -1)
        side = rng.random() < .75
        stamp(face, pip, (px if side else 1 - px) * FW, py * FH, int(h), int(pip.shape[1] * h / 64), ink, False)
        stamp(face, pip, (1 - px if side else px) * FW, (1 - py) * FH, int(h), int(pip.shape[1] * h / 64), ink, True)
        if rng.random() < .7:
            cv2.rectangle(face, (x0, y0), (x1, y1), tuple(uni(rng, 0, 130) for _ in range(3)), 1)
        self.indices(rng, face, 10 + int(rng.random() * 3), suit, ink)
        return face.clip(0, 255).astype(np.uint8), COURT + suit

    def back(self, rng):
        if rng.random() < .35:
            f = pick(rng, self.backs)[0]
            f = f[..., [int(v) for v in rng.permutation(3)]] if rng.random() < .6 else f
            return np.ascontiguousarray(f), BACK
        face = self.paper(rng)
        t = pick(rng, self.p.textures if rng.random() < .5 else self.p.backs)
        y, x = int(rng.random() * (t.shape[0] - 100)), int(rng.random() * (t.shape[1] - 70))
        t = cv2.resize(t[y:y + 100, x:x + 70], (FW, FH)).astype(np.float32)
        yy, xx = np.mgrid[:FH, :FW].astype(np.float32)
        p, a = uni(rng, 5, 30), uni(rng, 0, 3.14)
        g = np.sin((xx * np.cos(a) + yy * np.sin(a)) * 6.28 / p) * np.sin((yy * np.cos(a) - xx * np.sin(a)) * 6.28 / p)
        t = t * .4 + np.array([uni(rng, 0, 190) for _ in range(3)]) * .6 + g[..., None] * uni(rng, 0, 90)
        if rng.random() < .6:  # turned halves, as most backs are
            t[FH // 2:] = t[:FH - FH // 2][::-1, ::-1]
        m = int(uni(rng, 0, 12)) if rng.random() < .85 else 0
        face[m:FH - m, m:FW - m] = t[m:FH - m, m:FW - m]
        return face.clip(0, 255).astype(np.uint8), BACK

    def other(self, rng):
        """Jokers, advertising, rule cards, Pairs cards."""
        k = rng.random()
        if k < .25 and self.others:
            return pick(rng, self.others)[0], OTHER
        if k < .5:  # a composed Pairs card
            face = self.paper(rng)
            if rng.random() < .4:
                face[:] = [uni(rng, 10, 160) for _ in range(3)]
            n, ink = 1 + int(rng.random() * 10), np.array([uni(rng, 0, 235) for _ in range(3)])
            if rng.random() < .7:
                for x, y in LAYOUT[n]:
                    c = (int((.5 + (x - .5) * .4) * FW), int((.5 + (y - .5) * .5) * FH))
                    cv2.circle(face, c, int(uni(rng, 8, 13)), tuple(float(v) for v in ink), -1, cv2.LINE_AA)
            else:
                m = self.p.rank_mask(rng, 17 if n == 1 else n - 1)
                stamp(face, m, FW / 2, FH / 2, int(FH * uni(rng, .2, .5)), int(m.shape[1] * FH * .3 / 64), ink, False)
            return face.clip(0, 255).astype(np.uint8), OTHER
        face = self.paper(rng)
        a = pick(rng, self.p.art if rng.random() < .4 else self.p.textures)
        if rng.random() < .75:
            x, y = int(uni(rng, 5, 40)), int(uni(rng, 5, 70))
            h, w = FH - y - int(uni(rng, 5, 70)), FW - 2 * x
            a = cv2.resize(a[:120, :90], (w, h))
            face[y:y + h, x:x + w] = shuffle_art(rng, a) if rng.random() < .5 else a
        for _ in range(int(rng.random() * 5)):
            y, h, x = int(uni(rng, 5, FH - 30)), int(uni(rng, 6, 22)), int(uni(rng, 6, 60))
            ink = np.array([uni(rng, 0, 120) for _ in range(3)])
            font = pick(rng, self.p.fonts)
            while x < FW - 12:
                m = font[pick(rng, list(font))]
                w = max(3, int(m.shape[1] * h / 64))
                stamp(face, m, x + w / 2, y + h / 2, h, w, ink, False)
                x += w + 1
        if rng.random() < .3:
            face[FH // 2:] = face[:FH - FH // 2][::-1, ::-1].copy()
        return face.clip(0, 255).astype(np.uint8), OTHER
