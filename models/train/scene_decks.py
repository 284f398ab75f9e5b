"""French-suited decks composed afresh from fonts, suit shapes and patches of court art."""
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scene_art import SUIT_CHARS, SUITS, RANKS, TEX, Face, figure, recolour
from scene_pairs import back, pairs_deck, pip_places


class Painter:
    """composes decks; keeps the fonts and the art patches it draws from"""

    def __init__(self, rng, latin, suit_fonts, art):
        self.rng, self.latin, self.suit_fonts = rng, latin, suit_fonts
        self.art = art  # list of (faces, back)
        self.cache = {}

    def text(self, s, font, px_h, stretch=1.0, bold=0):
        """an alpha mask of s, trimmed to its ink, px_h pixels tall"""
        ft = ImageFont.truetype(font, 120)
        l, t, r, b = ft.getbbox(s)
        im = Image.new("L", (max(2, r - l + 40), max(2, b - t + 40)))
        ImageDraw.Draw(im).text((20 - l, 20 - t), s, fill=255, font=ft)
        a = np.array(im)
        if bold:
            a = cv2.dilate(a, np.ones((bold, bold), np.uint8))
        ys, xs = np.where(a > 100)
        if not len(ys):
            return np.zeros((px_h, px_h), np.uint8)
        a = a[ys.min():ys.max() + 1, xs.min():xs.max() + 1]
        w = max(2, round(a.shape[1] * px_h / a.shape[0] * stretch))
        return cv2.resize(a, (w, max(2, px_h)), interpolation=cv2.INTER_AREA)

    def suit_shape(self, s, kind, h):
        """an alpha mask of a suit symbol h pixels tall"""
        key = (s, kind)
        if key not in self.cache:
            if isinstance(kind, str):
                self.cache[key] = self.text(SUIT_CHARS[s], kind, 200)
            else:
                self.cache[key] = drawn_suit(s, kind)
        a = self.cache[key]
        return cv2.resize(a, (max(2, round(a.shape[1] * h / a.shape[0])), max(2, int(h))), interpolation=cv2.INTER_AREA)

    def blot(self, img, mask, cx, cy, col, flip=False):
        """paints col through mask, centred at cx, cy"""
        if flip:
            mask = mask[::-1, ::-1]
        h, w = mask.shape
        x0, y0 = int(round(cx - w / 2)), int(round(cy - h / 2))
        X0, Y0, X1, Y1 = max(0, x0), max(0, y0), min(img.shape[1], x0 + w), min(img.shape[0], y0 + h)
        if X1 <= X0 or Y1 <= Y0:
            return
        m = mask[Y0 - y0:Y1 - y0, X0 - x0:X1 - x0, None].astype(np.float32) / 255
        r = img[Y0:Y1, X0:X1].astype(np.float32)
        img[Y0:Y1, X0:X1] = (r + (np.asarray(col, np.float32) - r) * m).astype(np.uint8)

    def patch(self):
        """a busy patch of court art or of a card back, or noise figures"""
        r = self.rng
        if r.random() < .7 and self.art:
            faces, back = self.art[r.integers(len(self.art))]
            if r.random() < .2 and back is not None:
                src = back.img
            else:
                src = [f for f in faces if f.code[0] in "JQK"] or faces
                src = src[r.integers(len(src))].img
            h, w = src.shape[:2]
            p = src[int(.07 * h):int(.93 * h), int(.16 * w):int(.84 * w)]
            if r.random() < .3:
                p = p[:, ::-1]
            return recolour(p, r, .5)
        return figure(r, 300, 200)

    def deck(self):
        """(faces, back) of one new deck"""
        if self.rng.random() < .22:
            return pairs_deck(self)
        r = self.rng
        W = round(TEX * (.714 if r.random() < .6 else r.uniform(.62, .76)))
        font = self.latin[r.integers(len(self.latin))]
        kind = self.suit_fonts[r.integers(len(self.suit_fonts))] if r.random() < .6 else tuple(r.uniform(0, 1, 3).round(2))
        if r.random() < .75:
            paper = np.array([255, 255, 255]) - r.uniform(0, 14) - np.array([0, r.uniform(0, 6), r.uniform(0, 22)])
        else:
            paper = [np.array([250, 240, 210]), r.uniform(150, 255, 3), np.array([235, 190, 170]), r.uniform(20, 70, 3)][r.choice(4, p=[.5, .2, .15, .15])]
        dark = paper.mean() < 110
        black = r.uniform(0, 50, 3) if not dark else r.uniform(200, 255, 3)
        red = np.array([r.uniform(170, 240), r.uniform(0, 50), r.uniform(0, 60)]) if not dark else np.array([255, r.uniform(60, 130), r.uniform(60, 130)])
        col = {"S": black, "C": black, "H": red, "D": red}
        if r.random() < .22:
            col["C"] = np.array([r.uniform(0, 60), r.uniform(90, 160), r.uniform(0, 70)])
            col["D"] = np.array([r.uniform(0, 60), r.uniform(50, 140), r.uniform(160, 240)]) if r.random() < .6 else np.array([240, r.uniform(110, 150), 20])
        if r.random() < .05:
            col = {s: black for s in SUITS}
        letters = {"J": "J", "Q": "Q", "K": "K", "A": "A", "T": "10"}
        u = r.random()
        if u < .15:
            letters.update(J="B", Q="D")
        elif u < .25:
            letters.update(J="V", Q="D", K="R", A="1" if r.random() < .5 else "A")
        style = r.choice(["std", "small", "jumbo", "huge", "side"], p=[.38, .27, .2, .1, .05])
        rh = {"std": r.uniform(.068, .092), "small": r.uniform(.042, .065), "jumbo": r.uniform(.1, .15), "huge": r.uniform(.15, .23), "side": r.uniform(.07, .12)}[style]
        sh = rh * (r.uniform(.55, 1.05) if style != "huge" else r.uniform(.3, .6))
        gap = r.uniform(.004, .03) if style != "huge" else r.uniform(-.005, .02)
        stretch = r.uniform(.6, 1.1)
        if style in ("jumbo", "huge"):
            stretch = r.uniform(.7, 1.1)
        m = dict(W=W, font=font, kind=kind, paper=paper, col=col, letters=letters, rh=rh, sh=sh, gap=gap, stretch=stretch, style=style,
                 ix=r.uniform(.07, .115) if style not in ("jumbo", "huge") else r.uniform(.1, .16), iy=r.uniform(.025, .055),
                 four=r.random() < .16, one=r.random() < .05, bold=int(r.choice([0, 0, 0, 3, 5])), ph=r.uniform(.1, .2),
                 frame=r.random() < .7, same_court=self.patch() if r.random() < .25 else None, ace=r.uniform(.15, .45),
                 pipmode=r.choice(["std", "one", "none", "mini"], p=[.68, .12, .08, .12]), border=r.random() < .08, edge=int(r.uniform(4, 16)) if r.random() < .1 else 0, centre_letter=r.random() < .06)
        faces = [self.face(m, rank, s) for s in SUITS for rank in RANKS]
        faces += [self.joker(m) for _ in range(2)]
        return faces, back(self)

    def index(self, m, img, rank, s, boxes):
        W = m["W"]
        t = self.text(m["letters"].get(rank, rank), m["font"], round(m["rh"] * TEX), m["stretch"], m["bold"])
        if t.shape[1] > .27 * W:
            t = cv2.resize(t, (int(.27 * W), t.shape[0]), interpolation=cv2.INTER_AREA)
        su = self.suit_shape(s, m["kind"], round(m["sh"] * TEX))
        hh = t.shape[0] + su.shape[0] + m["gap"] * TEX
        ww = max(t.shape[1], su.shape[1])
        cx = max(m["ix"] * W, ww / 2 + .025 * W)
        top = m["iy"] * TEX
        corners = [(cx, 1), (W - cx, 1), (W - cx, -1), (cx, -1)] if m["four"] else [(cx, 1), (W - cx, -1)]
        if m["one"]:
            corners = [(cx, 1)]
        for x, up in corners:
            ty, sy = top + t.shape[0] / 2, top + hh - su.shape[0] / 2
            if up < 0:
                ty, sy = TEX - ty, TEX - sy
            self.blot(img, t, x, ty, m["col"][s], up < 0)
            self.blot(img, su, x, sy, m["col"][s], up < 0)
            cy = top + hh / 2 if up > 0 else TEX - top - hh / 2
            boxes.append((x, cy, ww, hh, up))
        return top + hh

    def blank(self, m):
        img = np.zeros((TEX, m["W"], 3), np.uint8)
        cv2.rectangle(img, (0, 0), (m["W"], TEX), tuple(int(v) for v in np.clip(m["paper"], 0, 255)), -1)
        if m["edge"]:
            cv2.rectangle(img, (0, 0), (m["W"] - 1, TEX - 1), tuple(int(v) for v in self.rng.uniform(0, 40, 3)), 2 * m["edge"])
        if m["border"]:
            d = int(.03 * TEX)
            cv2.rectangle(img, (d, d), (m["W"] - d, TEX - d), tuple(int(v) for v in m["col"]["S"]), 2)
        return img

    def face(self, m, rank, s):
        r, W = self.rng, m["W"]
        img, boxes = self.blank(m), []
        c = m["col"][s]
        inset = max(.2 if m["style"] not in ("jumbo", "huge") else .3, m["ix"] + .1)
        if rank in "JQK":
            p = m["same_court"] if m["same_court"] is not None else self.patch()
            x0, x1, y0, y1 = int(inset * W), int((1 - inset) * W), int(r.uniform(.06, .12) * TEX), 0
            y1 = TEX - y0
            pp = cv2.resize(p, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
            if r.random() < .3:
                pp = np.vstack([pp[:len(pp) // 2], pp[:len(pp) // 2][::-1, ::-1]])
                y1 = y0 + len(pp)
            if m["style"] == "huge" and r.random() < .5:
                img[y0:y1, x0:x1] = (img[y0:y1, x0:x1].astype(np.float32) * .4 + pp * .6).astype(np.uint8)
            else:
                img[y0:y1, x0:x1] = pp
            if m["frame"]:
                cv2.rectangle(img, (x0, y0), (x1, y1), tuple(int(v) for v in r.uniform(0, 140, 3)), int(r.integers(1, 4)))
            if r.random() < .8:
                su = self.suit_shape(s, m["kind"], round(r.uniform(.08, .14) * TEX))
                ox, oy = su.shape[1] / 2 + r.uniform(2, 12), su.shape[0] / 2 + r.uniform(2, 12)
                self.blot(img, su, x0 + ox, y0 + oy, c)
                self.blot(img, su, x1 - ox, y1 - oy, c, True)
        else:
            n = {"A": 1, "T": 10}.get(rank) or int(rank)
            mode = m["pipmode"] if n > 1 else "std"
            if mode == "one":
                self.blot(img, self.suit_shape(s, m["kind"], round(r.uniform(.25, .5) * TEX)), W / 2, TEX / 2, c)
            elif mode == "none" and r.random() < .5:
                self.blot(img, self.text(m["letters"].get(rank, rank), m["font"], round(.3 * TEX), 1, 0), W / 2, TEX / 2, c)
            elif mode in ("std", "mini"):
                xs, ys, ph = (inset + .085, .13, m["ph"]) if mode == "std" else (.38, .28, m["ph"] * .5)
                ph = min(ph, .24 - .012 * n)
                if n == 1:
                    ph = m["ace"]
                su = self.suit_shape(s, m["kind"], round(ph * TEX))
                if n > 3 and su.shape[1] > (1 - 2 * xs) * W / 2.1:
                    su = cv2.resize(su, (max(2, int((1 - 2 * xs) * W / 2.1)), su.shape[0]), interpolation=cv2.INTER_AREA)
                if mode == "mini":
                    fill = r.uniform(180, 250, 3) if rank != "A" else m["paper"]
                    cv2.rectangle(img, (int(.3 * W), int(.2 * TEX)), (int(.7 * W), int(.8 * TEX)), tuple(int(v) for v in fill), -1)
                    cv2.rectangle(img, (int(.3 * W), int(.2 * TEX)), (int(.7 * W), int(.8 * TEX)), tuple(int(v) for v in c), 1)
                for px, py in pip_places(n):
                    x, y = W * (xs + (1 - 2 * xs) * px), TEX * (ys + .04 + (1 - 2 * ys - .08) * py)
                    self.blot(img, su, x, y, c, py > .51)
            if m["centre_letter"]:
                self.blot(img, self.text(m["letters"].get(rank, rank), m["font"], 40, 1, 0), W / 2, TEX / 2, m["paper"])
        self.index(m, img, rank, s, boxes)
        return Face(img, rank + s, boxes, False)

    def joker(self, m):
        """a joker, an advertisement or rules card: no index of this net's kind (a word down the side counts as none)"""
        r, W = self.rng, m["W"]
        img = self.blank(m)
        if r.random() < .7:
            p = cv2.resize(self.patch(), (int(.66 * W), int(.8 * TEX)), interpolation=cv2.INTER_AREA)
            img[int(.1 * TEX):int(.1 * TEX) + p.shape[0], int(.17 * W):int(.17 * W) + p.shape[1]] = p
        else:
            for k in range(int(r.integers(4, 14))):
                t = self.text("".join(chr(97 + int(v)) for v in r.integers(0, 26, int(r.integers(3, 14)))), m["font"], int(r.integers(8, 22)))
                self.blot(img, t[:, :int(.8 * W)], W / 2, 50 + k * 27, m["col"]["S"])
        if r.random() < .5:
            for k, ch in enumerate("JOKER"):
                t = self.text(ch, m["font"], 16, .9)
                self.blot(img, t, .075 * W, 24 + k * 19, m["col"]["S"])
                self.blot(img, t, W - .075 * W, TEX - 24 - k * 19, m["col"]["S"], True)
        return Face(img, "joker", [], False)


def drawn_suit(s, k):
    """a suit symbol drawn as a path, its proportions set by three numbers in 0..1"""
    a, b, c = k
    im = np.zeros((240, 240), np.uint8)
    w = int(70 + 30 * a)
    if s == "D":
        q = .55 * c
        pts = []
        for (x0, y0), (x1, y1) in zip([(0, -110), (w, 0), (0, 110), (-w, 0)], [(w, 0), (0, 110), (-w, 0), (0, -110)]):
            for t in np.linspace(0, 1, 12, endpoint=False):
                x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
                d = 1 - q * .6 * np.sin(np.pi * t)
                pts.append((120 + x * d, 120 + y * d))
        cv2.fillPoly(im, [np.int32(pts)], 255, cv2.LINE_AA)
    elif s in "HS":
        t = np.linspace(0, 2 * np.pi, 90)
        x = np.sin(t) ** 3 * 100 * (.8 + .25 * a)
        y = -(13 * np.cos(t) - (4 + 2 * b) * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16 * 100
        if s == "S":
            y = -y - 14
        cv2.fillPoly(im, [np.int32(np.stack([120 + x, 118 + y], 1))], 255, cv2.LINE_AA)
    else:
        rad = int(44 + 10 * a)
        for x, y in ((120, 66), (66 - 6 * b, 134), (174 + 6 * b, 134)):
            cv2.circle(im, (int(x), int(y)), rad, 255, -1, cv2.LINE_AA)
        cv2.circle(im, (120, 115), 30, 255, -1)
    if s in "SC":
        cv2.fillPoly(im, [np.int32([(120 - 6, 120), (120 + 6, 120), (120 + 22 + 22 * c, 228), (120 - 22 - 22 * c, 228)])], 255, cv2.LINE_AA)
    ys, xs = np.where(im > 100)
    return im[ys.min():ys.max() + 1, xs.min():xs.max() + 1]
