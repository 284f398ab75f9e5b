"""What the room, the lens, the sensor and the file do to a composed picture."""
import cv2
import numpy as np

from scene_tops import noise

N = 320   # a scene's side in pixels


def light(r, im, ids, grain, w, idx):
    """what the room, the lens, the sensor and the file do to the picture"""
    y, x = np.mgrid[0:N, 0:N].astype(np.float32) / N - .5
    if r.random() < .6:
        q = r.uniform(0, 6.3)
        im *= (1 + (x * np.float32(np.cos(q)) + y * np.float32(np.sin(q))) * np.float32(r.uniform(0, .9)))[..., None]
    if r.random() < .3:   # a shadow's edge
        m = np.zeros((N, N), np.float32)
        cv2.fillPoly(m, [np.int32(r.uniform(-.4, 1.4, (int(r.integers(3, 6)), 2)) * N)], 1.)
        m = cv2.GaussianBlur(m, (0, 0), r.uniform(1, 30))
        im *= 1 - m[..., None] * r.uniform(.15, .65)
    if r.random() < .2:
        k = noise(r, N, N, r.uniform(20, 120))
        im *= (1 + k * r.uniform(.1, .35))[..., None]
    if r.random() < .22:  # glare
        cx, cy, a = *r.uniform(-.5, .5, 2), r.uniform(.02, .3)
        q, e = r.uniform(0, 3.2), r.uniform(1, 4)
        u, v = (x - cx) * np.cos(q) + (y - cy) * np.sin(q), -(x - cx) * np.sin(q) + (y - cy) * np.cos(q)
        g = np.exp(-(u * u * e + v * v) / (a * a)) * r.uniform(30, 200)
        if r.random() < .6:
            g *= np.where(ids > 0, 1, .25)
        im += g[..., None]
    if r.random() < .7:
        im *= 1 + r.normal(size=3) * r.choice([.03, .1])
    if r.random() < .12:  # lamp light
        im *= np.array([1.1, r.uniform(.75, .95), r.uniform(.45, .85)]) ** r.choice([1, -.8])
    gain = np.exp(r.normal() * .22)
    if r.random() < .15:
        gain = r.uniform(.2, .55)
    im *= gain
    gm = np.exp(r.normal() * .2)
    im = 255 * cv2.pow(np.clip(im / 255, 0, 1.4).astype(np.float32), gm)
    if r.random() < .15:  # haze, dull contrast
        c = r.uniform(.45, .85)
        im = im * np.float32(c) + np.float32(r.uniform(0, 255 * (1 - c)))
    hs = np.median(idx[:, 4]) if len(idx) else w * .25
    u = r.random()
    if u < .4:
        im = cv2.GaussianBlur(im, (0, 0), r.uniform(.3, min(3., .35 + .055 * hs)))
    elif u < .52:
        L = int(min(15, max(3, r.uniform(.08, .3) * hs)))
        k = np.zeros((L, L), np.float32)
        q = r.uniform(0, 6.3)
        cv2.line(k, (int(L / 2 - np.cos(q) * L / 2), int(L / 2 - np.sin(q) * L / 2)), (int(L / 2 + np.cos(q) * L / 2), int(L / 2 + np.sin(q) * L / 2)), 1., 1)
        im = cv2.filter2D(im, -1, k / max(1e-3, k.sum()))
    elif u < .64 and hs > 9:
        f = r.uniform(1.2, min(2.6, hs / 7.))
        s = (max(8, int(N / f)),) * 2
        im = cv2.resize(cv2.resize(im, s, interpolation=cv2.INTER_AREA), (N, N), interpolation=r.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST]))
    if r.random() < .55:
        b = grain
        y0, x0 = r.integers(0, b.shape[0] - N, 2)
        b = b[y0:y0 + N, x0:x0 + N]
        n = b[..., :1] * np.float32(r.uniform(.5, 9)) + b[..., 1:] * np.float32(r.uniform(0, 6))
        if r.random() < .4:
            n = cv2.GaussianBlur(n, (0, 0), .7) * 1.5
        im = im + n
    if r.random() < .35:
        b = cv2.GaussianBlur(im, (0, 0), r.uniform(.8, 1.8))
        im = im + (im - b) * np.float32(r.uniform(.3, 1.5))
    if r.random() < .04:
        im = np.repeat(im.mean(2, keepdims=True), 3, 2)
    im = np.clip(im, 0, 255).astype(np.uint8)
    if r.random() < .85:
        q = int(r.uniform(30, 96))
        im = cv2.imdecode(cv2.imencode(".jpg", im, [cv2.IMWRITE_JPEG_QUALITY, q])[1], 1)
    return im
