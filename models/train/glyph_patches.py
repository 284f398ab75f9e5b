"""A stock of index art and chance -> labelled 48x40 patches as a camera would see them.

Patches.sample(rng) gives (patch uint8 RGB, rank, suit, quality, source index height). rank and suit are -1 on negatives.
One patch is composed at a 48 px index, seen at the source's own size and angle (there it is lit, blurred, sharpened, packed),
then rectified with the detector's errors, as the reader does it.
"""
import math

import cv2
import numpy as np

from glyph_art import INDEX_H, RANKS, TILE
from glyph_camera import camera, pick, uni

PH, PW, PATCH_H = 48, 40, 29
C = TILE / 2
SIZES = ((7, 18), (7, 18), (10, 48), (10, 48), (6, 60))  # px of an index at the source: small ones are what a fan seen by a camera has
U = INDEX_H / 70  # the lengths below were chosen at an index of 70 px


class Patches:
    """Composes patches from a stock: fonts, suits {suit: masks}, corners (tile, mask, rank, suit), art pictures, textures."""

    def __init__(self, stock, composed=0.62):
        self.fonts, self.suits, self.corners = stock['fonts'], stock['suits'], stock['corners']
        self.art, self.textures, self.backs = stock['art'], stock['textures'], stock['backs']
        self.french = [c for c in self.corners if c[3] < 4]
        self.pairs = [c for c in self.corners if c[3] == 4]
        self.composed = composed

    # ------------------------------------------------------------ art
    def ten(self, rng, font):
        one = font['1'] if rng.random() < .7 else (font['I'] if rng.random() < .6 else np.full((64, int(uni(rng, 6, 14))), 255, np.uint8))
        zero = font['0'] if rng.random() < .8 else font['O']
        if rng.random() < .5:  # a thin nought, as on condensed tens
            zero = cv2.resize(zero, (max(8, int(zero.shape[1] * uni(rng, .5, .9))), 64), interpolation=cv2.INTER_AREA)
        gap = int(uni(rng, -3, 12)) if rng.random() < .8 else int(uni(rng, -6, 2))
        w = one.shape[1] + gap + zero.shape[1]
        m = np.zeros((64, max(w, one.shape[1], zero.shape[1])), np.uint8)
        m[:, :one.shape[1]] = one
        x = max(0, w - zero.shape[1])
        m[:, x:x + zero.shape[1]] = np.maximum(m[:, x:x + zero.shape[1]], zero)
        return m

    def rank_mask(self, rng, rank):
        font = pick(rng, self.fonts)
        m = self.ten(rng, font) if RANKS[rank] == '10' else font[RANKS[rank]]
        k = rng.random()
        if k < .12:
            m = cv2.dilate(m, np.ones((3, 3), np.uint8))
        elif k < .2:
            m = cv2.erode(m, np.ones((3, 2), np.uint8))
        return m

    def index(self, rng, rank, suit):
        """Alpha masks of rank and suit on one canvas of INDEX_H rows, as (rank alpha, suit alpha)."""
        m = self.rank_mask(rng, rank)
        wide = uni(rng, .8, 1.15) if rng.random() < .5 else uni(rng, .5, .95)
        ten = RANKS[rank] == '10'
        if suit == 4:
            w = max(8, int(m.shape[1] * INDEX_H / 64 * max(wide, .7)))
            a = cv2.resize(m, (min(w, int(110 * U)), INDEX_H), interpolation=cv2.INTER_AREA)
            return a, np.zeros_like(a)
        ratio = uni(rng, .38, .75) if rng.random() < .75 else uni(rng, .75, 1.15)  # suit height / rank height
        gap = uni(rng, .02, .22) if rng.random() < .85 else uni(rng, -.05, .4)
        rh = INDEX_H / (1 + ratio + gap)
        sh, rh = max(6, int(rh * ratio)), int(rh)
        rw = m.shape[1] * rh / 64 * wide
        if ten:
            rw = min(rw, rh * uni(rng, .62, 1.3))
        rw = max(4, int(min(rw, 90 * U)))
        s = pick(rng, self.suits['CDHS'[suit]])
        sw = max(6, int(s.shape[1] * sh / 64 * uni(rng, .85, 1.15)))
        w = max(rw, sw) + 4
        ra, sa = np.zeros((INDEX_H, w), np.uint8), np.zeros((INDEX_H, w), np.uint8)
        x = (w - rw) // 2
        ra[:rh, x:x + rw] = cv2.resize(m, (rw, rh), interpolation=cv2.INTER_AREA)
        x = int(min(max((w - sw) / 2 + uni(rng, -.06, .06) * w, 0), w - sw))
        sa[INDEX_H - sh:, x:x + sw] = cv2.resize(s, (sw, sh), interpolation=cv2.INTER_AREA)
        return ra, sa

    def ink(self, rng, suit):
        """Ink colour of a suit: red or black, now and then four colours; any for a numeral alone."""
        k = rng.random()
        if suit == 4:
            return np.array([uni(rng, 0, 235) for _ in range(3)]) * (1 if k < .5 else .6)
        if suit in (1, 2):
            if suit == 1 and k < .1:
                return np.array([uni(rng, 0, 70), uni(rng, 40, 130), uni(rng, 140, 240)])
            if suit == 1 and k < .15:
                return np.array([uni(rng, 215, 250), uni(rng, 110, 190), uni(rng, 0, 60)])
            g = uni(rng, 0, 70)
            return np.array([uni(rng, 150, 245), g, uni(rng, max(0, g - 20), g + 35)])
        if suit == 0 and k < .1:
            return np.array([uni(rng, 0, 70), uni(rng, 95, 170), uni(rng, 20, 90)])
        if suit == 3 and k < .04:
            return np.array([uni(rng, 20, 130), uni(rng, 20, 130), uni(rng, 150, 215)])
        return np.array([uni(rng, 0, 60)] * 3) + [uni(rng, 0, 15) for _ in range(3)]

    def composed_tile(self, rng, rank, suit):
        """(tile, mask): a card corner drawn from a font and a suit shape."""
        ra, sa = self.index(rng, rank, suit)
        w = ra.shape[1]
        dark = suit == 4 and rng.random() < .35
        paper = np.array([uni(rng, 228, 255)] * 3) - [uni(rng, 0, 8), uni(rng, 0, 10), uni(rng, 0, 30)]
        tile = np.empty((TILE, TILE, 3), np.float32)
        tile[:] = paper
        ink = self.ink(rng, suit)
        x0, y0 = int(C - w / 2), int(C - INDEX_H / 2)
        if suit < 4 or rng.random() < .6:
            self.inside(rng, tile, suit, ink, x0 + w + int(uni(rng, 2, 30) * U), y0)
        if dark:
            tile[:] = [uni(rng, 10, 150) for _ in range(3)]
            if rng.random() < .6:
                cv2.circle(tile, (int(C), int(C)), int(INDEX_H * uni(rng, .62, .85)), tuple(float(v) for v in paper), -1, cv2.LINE_AA)
            else:
                ink = paper
        box = tile[y0:y0 + INDEX_H, x0:x0 + w]
        for a, hue in ((ra, ink), (sa, ink)):
            al = a[..., None].astype(np.float32) / 255
            box[:] = box * (1 - al) + hue * al
        if suit == 4 and rng.random() < .3:  # an outline round the numeral
            edge = cv2.dilate(ra, np.ones((3, 3), np.uint8)) - ra
            al = edge[..., None].astype(np.float32) / 255 * .9
            box[:] = box * (1 - al) + np.array([uni(rng, 0, 255) for _ in range(3)]) * al
        mask = np.full((TILE, TILE), 255, np.uint8)
        ml, mt = int(uni(rng, 3, 34) * U), int(uni(rng, 5, 46) * U)
        ex, ey = max(0, x0 + 2 - ml), max(0, y0 - mt)
        mask[:ey] = 0
        mask[:, :ex] = 0
        r = int(uni(rng, 8, 40) * U)
        corner = mask[ey:ey + r, ex:ex + r]
        corner[:] = 0
        cv2.circle(corner, (corner.shape[1], corner.shape[0]), r, 255, -1)
        if rng.random() < .22:  # the right-hand corner of a four-corner deck: mirror all but the index
            index = box.copy()
            tile, mask = tile[:, ::-1].copy(), mask[:, ::-1].copy()
            tile[y0:y0 + INDEX_H, TILE - x0 - w:TILE - x0] = index
        return tile.clip(0, 255).astype(np.uint8), mask

    def inside(self, rng, tile, suit, ink, x, y):
        """Draws what lies beside the index: pips, a frame with court art, a tinted panel, or nothing."""
        k = rng.random()
        if x >= TILE - 4 or k < .25:
            return
        if k < .62:
            s = pick(rng, self.suits['CDHS'[suit if suit < 4 else int(rng.random() * 4)]])
            h = int(uni(rng, 36, 120) * U)
            w = max(8, int(s.shape[1] * h / 64))
            s = cv2.resize(s, (w, h), interpolation=cv2.INTER_AREA)
            for top in (int(y + uni(rng, -30, 60) * U), int(y + uni(rng, 90, 130) * U)):
                a = s[max(0, -top):max(0, TILE - top), :max(0, TILE - x)]
                if a.size:
                    part = tile[max(0, top):max(0, top) + a.shape[0], x:x + a.shape[1]]
                    al = a[:part.shape[0], :part.shape[1], None].astype(np.float32) / 255
                    part[:] = part * (1 - al) + ink * al
            return
        top = int(y + uni(rng, -25, 40) * U)
        top = max(top, 0)
        if k < .9:
            art = pick(rng, self.art)
            h, w = TILE - top, TILE - x
            ay, ax = int(rng.random() * (art.shape[0] - h)), int(rng.random() * (art.shape[1] - w))
            tile[top:, x:] = art[ay:ay + h, ax:ax + w]
        else:
            tile[top:, x:] = tile[top:, x:] * np.array([uni(rng, .7, 1), uni(rng, .7, 1), uni(rng, .5, 1)])
        if rng.random() < .7:
            col = tuple(float(uni(rng, 0, 120)) for _ in range(3))
            cv2.rectangle(tile, (x, top), (TILE + 9, TILE + 9), col, int(uni(rng, 1, 3)))

    def tile(self, rng, rank=None, suit=None):
        """(tile, mask, rank, suit): a deck's own corner or a composed one."""
        pairs = rng.random() < .22
        if rng.random() > self.composed:
            c = pick(rng, self.pairs if pairs and self.pairs else self.french)
            t, m, rank, suit = c[:4]
            k = rng.random()
            if k < .04 and suit == 1:
                t = t[..., ::-1]
            elif k < .1 and suit == 0:
                t = np.maximum(t, ((255 - t.max(2, keepdims=True)) * np.array([0, .45, .12])).astype(np.uint8))
            elif k < .2:
                f = np.array([uni(rng, .86, 1) for _ in range(3)])
                t = (t * f).astype(np.uint8)
            if rng.random() < .25:
                t = cv2.erode(t, np.ones((2, 2), np.uint8)) if rng.random() < .6 else cv2.dilate(t, np.ones((2, 2), np.uint8))
            return t, m, rank, suit
        if pairs:
            suit = 4
            rank = int(rng.random() * 10) + 1
            rank = 17 if rank == 10 else rank
        else:
            suit = int(rng.random() * 4)
            rank = int(rng.random() * 13) if rng.random() < .84 else 13 + int(rng.random() * 4)
        t, m = self.composed_tile(rng, rank, suit)
        return t, m, rank, suit

    # ------------------------------------------------------------ surroundings
    def ground(self, rng):
        t = pick(rng, self.textures if rng.random() < .85 else self.art)
        y, x = int(rng.random() * (t.shape[0] - TILE)), int(rng.random() * (t.shape[1] - TILE))
        g = t[y:y + TILE, x:x + TILE]
        if rng.random() < .5:
            g = np.rot90(g, int(rng.random() * 4))
        return np.ascontiguousarray(g)

    def over(self, rng, base, tile, mask, mat, shade=True):
        """Lays a tile on base through an affine map (None: as it lies), with the thin shadow of its edge."""
        if mat is None:
            m, t = mask, np.ascontiguousarray(tile)
        else:
            m = cv2.warpAffine(mask, mat, (TILE, TILE), flags=cv2.INTER_LINEAR)
            t = cv2.warpAffine(np.ascontiguousarray(tile), mat, (TILE, TILE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if shade and rng.random() < .75:
            r = pick(rng, (2, 3, 6, 10))
            s = cv2.blur(m, (r, r))
            base = (base * (1 - s[..., None] * (uni(rng, .1, .55) / 255))).astype(np.uint8)
        out = base.copy()
        cv2.copyTo(t, cv2.compare(m, 127, cv2.CMP_GT), out)
        return out

    def compose(self, rng):
        """A card corner on its ground with neighbours: (picture, rank, suit, half width of the index box)."""
        tile, mask, rank, suit = self.tile(rng)
        base = self.ground(rng)
        k = rng.random()
        half = INDEX_H * (.36 if suit < 4 else .4)
        if k < .3:  # a card beneath that looks out at the left or above
            t2, m2, _, _ = self.tile(rng)
            a = uni(rng, -25, 25)
            mat = cv2.getRotationMatrix2D((C, C), a, uni(rng, .95, 1.05))
            mat[:, 2] += (-uni(rng, 30, 110) * U, uni(rng, -30, 30) * U) if rng.random() < .7 else (uni(rng, -30, 30) * U, -uni(rng, 50, 130) * U)
            base = self.over(rng, base, t2, m2, mat)
        pic = self.over(rng, base, tile, mask, None)
        if rng.random() < .35:
            t2, m2, _, _ = self.tile(rng)
            pic = self.neighbour(rng, pic, t2, m2, half + uni(rng, -.1, .6) * half * (1 if rng.random() < .8 else 2))
        elif rng.random() < .05:
            cv2.circle(pic, (int(C + uni(rng, 60, 95) * U), int(C + uni(rng, -80, 80) * U)), int(uni(rng, 25, 50) * U),
                       tuple(uni(rng, 40, 255) for _ in range(3)), -1, cv2.LINE_AA)
        return pic, rank, suit

    def neighbour(self, rng, pic, t2, m2, off):
        """A next card on top whose edge runs at the distance off right of (or below) the index's middle."""
        ys, xs = np.nonzero(m2[int(C):int(C) + 1] > 127)
        left = xs.min() if len(xs) else 0
        ys = np.nonzero(m2[:, int(C)] > 127)[0]
        top = ys.min() if len(ys) else 0
        a = uni(rng, -22, 22)
        side = rng.random() < .75
        if side:
            mat = cv2.getRotationMatrix2D((float(left), C), a, uni(rng, .95, 1.05))
            mat[0, 2] += C + off - left
            mat[1, 2] += (uni(rng, -35, 35) if rng.random() < .8 else uni(rng, -120, -50)) * U
        else:
            mat = cv2.getRotationMatrix2D((C, float(top)), a * .5, uni(rng, .95, 1.05))
            mat[1, 2] += C + INDEX_H * .5 + max(off - 28 * U, -4 * U) - top
            mat[0, 2] += uni(rng, -60, 60) * U
        if rng.random() < .5:
            m3 = m2
        else:  # a straight edge: the corner lies out of sight
            m3 = np.zeros((TILE, TILE), np.uint8)
            if side:
                m3[:, left:] = 255
            else:
                m3[top:] = 255
            t2 = np.where(m2[..., None] > 127, t2, t2[int(C), min(left + 3, TILE - 1)])
        return self.over(rng, pic, t2, m3, mat)

    # ------------------------------------------------------------ camera
    def see(self, rng, pic, turn=0.0, grow=1.0, shift=(0.0, 0.0), hs=None):
        """A composed picture -> the rectified patch; turn (degrees), grow and shift (parts of h) are errors beyond the jitter."""
        if hs is None:
            least, most = pick(rng, SIZES)
            hs = math.exp(uni(rng, math.log(least), math.log(most)))
        s = hs / INDEX_H
        th = rng.random() * 2 * math.pi if rng.random() < .75 else math.radians(pick(rng, (0, 90, 180, 270)) + uni(rng, -3, 3))
        ax = uni(rng, .8, 1.2)  # aspect: decks and views differ
        if s < .7:
            f = s * 1.35
            pic = cv2.resize(pic, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        else:
            f = 1.0
        side = int(2.45 * hs) + 8
        c, sn = math.cos(th), math.sin(th)
        lin = np.array([[c, -sn], [sn, c]]) @ np.array([[ax, uni(rng, -.12, .12)], [0, 1]]) * s
        src = np.eye(3)
        src[:2, :2] = lin
        src[:2, 2] = side / 2 - lin @ [C, C]
        persp = np.eye(3)
        if rng.random() < .6:
            p = np.array([uni(rng, -.12, .12), uni(rng, -.12, .12)]) / side
            persp[2, :2] = p
            q = persp @ [side / 2, side / 2, 1]
            persp = np.array([[1, 0, side / 2 - q[0] / q[2]], [0, 1, side / 2 - q[1] / q[2]], [0, 0, 1]]) @ persp
        full = persp @ src
        up = full @ np.diag([1 / f, 1 / f, 1])
        img = cv2.warpPerspective(pic, up, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        img = camera(rng, img, hs)
        # rectify: patch pixel -> tile -> source
        r = math.radians(turn + min(max(rng.normal() * 5, -13), 13))
        g = grow * min(max(1 + rng.normal() * .09, .8), 1.2) * PATCH_H / INDEX_H
        sx, sy = shift[0] + min(max(rng.normal() * .045, -.11), .11), shift[1] + min(max(rng.normal() * .045, -.11), .11)
        cr, sr = math.cos(r) / g, math.sin(r) / g
        tile_from_patch = np.array([[cr / ax, -sr / ax, 0], [sr, cr, 0], [0, 0, 1.0]])
        tile_from_patch[:2, 2] = np.array([C + sx * INDEX_H, C + sy * INDEX_H]) - tile_from_patch[:2, :2] @ [PW / 2, PH / 2]
        m = full @ tile_from_patch
        if hs > PATCH_H * 1.3 and rng.random() < .5:
            img = cv2.blur(img, (2, 2))
        mode = cv2.INTER_LINEAR if rng.random() < .8 else cv2.INTER_CUBIC
        return cv2.warpPerspective(img, m, (PW, PH), flags=mode | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE), hs

    # ------------------------------------------------------------ samples
    def negative(self, rng):
        k = rng.random()
        if k < .34:  # turned: upside-down, sideways, or well askew
            pic, rank, suit = self.compose(rng)
            if suit == 4 and RANKS[rank] in ('8', '1'):
                turn = pick(rng, (-1, 1)) * uni(rng, 60, 120)
            elif rng.random() < .55:
                turn = 180 + uni(rng, -35, 35)
            else:
                turn = pick(rng, (-1, 1)) * uni(rng, 48, 130)
            return self.see(rng, pic, turn=turn)
        if k < .52:  # beside the index, or at the wrong size
            pic, _, _ = self.compose(rng)
            if rng.random() < .7:
                a, d = rng.random() * 6.28, uni(rng, .5, 1.0)
                return self.see(rng, pic, shift=(math.cos(a) * d, math.sin(a) * d), turn=pick(rng, (0, 0, 180)))
            return self.see(rng, pic, grow=pick(rng, (uni(rng, .4, .55), uni(rng, 1.8, 2.6))))
        if k < .68:  # half covered
            pic, _, _ = self.compose(rng)
            t2, m2, _, _ = self.tile(rng)
            cover = cv2.getRotationMatrix2D((C, C), uni(rng, -30, 30) + pick(rng, (0, 90, 180, 270)), 1.0)
            edge = np.full((TILE, TILE), 255, np.uint8)
            edge[:, :int(C)] = 0
            o = uni(rng, -.2, .06) * INDEX_H
            cover[:, 2] += cover[:, :2] @ [o, 0]
            filler = t2 if rng.random() < .5 else (self.ground(rng) if rng.random() < .5 else np.full_like(t2, int(uni(rng, 200, 255))))
            return self.see(rng, self.over(rng, pic, filler, edge, cover))
        if k < .86:  # card art: pips, courts, backs
            pic = pick(rng, self.art if rng.random() < .75 else self.backs)
            z = uni(rng, .55, 1.0)
            n = int(TILE * z)
            y, x = int(rng.random() * (pic.shape[0] - n)), int(rng.random() * (pic.shape[1] - n))
            return self.see(rng, cv2.resize(pic[y:y + n, x:x + n], (TILE, TILE)), turn=rng.random() * 360)
        pic = self.ground(rng) if rng.random() < .5 else self.text(rng)
        return self.see(rng, pic, turn=pick(rng, (0, 90, 180, 270)))

    def text(self, rng):
        """Lines of letters and digits, as on newsprint, boxes and notes."""
        font = pick(rng, self.fonts)
        pic = np.empty((TILE, TILE, 3), np.float32)
        pic[:] = [uni(rng, 150, 255) for _ in range(3)]
        ink = np.array([uni(rng, 0, 110) for _ in range(3)])
        if rng.random() < .25:
            pic, ink = 255 - pic, 255 - ink
        h = int(uni(rng, 14, 68) * U)
        y = -int(rng.random() * h)
        while y < TILE:
            x = -int(rng.random() * 30)
            while x < TILE:
                m = font[pick(rng, list(font))]
                w = max(3, int(m.shape[1] * h / 64))
                if y + h <= TILE and y >= 0 and x >= 0 and x + w <= TILE and rng.random() < .88:
                    al = cv2.resize(m, (w, h), interpolation=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
                    pic[y:y + h, x:x + w] = pic[y:y + h, x:x + w] * (1 - al) + ink * al
                x += w + max(1, h // 7)
            y += int(h * 1.35)
        return pic.astype(np.uint8)

    def sample(self, rng, negatives=.33):
        if rng.random() < negatives:
            p, hs = self.negative(rng)
            return p, -1, -1, 0, hs
        pic, rank, suit = self.compose(rng)
        p, hs = self.see(rng, pic)
        return p, rank, suit, 1, hs
