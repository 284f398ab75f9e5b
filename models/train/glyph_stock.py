"""Decks and fonts -> the cached stock from which index patches are composed, for training and for the held-out decks."""
import os
import pickle

import cv2
import numpy as np

import glyph_art as art


def textures(n=260, size=220, seed=3):
    """Procedural grounds: felt, wood, cloth with stripes and checks, marble, gradients, newsprint-like speckle."""
    rng = np.random.default_rng(seed)
    out = []
    for i in range(n):
        base = rng.uniform(15, 240, 3) * rng.uniform(.4, 1)
        if i % 5 == 0:
            base = np.array([rng.uniform(5, 60), rng.uniform(60, 140), rng.uniform(30, 90)])
        f = np.ones((size, size, 3), np.float32) * base
        for cell in (2, 5, 15, 45):
            g = rng.standard_normal((size // cell + 2, size // cell + 2)).astype(np.float32)
            f += cv2.resize(g, (size, size), interpolation=cv2.INTER_CUBIC)[..., None] * rng.uniform(0, 16) * rng.uniform(.6, 1.2, 3)
        kind = i % 4
        y, x = np.mgrid[:size, :size].astype(np.float32)
        if kind == 1:  # wood
            g = cv2.resize(rng.standard_normal((90, 4)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
            f += g[..., None] * rng.uniform(8, 35) * np.array([1, .8, .6])
        elif kind == 2:  # stripes, checks
            p, a = rng.uniform(6, 60), rng.uniform(0, 3.14)
            w = np.sin((x * np.cos(a) + y * np.sin(a)) * 6.28 / p)
            if rng.random() < .5:
                w = w * np.sin((y * np.cos(a) - x * np.sin(a)) * 6.28 / p)
            f += (np.sign(w) if rng.random() < .5 else w)[..., None] * rng.uniform(-60, 60, 3)
        elif kind == 3:  # blobs and edges of things
            for _ in range(int(rng.integers(2, 14))):
                c = tuple(float(v) for v in rng.uniform(0, 255, 3))
                p = rng.integers(0, size, (int(rng.integers(3, 6)), 2)).astype(np.int32)
                cv2.fillPoly(f, [p], c) if rng.random() < .6 else cv2.circle(f, tuple(int(v) for v in p[0]), int(rng.integers(4, 70)), c, -1)
        out.append(f.clip(0, 255).astype(np.uint8))
    return out


def build(decks, wanted, base=None):
    """Stock for the wanted decks: a dict as Patches takes it; fonts, suits and grounds come from the base stock if given."""
    corners = art.deck_corners(decks, wanted)
    pics, backs = [], []
    for deck in wanted:
        if os.path.exists(f'{decks}/{deck}/10.png'):
            names = [str(n) for n in range(1, 11)]
        else:
            names = [r + s for r in 'JQK' for s in 'CDHS'] + [r + s for r in 'A359T' for s in 'CDHS']
        for n in names:
            c = art.load_card(f'{decks}/{deck}/{n}.png')
            h, w = c.shape[:2]
            c = c[int(.07 * h):int(.93 * h), int(.2 * w):int(.8 * w)]
            pics.append(cv2.resize(c, (220, round(220 * c.shape[0] / c.shape[1])), interpolation=cv2.INTER_AREA))
        b = art.load_card(f'{decks}/{deck}/back.png')
        backs.append(cv2.resize(b, (220, 308), interpolation=cv2.INTER_AREA))
    if base is None:
        suits, drawn = art.suit_fonts(), art.drawn_suits()
        base = {'fonts': art.font_stock()[0], 'suits': {s: suits[s] + drawn[s] for s in suits}, 'textures': textures()}
    return {**base, 'corners': corners, 'art': pics, 'backs': backs}


def load(cache, decks, wanted, base=None):
    """The stock from its cache file, built where there is none."""
    if not os.path.exists(cache):
        stock = build(decks, wanted, base)
        with open(cache, 'wb') as f:
            pickle.dump(stock, f, protocol=4)
    with open(cache, 'rb') as f:
        return pickle.load(f)
