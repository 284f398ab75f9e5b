"""Shards of scenes -> batches and target maps for net D."""
import glob
import os

import cv2
import numpy as np

cv2.setNumThreads(1)
FULL, N, S = 320, 256, 4   # a shard's crop, what the net is shown, its stride
C = N // S
H_MIN, H_MAX, LONG_MAX = 5., 34., 270.   # what it must find at its own scale; beyond is the next level's work


def moved(img, idx, card, r):
    """one picture turned, scaled and shifted at random (never mirrored), and its label rows with it"""
    a = r.uniform(0, 2 * np.pi) if r.random() < .65 else r.integers(4) * np.pi / 2
    h = np.exp(np.median(np.log(idx[:, 5]))) if len(idx) else (np.median(card[:, 5]) / 5.5 if len(card) else 15.)
    z = float(np.clip(np.exp(r.uniform(np.log(6.), np.log(28.))) / h, .62, 1.6))
    c, s = np.cos(a) * z, np.sin(a) * z
    A = np.array([[c, -s], [s, c]])
    slack = max(0., FULL / 2 - N / 2 / z) + 12
    aim = np.full(2, FULL / 2.)
    if len(idx) and r.random() < .7:   # look where the indices are
        aim = idx[r.integers(len(idx)), 1:3] + r.normal(size=2) * 30
    aim = np.clip(aim, FULL / 2 - slack, FULL / 2 + slack)
    t = np.full(2, N / 2.) - A @ aim
    M = np.column_stack([A, t + A @ [.5, .5] - .5])   # pixel centres
    out = cv2.warpAffine(img, M, (N, N), flags=cv2.INTER_LINEAR if z > .9 else cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=tuple(int(v) for v in r.uniform(0, 255, 3)))
    idx, card = idx.copy(), card.copy()
    idx[:, 1:3] = idx[:, 1:3] @ A.T + t
    idx[:, 3:5] = idx[:, 3:5] @ A.T / z
    idx[:, 5] *= z
    edge = np.minimum(idx[:, 1:3], N - idx[:, 1:3]).min(1)
    idx = idx[edge > 0]
    idx[edge[edge > 0] < .38 * idx[:, 5], 6] *= .7
    if len(card):
        ang = np.arctan2(card[:, 4], card[:, 3]) / 2
        u, v = np.stack([np.cos(ang), np.sin(ang)], 1) * card[:, 5:6] / 2, np.stack([-np.sin(ang), np.cos(ang)], 1) * card[:, 6:7] / 2
        g = np.linspace(-.9, .9, 6)
        p = card[:, None, None, 1:3] + g[None, :, None, None] * u[:, None, None] + g[None, None, :, None] * v[:, None, None]
        was = ((p > 0) & (p < FULL)).all(3).mean((1, 2))
        q = p @ A.T + t
        now = ((p > 0) & (p < FULL) & (q > 0) & (q < N)).all(3).mean((1, 2))
        card[:, 7] *= now / np.maximum(was, 1e-3)
        card[:, 1:3] = card[:, 1:3] @ A.T + t
        ang2 = 2 * (ang + a)
        card[:, 3], card[:, 4] = np.cos(ang2), np.sin(ang2)
        card[:, 5:7] *= z
        card = card[((card[:, 1:3] > 0) & (card[:, 1:3] < N)).all(1)]
    return out, idx, card


def splat(heat, x, y, sig):
    """a Gaussian peak at cell coordinates x, y, joined by maximum; its top sits on a cell"""
    cx, cy, r = int(x), int(y), int(3 * sig + 1)
    x0, x1, y0, y1 = max(0, cx - r), min(C, cx + r + 1), max(0, cy - r), min(C, cy + r + 1)
    gx, gy = np.arange(x0, x1) - cx, np.arange(y0, y1) - cy
    g = np.exp(-(gx[None] ** 2 + gy[:, None] ** 2) / (2 * sig * sig))
    np.maximum(heat[y0:y1, x0:x1], g, out=heat[y0:y1, x0:x1])


def blank(mask, x, y, r):
    x0, x1, y0, y1 = max(0, int(x - r)), min(C, int(x + r) + 1), max(0, int(y - r)), min(C, int(y + r) + 1)
    mask[y0:y1, x0:x1] = 0


def targets(n, idx, card):
    """heat [n,3,C,C], weight of heat, and regression rows: (picture, cy, cx, values..., weight)"""
    heat, mask = np.zeros((n, 3, C, C), np.float32), np.ones((n, 3, C, C), np.float32)
    ri, rc = [], []
    for b, x, y, ux, uy, h, v in idx:
        b, x, y = int(b), x / S, y / S
        if v < .66 or h < H_MIN or h > H_MAX:
            if v > .33:
                blank(mask[b, 0], x, y, max(1., .3 * h / S))
            continue
        splat(heat[b, 0], x, y, min(2., max(.55, .35 + .04 * h)))
        for dx, dy, w in ((0, 0, 1), (1, 0, .25), (-1, 0, .25), (0, 1, .25), (0, -1, .25)):
            cx, cy = int(x) + dx, int(y) + dy
            if 0 <= cx < C and 0 <= cy < C and (w == 1 or h > 8):
                ri.append((b, cy, cx, x - cx - .5, y - cy - .5, ux, uy, np.log2(h / 16), w))
    for b, x, y, c2, s2, lo, sh, v, up, area in card:
        b, x, y = int(b), x / S, y / S
        ch = 1 if up else 2
        sig = min(3.5, max(.8, .5 + .06 * sh / S))
        need = .35 if up else .25
        if v < need or lo > LONG_MAX:
            if v > .12:
                blank(mask[b, ch], x, y, 1.5 * sig)
            continue
        splat(heat[b, ch], x, y, sig)
        for dx, dy, w in ((0, 0, 1), (1, 0, .25), (-1, 0, .25), (0, 1, .25), (0, -1, .25)):
            cx, cy = int(x) + dx, int(y) + dy
            if 0 <= cx < C and 0 <= cy < C:
                rc.append((b, cy, cx, x - cx - .5, y - cy - .5, c2, s2, np.log2(lo / 64), np.log2(sh / 45), w))
    mask = np.where(heat == 1, 1, mask)
    return heat, mask, np.float32(ri).reshape(-1, 9), np.float32(rc).reshape(-1, 10)


class Shards:
    """a changing pool of shards; crops are drawn from all of it"""

    def __init__(self, folder, rng, hold=10):
        self.folder, self.r, self.hold, self.pool = folder, rng, hold, []
        self.used = {}

    def load(self):
        fs = [f for f in glob.glob(self.folder + "/*.npz") if ".tmp" not in f]
        # seldom-used and new shards first
        fs.sort(key=lambda f: (self.used.get((f, int(os.path.getmtime(f))), 0), self.r.random()))
        f = fs[0]
        k = (f, int(os.path.getmtime(f)))
        self.used[k] = self.used.get(k, 0) + 1
        with np.load(f) as z:
            self.pool.append((z["img"], z["idx"], z["card"], self.r.permutation(64).tolist()))

    def batch(self, n):
        while len(self.pool) < self.hold:
            self.load()
        img, idx, card = [], [], []
        for j in range(n):
            p = self.pool[self.r.integers(len(self.pool))]
            q = p[3].pop()
            i = p[1][p[1][:, 0] == q].copy(); i[:, 0] = j
            c = p[2][p[2][:, 0] == q].copy(); c[:, 0] = j
            m, i, c = moved(p[0][q], i, c, self.r)
            img.append(m); idx.append(i); card.append(c)
            if not p[3]:
                self.pool = [s for s in self.pool if s is not p]
                self.load()
        idx, card = np.concatenate(idx), np.concatenate(card)
        x = np.stack(img).astype(np.float32)
        r = self.r
        x *= (1 + r.normal(size=(n, 1, 1, 3)) * .05 + r.normal(size=(n, 1, 1, 1)) * .12).astype(np.float32)
        x += (r.normal(size=(n, 1, 1, 1)) * 10).astype(np.float32)
        np.clip(x, 0, 255, out=x)
        return x / 255, idx, card
