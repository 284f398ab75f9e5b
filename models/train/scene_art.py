"""Rasterised deck art -> faces with the boxes of their corner indices; and the fonts this machine has.

A Face is img uint8 RGB of height TEX, its code, boxes, back: boxes a list of (cx, cy, w, h, up) in pixels of img, up = +1
when the index reads upright on the upright card, -1 for the corner that stands upside-down.
"""
import glob
import os
from collections import namedtuple

import cv2
import numpy as np
from PIL import ImageFont

TEX = 448
Face = namedtuple("Face", "img code boxes back")
RANKS = "A23456789TJQK"
HELD_OUT = ("kde_tigullio", "kennard2", "gnome_anglo_modern", "gnome_ornamental")
SUITS = "CDHS"


def paper_of(img):
    """the paper colour: the median of a ring just inside the edge"""
    h, w = img.shape[:2]
    d = max(3, h // 60)
    ring = np.concatenate([img[d, w // 6:-w // 6], img[-d, w // 6:-w // 6], img[h // 6:-h // 6, d], img[h // 6:-h // 6, -d]])
    return np.median(ring.astype(np.float32), 0)


def index_box(img, paper, min_ink=60):
    """the ink box of rank and suit in the top left corner of img, or None: (x0, y0, x1, y1)"""
    h, w = img.shape[:2]
    reg = img[:int(.34 * h), :int(.40 * w)].astype(np.float32)
    ink = (np.abs(reg - paper).max(2) > min_ink).astype(np.uint8)
    n, _, st, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    keep = []
    for x, y, bw, bh, a in st[1:n]:
        if x + bw > .215 * w or a < 2e-4 * h * w or y + bh > .335 * h or bw > .2 * w or bh < .018 * h:
            continue
        if x + bw / 2 > .17 * w or bh > .17 * h:
            continue
        keep.append((x, y, x + bw, y + bh))
    if not keep:
        return None
    keep.sort(key=lambda b: b[1])
    box = list(keep[0])
    for b in keep[1:]:
        if b[1] < box[3] + .035 * h and b[3] - box[1] < .28 * h:
            box = [min(box[0], b[0]), min(box[1], b[1]), max(box[2], b[2]), max(box[3], b[3])]
    if box[3] - box[1] < .07 * h or box[2] - box[0] < .02 * w:
        return None
    return box


def four_boxes(img, corners=("TL", "TR", "BR", "BL"), hmin=.085):
    """index boxes of all corners of a face: (cx, cy, w, h, up)"""
    paper = paper_of(img)
    h, w = img.shape[:2]
    out = []
    for c in corners:
        v = {"TL": img, "TR": img[:, ::-1], "BL": img[::-1], "BR": img[::-1, ::-1]}[c]
        b = index_box(np.ascontiguousarray(v), paper)
        if b is None or b[3] - b[1] < hmin * h:
            continue
        cx, cy = (b[0] + b[2]) / 2, (b[1] + b[3]) / 2
        if "R" in c:
            cx = w - cx
        if "B" in c:
            cy = h - cy
        out.append((cx, cy, b[2] - b[0], b[3] - b[1], 1 if "T" in c else -1))
    return out


FIXED = {"kennard4bf": (.045, .036, .231, .418), "gnome_tango": (.05, .053, .26, .374)}


def art_deck(folder, name):
    """the faces of one rasterised deck, and its back"""
    faces, back = [], None
    codes = [r + s for s in SUITS for r in RANKS] if not name.startswith("pairs") else [str(i) for i in range(1, 11)]
    four = name in ("gnome_dondorf",)
    for code in codes:
        f = f"{folder}/{name}/{code}.png"
        if not os.path.exists(f):
            continue
        im = cv2.cvtColor(cv2.imread(f), cv2.COLOR_BGR2RGB)
        im = cv2.resize(im, (round(im.shape[1] * TEX / im.shape[0]), TEX), interpolation=cv2.INTER_AREA)
        boxes = four_boxes(im) if not name.startswith("pairs") else pairs_boxes(im)
        if name in FIXED:
            x0, y0, x1, y1 = np.array(FIXED[name]) * np.array([im.shape[1], TEX, im.shape[1], TEX])
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            boxes = [(cx, cy, x1 - x0, y1 - y0, 1), (im.shape[1] - cx, TEX - cy, x1 - x0, y1 - y0, -1)]
        if not four and len(boxes) > 2:
            boxes = [b for b in boxes if (b[0] < im.shape[1] / 2) == (b[4] > 0)]
        faces.append(Face(im, code, boxes, False))
    f = f"{folder}/{name}/back.png"
    if os.path.exists(f):
        im = cv2.cvtColor(cv2.imread(f), cv2.COLOR_BGR2RGB)
        back = Face(cv2.resize(im, (round(im.shape[1] * TEX / im.shape[0]), TEX), interpolation=cv2.INTER_AREA), "back", [], True)
    return faces, back


def pairs_boxes(im):
    """numeral boxes of the rasterised Pairs deck: the ink in the outer quarter of two corners"""
    h, w = im.shape[:2]
    ink = np.abs(im.astype(np.float32) - paper_of(im)).max(2) > 60
    out = []
    for up in (1, -1):
        v = ink if up > 0 else ink[::-1, ::-1]
        ys, xs = np.where(v[:int(.23 * h), :int(.275 * w)])
        if not len(ys):
            continue
        x0, x1, y0, y1 = xs.min(), xs.max() + 1, ys.min(), ys.max() + 1
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        out.append((cx, cy, x1 - x0, y1 - y0, 1) if up > 0 else (w - cx, h - cy, x1 - x0, y1 - y0, -1))
    return out


BAD_FONT = ("Symbol", "Dingbat", "OpenSymbol", "symbola", "Symbola", "Emoji", "Math", "math", "Music", "Ornament", "Initials",
            "esint", "rsfs", "cmsy", "cmex", "cmmi", "stmary", "wasy", "msam", "msbm", "eufm", "D050000L", "StandardSymbols", "opens___")
SUIT_CHARS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def usable_fonts(root="/usr/share/fonts"):
    """(fonts with Latin digits and capitals, fonts with the four suits)"""
    latin, suit = [], []
    for f in sorted(glob.glob(root + "/**/*.[to]tf", recursive=True)):
        try:
            ft = ImageFont.truetype(f, 40)
            miss = ft.getmask("\U000f1234").getbbox(), bytes(ft.getmask("\U000f1234"))
        except Exception:
            continue
        def has(ch):
            m = ft.getmask(ch)
            return m.getbbox() is not None and bytes(m) != miss[1]
        base = os.path.basename(f)
        try:
            if not any(b in base for b in BAD_FONT) and all(has(c) for c in "AKQJ0123456789BDV") and bytes(ft.getmask("A")) != bytes(ft.getmask("K")):
                if "Noto" not in base or base.startswith(("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSerifDisplay-")):
                    latin.append(f)
            if all(has(c) for c in SUIT_CHARS.values()):
                suit.append(f)
        except Exception:
            continue
    return latin, suit


def recolour(p, r, prob):
    """turns the hue of a patch"""
    if r.random() > prob:
        return p
    hsv = cv2.cvtColor(np.ascontiguousarray(p), cv2.COLOR_RGB2HSV).astype(np.int16)
    hsv[..., 0] = (hsv[..., 0] + int(r.integers(180))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * r.uniform(.3, 1.3), 0, 255)
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)


def figure(r, h, w):
    """a busy picture of random blobs, lines and strokes"""
    img = np.empty((h, w, 3), np.uint8)
    img[:] = r.uniform(20, 255, 3).astype(np.uint8)
    for _ in range(int(r.integers(6, 40))):
        c = tuple(int(v) for v in r.uniform(0, 255, 3))
        k = r.integers(4)
        p = [(int(r.uniform(0, w)), int(r.uniform(0, h))) for _ in range(4)]
        if k == 0:
            cv2.ellipse(img, p[0], (int(r.uniform(3, w / 3)), int(r.uniform(3, w / 3))), r.uniform(0, 180), 0, 360, c, -1 if r.random() < .7 else 2, cv2.LINE_AA)
        elif k == 1:
            cv2.line(img, p[0], p[1], c, int(r.integers(1, 9)), cv2.LINE_AA)
        elif k == 2:
            cv2.fillPoly(img, [np.int32(p)], c, cv2.LINE_AA)
        else:
            cv2.polylines(img, [np.int32([p[0] + r.normal(0, w / 8, 2) * i ** .5 for i in range(12)])], False, c, int(r.integers(1, 5)), cv2.LINE_AA)
    return img
