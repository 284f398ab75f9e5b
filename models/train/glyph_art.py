"""Fonts, suit shapes and deck pictures -> the stock of art that index patches are composed of (cached as one .npz).

build(decks, cache): draws every rank with every usable Latin font found by fontconfig, every suit with every font that has
it, and cuts the index corners of the training decks at a fixed height. Nothing here is chance: the stock is the same twice.
"""
import glob
import os
import subprocess

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'B', 'D', 'V', 'R', '1']
SUITS = ['C', 'D', 'H', 'S', 'none']
# Kept out of training, so that a figure for strange decks exists.
HELD_OUT = ['kde_tigullio', 'kennard2', 'gnome_anglo_modern', 'gnome_ornamental']
RANK_H = 64   # px, height of a stored rank mask
SUIT_H = 64   # px, height of a stored suit mask
TILE = 128    # px, side of a stored corner tile
INDEX_H = 48  # px, height of the index in a tile
BAD_FONT = ('symbol', 'dingbat', 'emoji', 'braille', 'math', 'ornament', 'unifont', 'barcode', 'music', 'cuneiform', 'egypt',
            'hieroglyph', 'outline', 'wasy', 'extension', 'stmary', 'rsfs', 'msam', 'msbm', 'eufm', 'eufb', 'lineal', 'trainst',
            'staypuft', 'lignes', 'linear', 'fallback', 'zapf', 'd050000l', 'opens___', 'engadget', 'spindles', 'asana', 'gothic2')


def latin_fonts():
    """Paths of scalable fonts that carry digits and capitals."""
    out = subprocess.run(['fc-list', ':scalable=true:charset=30-39 41-5a', 'file', 'style'], capture_output=True, text=True).stdout
    paths = sorted({l.split(':')[0] for l in out.splitlines() if l.split(':')[0].lower().endswith(('.ttf', '.otf', '.pfb', '.t1'))})
    return [p for p in paths if not any(b in p.lower() for b in BAD_FONT)]


def thin_fonts(paths, per_family=6):
    """At most per_family files of one family: Noto alone would drown the rest."""
    seen, out = {}, []
    for p in paths:
        base = os.path.basename(p).split('-')[0].lower()
        fam = 'noto' + ('serif' if 'serif' in base else 'sans') if base.startswith('noto') else base[:9]
        if base.startswith('noto') and not base in ('notosans', 'notoserif', 'notosansmono', 'notoserifdisplay', 'notosansdisplay'):
            continue
        seen[fam] = seen.get(fam, 0) + 1
        if seen[fam] <= (per_family if not base.startswith('noto') else 14):
            out.append(p)
    return out


def draw(font, text, height):
    """Mask (uint8, height x w) of text, cropped to its ink and scaled to the height; None where the font draws nothing."""
    x0, y0, x1, y1 = font.getbbox(text)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    im = Image.new('L', (x1 - x0 + 8, y1 - y0 + 8), 0)
    ImageDraw.Draw(im).text((4 - x0, 4 - y0), text, font=font, fill=255)
    a = np.array(im)
    ys, xs = np.where(a > 96)
    if len(ys) < 20:
        return None
    a = a[ys.min():ys.max() + 1, xs.min():xs.max() + 1]
    w = max(6, round(a.shape[1] * height / a.shape[0]))
    if w > 3 * height:
        return None
    return cv2.resize(a, (w, height), interpolation=cv2.INTER_AREA)


GLYPHS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '0', '1', 'J', 'Q', 'K', 'B', 'D', 'V', 'R', 'I', 'O']


def font_stock():
    """List of {glyph: mask} per font, drawn at 128 px; a font whose digits look alike (tofu) is dropped."""
    stock, names = [], []
    for p in thin_fonts(latin_fonts()):
        try:
            f = ImageFont.truetype(p, 128)
            m = {g: draw(f, g, RANK_H) for g in GLYPHS}
        except Exception:
            continue
        if any(v is None for v in m.values()):
            continue
        if m['8'].mean() > 200 or m['A'][:8, :4].mean() > 120:  # white on a black box
            continue
        if any(b in p.lower() for b in ('italic', 'oblique', 'slanted')) and len(names) % 5:
            continue
        a = [cv2.resize(m[g], (40, 40)).astype(np.float32) for g in '2345678AKQJ']
        if min(np.abs(a[i] - a[j]).mean() for i in range(len(a)) for j in range(i)) < 6:
            continue
        stock.append(m)
        names.append(p)
    return stock, names


def suit_fonts():
    """{suit: [mask]} from every font that carries the four black suit signs; white (outlined) ones are left out."""
    out = subprocess.run(['fc-list', ':charset=2660 2663 2665 2666', 'file'], capture_output=True, text=True).stdout
    res = {s: [] for s in 'CDHS'}
    for p in sorted({l.split(':')[0] for l in out.splitlines()}):
        if not p.lower().endswith(('.ttf', '.otf', '.ttc')) or 'emoji' in p.lower() or 'unifont' in p.lower():
            continue
        try:
            f = ImageFont.truetype(p, 128)
            m = {s: draw(f, c, SUIT_H) for s, c in zip('SCHD', '♠♣♥♦')}
        except Exception:
            continue
        if any(v is None for v in m.values()) or m['D'][SUIT_H // 2].mean() < 150:
            continue
        for s in m:
            if not any(o.shape == m[s].shape and np.abs(o.astype(int) - m[s]).mean() < 4 for o in res[s]):
                res[s].append(m[s])
    mean = {s: np.mean([cv2.resize(m, (48, 64)).astype(float) for m in res[s]], axis=0) for s in res}
    near = lambda m: min(mean, key=lambda s: np.abs(mean[s] - cv2.resize(m, (48, 64))).mean())
    return {s: [m for m in res[s] if near(m) == s] for s in res}


# ---------------------------------------------------------------- drawn suit shapes
def _fill(polys, circles=(), n=256):
    im = np.zeros((n, n), np.uint8)
    for p in polys:
        cv2.fillPoly(im, [np.round(np.array(p) * n).astype(np.int32)], 255)
    for x, y, r in circles:
        cv2.circle(im, (round(x * n), round(y * n)), round(r * n), 255, -1)
    ys, xs = np.where(im > 0)
    im = im[ys.min():ys.max() + 1, xs.min():xs.max() + 1]
    return cv2.resize(im, (max(6, round(im.shape[1] * SUIT_H / im.shape[0])), SUIT_H), interpolation=cv2.INTER_AREA)


def _curve(a, b, c, d, n=16):
    t = np.linspace(0, 1, n)[:, None]
    a, b, c, d = (np.array(v) for v in (a, b, c, d))
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d


def _heart(rng):
    dip, side, low, wide = rng.uniform(.18, .34), rng.uniform(.3, .5), rng.uniform(.45, .75), rng.uniform(.4, .5)
    top = rng.uniform(-.02, .06)
    r = _curve((.5, dip), (.5 + .12, top), (.5 + wide, top - .02), (.5 + wide, side))
    r2 = _curve((.5 + wide, side), (.5 + wide, low), (.5 + rng.uniform(.05, .2), rng.uniform(.7, .85)), (.5, .97))
    half = np.concatenate([r, r2])
    return np.concatenate([half, (half * [-1, 1] + [1, 0])[::-1]])


def _foot(rng, y0, half):
    w, c = rng.uniform(.12, .3), rng.uniform(.01, .06)
    r = _curve((.5 + c, y0), (.5 + c, .85), (.5 + c + .04, .93), (.5 + w, .97), 10)
    return np.concatenate([r, (r * [-1, 1] + [1, 0])[::-1]])


def drawn_suits(n=60, seed=7):
    """{suit: [mask]}: hearts, diamonds, spades and clubs of varying curves."""
    rng = np.random.default_rng(seed)
    res = {s: [] for s in 'CDHS'}
    for _ in range(n):
        res['H'].append(_fill([_heart(rng)]))
        w, bend = rng.uniform(.3, .5), rng.uniform(-.1, .05)
        pts = []
        for a, b in (((.5, 0), (.5 + w, .5)), ((.5 + w, .5), (.5, 1)), ((.5, 1), (.5 - w, .5)), ((.5 - w, .5), (.5, 0))):
            m = (np.array(a) + b) / 2
            m = m + (m - .5) * bend * 4
            pts.append(_curve(a, m, m, b))
        res['D'].append(_fill([np.concatenate(pts)]))
        h = _heart(rng) * [1, -.8] + [0, .8]
        res['S'].append(_fill([h, _foot(rng, rng.uniform(.45, .6), .2)]))
        r = rng.uniform(.17, .235)
        dx, dy, ty = rng.uniform(.2, .27), rng.uniform(.5, .6), rng.uniform(.2, .26)
        res['C'].append(_fill([_foot(rng, .5, .2), [(.5 - r * .4, .35), (.5 + r * .4, .35), (.5 + r * .8, dy), (.5 - r * .8, dy)]],
                              [(.5, ty, r), (.5 - dx, dy, r), (.5 + dx, dy, r)]))
    return res


# ---------------------------------------------------------------- deck corners
def ink(card):
    """Mask of what differs from the paper (the card's border colour)."""
    h, w = card.shape[:2]
    ring = np.concatenate([card[6, 60:-60], card[-7, 60:-60], card[80:-80, 6], card[80:-80, -7]])
    paper = np.median(ring, axis=0)
    return (np.abs(card.astype(int) - paper).max(2) > 60).astype(np.uint8)


def index_box(card):
    """Box (x0, y0, x1, y1 px) of the top-left index of a 1050 px card: the rank is the first ink from the corner, the suit
    the next ink below it in the same columns; None where no such pair is found. A wider zone is tried for giant indices."""
    return _index_box(card, 1.0) or _index_box(card, 1.75)


def _index_box(card, wide):
    m = cv2.morphologyEx(ink(card), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    h, w = m.shape
    zone = m[8:int(h * .30 * wide), 8:int(w * .24 * wide)]
    n, lab, st, cen = cv2.connectedComponentsWithStats(zone, connectivity=8)
    comp = [i for i in range(1, n) if st[i, 4] > 60 and st[i, 2] < w * .2 * wide and st[i, 3] < h * .2 * wide
            and st[i, 3] > .03 * h and (wide == 1 or st[i, 0] > .02 * w)]
    if not comp:
        return None
    first = min(comp, key=lambda i: st[i, 0] + st[i, 1] * .6)
    x0, y0, x1, y1 = st[first, 0], st[first, 1], st[first, 0] + st[first, 2], st[first, 1] + st[first, 3]
    for _ in range(3):  # the second digit of a ten, serifs that stand apart
        for i in comp:
            a, b, c, d = st[i, 0], st[i, 1], st[i, 0] + st[i, 2], st[i, 1] + st[i, 3]
            if min(d, y1) - max(b, y0) > .5 * (d - b) and a < x1 + .03 * w and c > x0 - .03 * w and c - min(a, x0) < .17 * w * wide:
                x0, y0, x1, y1 = min(x0, a), min(y0, b), max(x1, c), max(y1, d)
    below = [i for i in comp if st[i, 1] > y0 + .6 * (y1 - y0) and abs(cen[i, 0] - (x0 + x1) / 2) < .055 * w * wide
             and st[i, 3] > .25 * (y1 - y0) and st[i, 1] < y1 + .08 * h * wide]
    if not below:
        return None
    b = min(below, key=lambda i: st[i, 1])
    x0, x1 = min(x0, st[b, 0]), max(x1, st[b, 0] + st[b, 2])
    y1 = max(y1, st[b, 1] + st[b, 3])
    if y1 >= zone.shape[0]:
        return None
    return x0 + 8, y0 + 8, x1 + 8, y1 + 8


def corner_tile(card, box, size=TILE, index_h=INDEX_H):
    """(RGB tile, mask) with the index's box in the middle at index_h; outside the card, rounded corner included, mask is 0."""
    h, w = card.shape[:2]
    k = index_h / (box[3] - box[1])
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    small = cv2.resize(card, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    m = np.zeros(small.shape[:2], np.uint8)
    r = round(.045 * small.shape[0])
    hh, ww = m.shape
    cv2.rectangle(m, (r, 0), (ww - r - 1, hh - 1), 255, -1)
    cv2.rectangle(m, (0, r), (ww - 1, hh - r - 1), 255, -1)
    for x, y in ((r, r), (ww - r - 1, r), (r, hh - r - 1), (ww - r - 1, hh - r - 1)):
        cv2.circle(m, (x, y), r, 255, -1, cv2.LINE_AA)
    mat = np.float32([[1, 0, size / 2 - cx * k], [0, 1, size / 2 - cy * k]])
    return cv2.warpAffine(small, mat, (size, size)), cv2.warpAffine(m, mat, (size, size))


def load_card(path):
    return cv2.cvtColor(cv2.imread(path), cv2.COLOR_BGR2RGB)


def deck_names(decks):
    return sorted(os.path.basename(d) for d in glob.glob(decks + '/*') if os.path.isdir(d))


def deck_boxes(decks, deck):
    """{card: box}; where one card's box strays from its deck's usual place the usual one is taken, courts without letters left out."""
    found = {}
    for p in sorted(glob.glob(f'{decks}/{deck}/??.png')):
        found[os.path.basename(p)[:-4]] = index_box(load_card(p))
    good = np.array([b for b in found.values() if b])
    if not len(good):
        return {}
    usual = np.median(good, axis=0)
    out = {}
    for c, b in found.items():
        if b and abs(b[1] - usual[1]) < 25 and abs(b[3] - usual[3]) < 40 * (1 if usual[3] < 350 else 2) and b[2] - b[0] < 2.2 * (usual[2] - usual[0]):
            out[c] = b
    return out


def deck_corners(decks, wanted):
    """Lists of (tile, mask, rank, suit, deck) for the named decks; a Pairs deck's numerals have suit none."""
    res = []
    for deck in wanted:
        if os.path.exists(f'{decks}/{deck}/10.png'):
            for n in range(1, 11):
                card = load_card(f'{decks}/{deck}/{n}.png')
                m = ink(card)[8:260, 8:215]
                ys, xs = np.where(m > 0)
                t, k = corner_tile(card, (xs.min() + 8, ys.min() + 8, xs.max() + 9, ys.max() + 9))
                res.append((t, k, RANKS.index(str(n)), 4, deck))
            continue
        for c, b in deck_boxes(decks, deck).items():
            r = '10' if c[0] == 'T' else c[0]
            t, k = corner_tile(load_card(f'{decks}/{deck}/{c}.png'), b)
            res.append((t, k, RANKS.index(r), SUITS.index(c[1]), deck))
    return res


def montage(images, cols, path):
    h = max(i.shape[0] for i in images)
    w = max(i.shape[1] for i in images)
    pad = []
    for i in images:
        c = np.full((h, w, 3), 90, np.uint8)
        c[:i.shape[0], :i.shape[1]] = i if i.ndim == 3 else i[..., None]
        pad.append(c)
    while len(pad) % cols:
        pad.append(np.full((h, w, 3), 90, np.uint8))
    rows = [np.hstack(pad[i:i + cols]) for i in range(0, len(pad), cols)]
    cv2.imwrite(path, cv2.cvtColor(np.vstack(rows), cv2.COLOR_RGB2BGR))
