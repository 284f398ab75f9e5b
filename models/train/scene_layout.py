"""Where a scene's camera stands and where its cards lie, in card widths on the table."""
import numpy as np


def camera(r, w, n):
    """the homography table -> picture; w = a card's width in pixels at the middle"""
    f = n * np.exp(r.uniform(np.log(.9), np.log(4)))
    p = np.deg2rad(r.uniform(0, 8) if r.random() < .4 else r.uniform(0, 52))
    q = r.uniform(0, 2 * np.pi)
    Rx = np.array([[1, 0, 0], [0, np.cos(p), -np.sin(p)], [0, np.sin(p), np.cos(p)]])
    Rz = np.array([[np.cos(q), -np.sin(q), 0], [np.sin(q), np.cos(q), 0], [0, 0, 1]])
    R = Rx @ Rz if r.random() < .5 else Rz @ Rx
    K = np.array([[f, 0, n / 2], [0, f, n / 2], [0, 0, 1]])
    H = K @ np.column_stack([R[:, 0], R[:, 1], np.array([0, 0, f / w])])
    return H


def layout(r, w, n_px):
    """groups of (x, y, angle, up?) in card widths; the visible table spans about N / w"""
    span = n_px / w / 2 * 1.05
    out, held = [], []
    groups = 1 if span < 1.6 or r.random() < .45 else int(r.integers(2, 5))
    for _ in range(groups):
        c = r.uniform(-span, span, 2) * (.75 if groups > 1 else .45)
        k = r.choice(["scatter", "trick", "row", "fan", "bridge", "column", "pile", "backs", "single", "grid"],
                     p=[.15, .1, .09, .14, .13, .05, .12, .12, .06, .04])
        a0 = r.uniform(0, 2 * np.pi) if r.random() < .6 else r.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + r.normal() * .06
        rot = np.array([[np.cos(a0), -np.sin(a0)], [np.sin(a0), np.cos(a0)]])
        g = []
        down = .12
        if k == "scatter":
            n = int(r.integers(1, 8))
            s = span * r.uniform(.4, 1.0)
            g = [(*r.uniform(-s, s, 2), r.uniform(0, 6.3)) for _ in range(n)]
        elif k == "trick":
            n = int(r.integers(2, 7))
            d = r.uniform(.2, 1.1)
            g = [(np.sin(i * 2 * np.pi / n) * d + r.normal() * .12, np.cos(i * 2 * np.pi / n) * d + r.normal() * .12, -i * 2 * np.pi / n + r.normal() * .25) for i in range(n)]
            g = [g[i] for i in r.permutation(n)]
            down = .03
        elif k == "row":
            n, d = int(r.integers(2, 9)), r.uniform(.22, 1.25)
            g = [((i - n / 2) * d, r.normal() * .04, r.normal() * .04) for i in range(n)]
            if r.random() < .3:
                g = g[::-1]
        elif k in ("fan", "bridge"):
            n = int(r.integers(3, 8)) if k == "fan" else int(r.integers(7, 14))
            step = np.deg2rad(r.uniform(6, 22) if k == "fan" else r.uniform(3.5, 11))
            R = r.uniform(.9, 2.2)
            g = []
            for i in range(n):
                t = (i - (n - 1) / 2) * step + r.normal() * step * .12
                g.append((np.sin(t) * R + r.normal() * .02, -np.cos(t) * R + R * .6 + r.normal() * .03, t))
            if r.random() < .2:
                g = g[::-1]
            down = .04
            if r.random() < .35:
                held.append((rot @ np.array([0, R * .6 + .25]) + c, r.uniform(.28, .45)))
        elif k == "column":
            n, d = int(r.integers(3, 10)), r.uniform(.25, .55)
            g = [(r.normal() * .03, (i - n / 2) * d, r.normal() * .03) for i in range(n)]
            if r.random() < .15:
                g = g[::-1]
            down = .03
        elif k == "pile":
            n, s = int(r.integers(1, 9)), r.choice([.01, .03, .12], p=[.5, .3, .2])
            g = [(r.normal() * s, r.normal() * s, r.normal() * s) for _ in range(n)]
            down = .85
        elif k == "backs":
            n, d = int(r.integers(2, 7)), r.uniform(.15, .6)
            if r.random() < .5:
                g = [((i - n / 2) * d, r.normal() * .04, r.normal() * .05) for i in range(n)]
            else:
                g = [(np.sin((i - n / 2) * .25) * 1.3, -np.cos((i - n / 2) * .25) * 1.3 + 1.3, (i - n / 2) * .25) for i in range(n)]
            down = .95
        elif k == "single":
            g = [(0, 0, 0)]
            down = .15
        else:
            nx, ny, dx, dy = int(r.integers(2, 6)), int(r.integers(1, 4)), r.uniform(1.02, 1.5), r.uniform(1.42, 1.9)
            g = [((i - nx / 2) * dx, (j - ny / 2) * dy, r.normal() * .05) for j in range(ny) for i in range(nx)]
        whole_down = r.random() < down
        for x, y, a in g:
            p = rot @ np.array([x, y]) + c
            dn = whole_down if k in ("pile", "backs", "fan", "bridge") else r.random() < down
            out.append((p[0], p[1], a + a0, not dn))
    return out, held


def proj(H, p):
    """projects points; None when one lies behind or too near the camera"""
    q = np.column_stack([p, np.ones(len(p))]) @ H.T
    if (q[:, 2] < .15 * H[2, 2]).any():
        return None
    return q[:, :2] / q[:, 2:]


def poly_area(q):
    """the area of a quad of corners in order"""
    x, y = q[:, 0], q[:, 1]
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
