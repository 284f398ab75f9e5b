#!/usr/bin/env python3
"""Composes table scenes with exact labels: scene.py DECKS_DIR ART_DIR OUT_DIR [--seed S] [--count N] [--held-out] [--preview PNG]

Writes shards of 64 crops: SHARD.npz with img uint8 [64,320,320,3], and sparse rows (picture, values...):
idx  [n, 7]: picture, x, y, up x, up y, h, visible fraction
card [m, 10]: picture, x, y, cos 2a, sin 2a, long, short, visible fraction, face up, area inside the picture
"""
import argparse
import os
import time

import cv2
import numpy as np

import scene_things as st
from scene_art import HELD_OUT, art_deck, usable_fonts
from scene_decks import Painter
from scene_layout import camera, layout, poly_area, proj
from scene_light import N, light
from scene_tops import SIDE, Table

cv2.setNumThreads(1)
PAD = 6
HAND, THING = 30000, 30001


def mips(face, rad):
    """the face padded by replicated edges with a rounded alpha, at falling sizes"""
    img = face.img
    h, w = img.shape[:2]
    mask = np.zeros((h * 2, w * 2), np.uint8)
    R = max(1, int(rad * h * 2))
    cv2.rectangle(mask, (R, 0), (2 * w - 1 - R, 2 * h - 1), 255, -1)
    cv2.rectangle(mask, (0, R), (2 * w - 1, 2 * h - 1 - R), 255, -1)
    for x in (R, 2 * w - 1 - R):
        for y in (R, 2 * h - 1 - R):
            cv2.circle(mask, (x, y), R, 255, -1)
    mask = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    out, i, m, s = [], img, mask, 1.
    while h * s > 20:
        if s < 1:
            k = (max(2, round(w * s)), max(2, round(h * s)))
            i, m = (cv2.resize(v, k, interpolation=cv2.INTER_AREA) for v in (i, m))
        ib = cv2.copyMakeBorder(i, PAD, PAD, PAD, PAD, cv2.BORDER_REPLICATE)
        mb = cv2.copyMakeBorder(m, PAD, PAD, PAD, PAD, cv2.BORDER_CONSTANT, value=0)
        out.append((ib, mb, i.shape[1] / w, i.shape[0] / h))
        s *= .5
    return out


class Deck:
    """a deck ready to be laid: faces with their texture pyramids, made when first used"""

    def __init__(self, faces, back, rng):
        self.faces, self.back, self.rad = faces, back, rng.uniform(.02, .075)
        self.cache = {}

    def mips(self, face):
        k = id(face)
        if k not in self.cache:
            self.cache[k] = mips(face, self.rad)
        return self.cache[k]


class Maker:
    """makes scenes"""

    def __init__(self, decks_dir, art_dir, seed, held_out=False):
        self.r = np.random.default_rng(seed)
        latin, suits = usable_fonts()
        names = [d for d in sorted(os.listdir(decks_dir)) if (d in HELD_OUT) == held_out]
        art = []
        for d in names:
            f, b = art_deck(decks_dir, d)
            if len(f) >= 10 and b is not None:
                art.append((f, b))
        self.art = [Deck(f, b, self.r) for f, b in art]
        self.held_out = held_out
        self.painter = Painter(self.r, latin, suits, [] if held_out else art)
        self.fonts = latin
        self.table = Table(self.r, latin, art_dir)
        self.drawn = [Deck(*self.painter.deck(), self.r) for _ in range(8 if held_out else 40)]
        self.count = 0
        self.grain = self.r.normal(size=(3 * N, 3 * N, 4)).astype(np.float32)

    def deck(self):
        r = self.r
        if self.held_out or r.random() < .42:
            d = self.art[r.integers(len(self.art))]
            if r.random() < .15:
                d.rad, d.cache = r.uniform(.02, .075), {}
            return d
        return self.drawn[r.integers(len(self.drawn))]


    # -------------------------------------------------------- painting
    def lay(self, S, deck, face, x, y, a):
        """paints one card; keeps what its labels need"""
        r = self.r
        th, tw = face.img.shape[:2]
        hh = th / tw / 2
        c, s = np.cos(a), np.sin(a)
        corners = np.array([[-.5, -hh], [.5, -hh], [.5, hh], [-.5, hh]]) @ np.array([[c, s], [-s, c]]) + [x, y]
        q = proj(S["H"], corners)
        if q is None:
            return
        lo, hi = q.min(0), q.max(0)
        if hi[0] < 2 or hi[1] < 2 or lo[0] > N - 2 or lo[1] > N - 2 or (hi - lo).max() > 2600:
            return
        side = max(np.linalg.norm(q[0] - q[3]), np.linalg.norm(q[1] - q[2]))
        if r.random() < .5:
            q = q + r.normal(size=(4, 2)) * side * r.choice([.004, .015])
        q = q.astype(np.float32)
        M0 = cv2.getPerspectiveTransform(np.float32([[0, 0], [tw, 0], [tw, th], [0, th]]), q)
        lv = deck.mips(face)
        want = side / th
        i = 0
        while i + 1 < len(lv) and lv[i + 1][3] >= want * .75:
            i += 1
        tex, mask, sx, sy = lv[i]
        A = np.array([[1 / sx, 0, (-PAD) / sx], [0, 1 / sy, (-PAD) / sy], [0, 0, 1]])
        m = 8
        x0, y0 = max(0, int(lo[0]) - m), max(0, int(lo[1]) - m)
        x1, y1 = min(N, int(hi[0]) + m), min(N, int(hi[1]) + m)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        T = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.]])
        C = np.array([[1, 0, .5], [0, 1, .5], [0, 0, 1.]])  # pixel centres
        M = np.linalg.inv(C) @ T @ M0 @ A @ C
        sz = (x1 - x0, y1 - y0)
        t = cv2.warpPerspective(tex, M, sz, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        k = cv2.warpPerspective(mask, M, sz, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        im = S["img"][y0:y1, x0:x1]
        dx, dy, sg, ks = S["shadow"]
        sg = max(.5, sg * side * .01)
        f = 4 if sg > 4 else 2 if sg > 1.6 else 1
        sh = k if f == 1 else cv2.resize(k, (sz[0] // f + 1, sz[1] // f + 1), interpolation=cv2.INTER_LINEAR)
        sh = cv2.GaussianBlur(sh, (0, 0), sg / f)
        if f > 1:
            sh = cv2.resize(sh, sz, interpolation=cv2.INTER_LINEAR)
        mv = np.float32([[1, 0, dx * side * .01], [0, 1, dy * side * .01]])
        sh = cv2.warpAffine(sh, mv, sz)
        im *= 1 - sh[..., None].astype(np.float32) * np.float32(ks / 255)
        if S["rim"] > 0:
            dil = cv2.dilate(k, np.ones((3, 3), np.uint8)) if side > 60 else k
            rim = (dil.astype(np.float32) - cv2.erode(k, np.ones((3, 3), np.uint8)))[..., None] / 255
        kf = k.astype(np.float32)[..., None] / 255
        yy = np.linspace(-1, 1, sz[1], dtype=np.float32)[:, None, None]
        g = ((1 + yy * (r.normal() * .05)) * (r.uniform(.9, 1.06) * S["cardlight"])).astype(np.float32)
        im += (t.astype(np.float32) * g - im) * kf
        if S["rim"] > 0:
            im *= 1 - rim * S["rim"]
        S["ids"][y0:y1, x0:x1][k > 127] = len(S["cards"]) + 1
        idx = []
        for bx, by, bw, bh, up in face.boxes:
            gx, gy = np.meshgrid(np.linspace(-.46, .46, 5) * bw + bx, np.linspace(-.47, .47, 7) * bh + by)
            pts = cv2.perspectiveTransform(np.float32(np.stack([gx.ravel(), gy.ravel()], 1))[None], M0)[0]
            e = cv2.perspectiveTransform(np.float32([[[bx, by], [bx, by - up * bh / 2], [bx, by + up * bh / 2]]]), M0)[0]
            idx.append((e[0], e[1] - e[2], pts))
        ctr = cv2.perspectiveTransform(np.float32([[[tw / 2, th / 2]]]), M0)[0, 0]
        ax = (q[3] + q[2] - q[0] - q[1]) / 2
        sh2 = (q[1] + q[2] - q[0] - q[3]) / 2
        S["cards"].append(dict(c=ctr, ax=ax, sh=sh2, area=poly_area(q), up=not face.back, idx=idx, code=face.code))

    def scene(self):
        """(picture uint8 N x N x 3, idx rows, card rows)"""
        r = self.r
        self.count += 1
        if self.count % 7 == 0 and not self.held_out:
            self.drawn[r.integers(len(self.drawn))] = Deck(*self.painter.deck(), r)
        if self.count % 12 == 0:
            self.table.refresh()
        if self.count % 25 == 0:
            self.table.refresh_stamp()
        w = np.exp(r.uniform(np.log(26), np.log(150)))
        if r.random() < .06:
            w = r.uniform(150, 330)
        H = camera(r, w, N)
        lightdir = r.uniform(0, 6.3)
        k = r.uniform(0, 1)
        S = dict(H=H, img=self.table.ground(N).astype(np.float32), ids=np.zeros((N, N), np.int32), cards=[],
                 shadow=(np.cos(lightdir) * k * 2.5, np.sin(lightdir) * k * 2.5, r.uniform(.3, 3.5), r.uniform(.05, .55)),
                 rim=r.uniform(.05, .5) if r.random() < .7 else 0, cardlight=r.uniform(.85, 1.04))
        if r.random() < .14:   # white cards on a white table
            S["img"] = S["img"] * .12 + r.uniform(195, 232) * (1 + r.uniform(-.03, .03, 3))
        elif r.random() < .3:
            S["img"] = S["img"] * r.uniform(.4, 1) + r.uniform(-20, 30)
        for _ in range(int(r.integers(0, 9)) if r.random() < .45 else 0):
            self.thing(S, w, 0)
        deck = self.deck()
        spots, held = layout(r, w, N)
        if r.random() < .07:
            spots = []
        two = self.deck() if r.random() < .12 else deck
        for x, y, a, up in spots:
            d = two if r.random() < .4 else deck
            face = d.faces[r.integers(len(d.faces))] if up else d.back
            self.lay(S, d, face, x, y, a + (np.pi if r.random() < .4 else 0), )
        for p, s in held:
            q = proj(H, p[None])
            if q is not None and np.abs(q).max() < 3 * N:
                st.hand(r, S["img"], S["ids"], q[0], s * w * r.uniform(.7, 1.2), HAND)
        if r.random() < .1:
            st.hand(r, S["img"], S["ids"], r.uniform(-.1, 1.1, 2) * N, max(4, w * r.uniform(.2, .4)), HAND)
        for _ in range(int(r.integers(1, 4)) if r.random() < .16 else 0):
            self.thing(S, w, THING)
        idx, card = self.labels(S)
        img = light(r, S["img"], S["ids"], self.grain, w, idx)
        return img, idx, card

    def thing(self, S, w, ident):
        """lays a chip, note, pen, marker, page or packaged picture"""
        r = self.r
        k = r.choice(["stamp", "disc", "marker", "note", "pen", "page"], p=[.4, .22, .06, .1, .1, .12])
        x, y = r.uniform(-.1, 1.1, 2) * N
        size = w * r.uniform(.4, 2.2)
        if k == "stamp" and self.table.stamp_pool:
            o = self.table.stamp_pool[r.integers(len(self.table.stamp_pool))]
        elif k == "disc":
            o, size = st.disc(r, self.fonts), w * r.uniform(.35, 1.3)
        elif k == "marker":
            o, size = st.marker(r), w * r.uniform(.4, 1.2)
        elif k == "note":
            o, size = st.note(r, self.fonts), w * r.uniform(1.6, 2.6)
        elif k == "pen":
            o, size = st.pen(r), w * r.uniform(1, 2.4)
        else:
            src = self.table.pool[r.integers(len(self.table.pool))]
            hh, ww = int(r.uniform(120, 320)), int(r.uniform(120, 320))
            yy, xx = r.integers(0, SIDE - hh), r.integers(0, SIDE - ww)
            o = np.dstack([src[yy:yy + hh, xx:xx + ww], np.full((hh, ww), 255, np.uint8)])
        if ident:
            size = min(size, w * 1.3)
        sh = o.copy()
        sh[..., :3] = 0
        sh[..., 3] //= 3
        a = r.uniform(0, 6.3)
        size = min(size, 1.4 * N)
        if r.random() < .6:
            st.paste(S["img"], S["ids"], sh, x + size * .02, y + size * .025, size * 1.02, a)
        st.paste(S["img"], S["ids"], o, x, y, size, a, ident or None)

    def labels(self, S):
        idx, card = [], []
        ids = S["ids"]
        cnt = np.bincount(ids[ids < HAND].ravel(), minlength=len(S["cards"]) + 1)
        for i, c in enumerate(S["cards"]):
            vis = cnt[i + 1] / max(1., c["area"])
            x, y = c["c"]
            L, W = np.linalg.norm(c["ax"]), np.linalg.norm(c["sh"])
            ax, lo, sh = c["ax"], L, W
            if W > L:
                ax, lo, sh = c["sh"], W, L
            a2 = 2 * np.arctan2(ax[1], ax[0])
            if 0 <= x < N and 0 <= y < N and vis > .08:
                card.append((x, y, np.cos(a2), np.sin(a2), lo, sh, min(1., vis), c["up"], cnt[i + 1]))
            for p, u, pts in c["idx"]:
                h = np.linalg.norm(u)
                if not (0 <= p[0] < N and 0 <= p[1] < N) or h < 2.5:
                    continue
                px = pts.astype(int)
                ok = (px[:, 0] >= 0) & (px[:, 1] >= 0) & (px[:, 0] < N) & (px[:, 1] < N) & (pts.min(1) >= 0)
                v = (ids[px[ok, 1], px[ok, 0]] == i + 1).sum() / len(pts)
                if v > .25:
                    idx.append((p[0], p[1], u[0] / h, u[1] / h, h, v))
        return np.float32(idx).reshape(-1, 6), np.float32(card).reshape(-1, 9)


def draw(img, idx, card):
    """labels drawn on a copy of img"""
    o = np.ascontiguousarray(img.copy())
    for x, y, c, s, lo, sh, vis, up, _ in card:
        a = np.arctan2(s, c) / 2
        col = (255, 220, 0) if up else (0, 160, 255)
        b = cv2.boxPoints(((float(x), float(y)), (float(lo), float(sh)), float(np.rad2deg(a))))
        if vis >= .35:
            cv2.polylines(o, [np.int32(b)], True, col, 1)
        cv2.circle(o, (int(x), int(y)), 3, col, -1 if vis >= .35 else 1)
    for x, y, ux, uy, h, v in idx:
        col = (0, 255, 0) if v >= .7 else (255, 0, 0)
        cv2.line(o, (int(x - ux * h / 2), int(y - uy * h / 2)), (int(x + ux * h / 2), int(y + uy * h / 2)), col, 1)
        cv2.circle(o, (int(x + ux * h / 2), int(y + uy * h / 2)), 2, col, -1)
    return o


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("decks"); ap.add_argument("art"); ap.add_argument("out")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=100000)
    ap.add_argument("--keep", type=int, default=400, help="shards kept; older ones are written over")
    ap.add_argument("--held-out", action="store_true")
    ap.add_argument("--preview")
    a = ap.parse_args()
    m = Maker(a.decks, a.art, a.seed, a.held_out)
    os.makedirs(a.out, exist_ok=True)
    if a.preview:
        t = time.time()
        rows = [np.hstack([draw(*m.scene()) for _ in range(6)]) for _ in range(5)]
        print("ms a scene", (time.time() - t) / 30 * 1000)
        cv2.imwrite(a.preview, cv2.cvtColor(np.vstack(rows), cv2.COLOR_RGB2BGR))
        return
    for k in range(a.count // 64):
        t = time.time()
        s = [m.scene() for _ in range(64)]
        idx = np.concatenate([np.column_stack([np.full(len(i), j), i]) for j, (_, i, _) in enumerate(s)])
        card = np.concatenate([np.column_stack([np.full(len(c), j), c]) for j, (_, _, c) in enumerate(s)])
        f = f"{a.out}/s{a.seed}_{k % a.keep:05d}"
        np.savez(f + ".tmp.npz", img=np.stack([i for i, _, _ in s]), idx=np.float32(idx), card=np.float32(card))
        os.replace(f + ".tmp.npz", f + ".npz")
        if k % 10 == 0:
            print(k, f"{(time.time() - t) / 64 * 1000:.0f} ms a scene", flush=True)


if __name__ == "__main__":
    main()
