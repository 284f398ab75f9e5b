"""Faces and chance -> labelled 96x56 windows of rectified cards as a camera would see them: Views.sample(rng) gives
(window uint8 RGB, class, covered part, card width px)."""
import math

import cv2
import numpy as np

from card_faces import COURT, FH, FW, NONE
from glyph_camera import camera, pick, uni

VH, VW = 96, 56
X0, X1, Y0, Y1 = .17, .83, .03, .97  # the window of the card that is read; the index columns are cut away


def quad_of(rng, w, side):
    """Corners of a card of width w about the middle of a side x side picture, at any turn and a moderate slant."""
    h = w * uni(rng, 1.33, 1.6)
    a = rng.random() * 2 * math.pi if rng.random() < .6 else uni(rng, -.1, .1) + pick(rng, (0, 1, 2, 3)) * math.pi / 2
    c, s = math.cos(a), math.sin(a)
    q = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
    q = q * (1 + np.array([[uni(rng, -.05, .05)] for _ in range(4)])) if rng.random() < .6 else q
    return (q @ np.array([[c, s], [-s, c]]) + side / 2).astype(np.float32)


FACE = np.float32([[0, 0], [FW, 0], [FW, FH], [0, FH]])


class Views:
    def __init__(self, faces):
        self.f = faces
        self.round = np.zeros((FH, FW), np.uint8)
        cv2.rectangle(self.round, (9, 0), (FW - 10, FH - 1), 255, -1)
        cv2.rectangle(self.round, (0, 9), (FW - 1, FH - 10), 255, -1)
        for x, y in ((9, 9), (FW - 10, 9), (9, FH - 10), (FW - 10, FH - 10)):
            cv2.circle(self.round, (x, y), 9, 255, -1)

    def face(self, rng):
        k = rng.random()
        f = self.f
        return f.deck(rng) if k < .42 else f.composed(rng) if k < .72 else f.court(rng) if k < .8 else f.back(rng) if k < .88 else f.other(rng)

    def any(self, rng):
        k = rng.random()
        return pick(rng, self.f.named)[0] if k < .6 else pick(rng, self.f.backs)[0] if k < .75 else self.f.composed(rng)[0]

    def lay(self, rng, pic, face, quad):
        """The picture with the card on it, and the card's mask."""
        m = cv2.getPerspectiveTransform(FACE, quad)
        n = pic.shape[0]
        k = np.linalg.norm(quad[1] - quad[0]) / FW
        if k < .7:
            f = k * 1.3
            face = cv2.resize(face, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
            m2 = m @ np.diag([FW / face.shape[1], FH / face.shape[0], 1])
        else:
            m2 = m
        t = cv2.warpPerspective(face, m2, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(self.round, m, (n, n), flags=cv2.INTER_LINEAR)
        if rng.random() < .7:
            r = pick(rng, (2, 3, 5, 9))
            s = cv2.blur(mask, (r, r))
            pic = (pic * (1 - s[..., None] * (uni(rng, .1, .5) / 255))).astype(np.uint8)
        pic = np.ascontiguousarray(pic)
        hard = cv2.compare(mask, 127, cv2.CMP_GT)
        cv2.copyTo(t, hard, pic)
        return pic, hard

    def ground(self, rng, side):
        t = pick(rng, self.f.p.textures if rng.random() < .85 else self.f.p.art)
        n = min(t.shape[0], t.shape[1], side)
        y, x = int(rng.random() * (t.shape[0] - n + 1)), int(rng.random() * (t.shape[1] - n + 1))
        t = t[y:y + n, x:x + n]
        return cv2.resize(t, (side, side)) if n != side else t.copy()

    def squares(self, rng, w, side):
        """A checked cloth, and one of its squares or oblongs as the outline: plain, sharp-edged, of a card's size, and no card."""
        quad = quad_of(rng, w, side)
        up = (quad[3] - quad[0]) * uni(rng, .55, 1.0) / 2
        middle = quad.mean(0)
        across = (quad[1] - quad[0]) / 2
        quad = np.float32([middle - across - up, middle + across - up, middle + across + up, middle - across + up])
        a, b = (np.array([uni(rng, 10, 245) for _ in range(3)]) for _ in range(2))
        if rng.random() < .5:
            b = np.full(3, uni(rng, 130, 245))
        cells = np.indices((9, 9)).sum(0)[..., None] % 2
        cloth = np.repeat(np.repeat(np.where(cells == 0, a, b), 24, 0), 24, 1)
        cloth += rng.standard_normal((216, 216, 1)) * uni(rng, 0, 14)
        mid = np.float32([[96, 96], [120, 96], [120, 120], [96, 120]])
        return cv2.warpPerspective(cloth.clip(0, 255).astype(np.uint8), cv2.getPerspectiveTransform(mid, quad), (side, side), borderMode=cv2.BORDER_REFLECT), quad

    def cover(self, rng, pic, seen, quad, w, side):
        """Lays cards or fingers over the card; gives the picture and what stays seen of the card's mask."""
        k = rng.random()
        for _ in range(1 if k < .7 else 2):
            gone = np.zeros((side, side), np.uint8)
            if rng.random() < .7:
                a, d = rng.random() * 6.28, uni(rng, .25, 1.0) * w * 1.15
                q = quad_of(rng, w * uni(rng, .95, 1.05), side) + np.float32([math.cos(a) * d, math.sin(a) * d])
                pic, gone = self.lay(rng, pic, self.any(rng), q)
            else:
                skin = np.array([uni(rng, 120, 240), uni(rng, 80, 190), uni(rng, 60, 160)])
                skin = tuple(float(v) for v in (skin if rng.random() < .7 else rng.random(3) * 255))
                p = quad[int(rng.random() * 4)] * uni(rng, .5, 1) + quad.mean(0) * uni(rng, 0, .5)
                p2 = p + np.float32([uni(rng, -1, 1), uni(rng, -1, 1)]) * w
                cv2.line(gone, tuple(int(v) for v in p), tuple(int(v) for v in p2), 255, max(2, int(w * uni(rng, .15, .4))), cv2.LINE_AA)
                gone = cv2.compare(gone, 127, cv2.CMP_GT)
                pic = np.ascontiguousarray(pic)
                pic[gone > 0] = skin
            seen = cv2.bitwise_and(seen, cv2.bitwise_not(gone))
        return pic, seen

    def window(self, rng, img, quad, jitter=.04):
        """The read window, from the quad with its corners off by up to jitter of the card's sides; either end up."""
        w, h = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
        e = np.clip(rng.standard_normal((4, 2)) * jitter * .45, -jitter, jitter) * [w, h]
        ux, uy = (quad[1] - quad[0]) / w, (quad[3] - quad[0]) / h
        q = quad + e[:, :1] * ux + e[:, 1:] * uy
        if rng.random() < .5:
            q = np.roll(q, 2, axis=0)
        sx, sy = VW / (X1 - X0), VH / (Y1 - Y0)
        dst = np.float32([[-X0 * sx, -Y0 * sy], [(1 - X0) * sx, -Y0 * sy], [(1 - X0) * sx, (1 - Y0) * sy], [-X0 * sx, (1 - Y0) * sy]])
        m = cv2.getPerspectiveTransform(np.float32(q), dst)
        if w > 110 and rng.random() < .6:
            img = cv2.blur(img, (2, 2))
        return cv2.warpPerspective(img, m, (VW, VH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def sample(self, rng):
        w = math.exp(uni(rng, math.log(30), math.log(125)))
        side = int(w * 1.8)
        pic = self.ground(rng, side)
        for _ in range(int(rng.random() * 2.2)):
            q = quad_of(rng, w, side) + np.float32([uni(rng, -1, 1), uni(rng, -1, 1)]) * w * 1.1
            pic, _ = self.lay(rng, pic, self.any(rng), q)
        quad = quad_of(rng, w, side)
        if rng.random() < .09:  # nothing there
            if rng.random() < .6:
                pic, quad = self.squares(rng, w, side)
            return self.window(rng, camera(rng, pic, w * .18), quad), NONE, 1.0, w
        face, cls = self.face(rng)
        pic, mask = self.lay(rng, pic, face, quad)
        seen = mask
        if rng.random() < .42:
            pic, seen = self.cover(rng, pic, seen, quad, w, side)
        gone = 1 - cv2.countNonZero(seen) / max(1, cv2.countNonZero(mask))
        if gone > .64:
            cls = NONE
        elif gone > .45 and cls >= COURT and rng.random() < .5:
            cls = NONE
        img = camera(rng, pic, w * .18)
        if rng.random() < .05:  # a quad that is no card's outline
            cls = NONE
            k = rng.random()
            if k < .4:
                quad = np.roll(quad, 1, axis=0)
                quad = (quad - quad.mean(0)) * np.float32(uni(rng, .8, 1.4)) + quad.mean(0)
            elif k < .7:
                quad = quad + np.float32([uni(rng, .3, .6) * pick(rng, (-1, 1)), uni(rng, .3, .6) * pick(rng, (-1, 1))]) * w
            else:
                quad = (quad - quad.mean(0)) * np.float32(pick(rng, (uni(rng, .45, .65), uni(rng, 1.4, 1.9)))) + quad.mean(0)
            quad = quad.astype(np.float32)
        return self.window(rng, img, quad), cls, gone, w
