"""Index art -> models/glyph.onnx. Three uses:
  glyph_train.py make  DECKS WORK SEED          the generator (one process, run beside)
  glyph_train.py train DECKS WORK HH:MM [FROM]  trains till then with a cosine fall, FROM a .pt or a shipped .onnx on; writes WORK/glyph.pt (running mean)
  glyph_train.py export WORK OUT                 fits the temperatures on the held-out decks, writes OUT/glyph.onnx and glyph.toml
"""
import copy
import os
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

import glyph_art as art
import glyph_feed
import glyph_stock
import shipped
from glyph_net import Glyph, normalise
from glyph_patches import PH, PW, Patches


def stock(decks, work, held_out=False):
    names = art.HELD_OUT if held_out else [d for d in art.deck_names(decks) if d not in art.HELD_OUT]
    base = stock(decks, work) if held_out else None
    return glyph_stock.load(f'{work}/stock_{"held" if held_out else "train"}.pkl', decks, names, base)


def held_out_set(decks, work, n=2600):
    """The fixed validation set: corners of the held-out decks alone (no composed ones), same camera; made once."""
    path = f'{work}/held.npz'
    if not os.path.exists(path):
        p = Patches(stock(decks, work, True), composed=0.0)
        p.pairs = []
        rng = np.random.default_rng(99)
        rows = [p.sample(rng) for _ in range(n)]
        np.savez(path, x=np.stack([r[0] for r in rows]), y=np.array([r[1:] for r in rows], np.float32))
    d = np.load(path)
    return d['x'], d['y']


def loss_of(out, y):
    pos = y[:, 2] > .5
    r, s, q = out[:, :18], out[:, 18:23], out[:, 23]
    loss = F.binary_cross_entropy_with_logits(q, y[:, 2])
    if pos.any():
        loss = loss + F.cross_entropy(r[pos], y[pos, 0].long()) + F.cross_entropy(s[pos], y[pos, 1].long())
    if (~pos).any():  # what is no index should be named evenly
        loss = loss - .1 * (F.log_softmax(r[~pos], 1).mean() + F.log_softmax(s[~pos], 1).mean())
    return loss


def predict(net, x):
    net.eval()
    with torch.no_grad():
        out = torch.cat([net(normalise(torch.from_numpy(x[i:i + 512]))) for i in range(0, len(x), 512)])
    return out


def judge(net, x, y, least=9):
    """Right names and quality on the held-out set, patches of at least `least` px."""
    out = predict(net, x)
    y = torch.from_numpy(y)
    p = (y[:, 2] > .5) & (y[:, 3] >= least)
    r = (out[p, :18].argmax(1) == y[p, 0]).float().mean().item()
    s = (out[p, 18:23].argmax(1) == y[p, 1]).float().mean().item()
    q = ((out[:, 23] > 0) == (y[:, 2] > .5)).float().mean().item()
    return r, s, q


def until(clock):
    """Seconds since the epoch of the next HH:MM."""
    now = time.localtime()
    h, m = (int(v) for v in clock.split(':'))
    t = time.mktime((now.tm_year, now.tm_mon, now.tm_mday, h, m, 0, 0, 0, -1))
    return t if t > time.time() else t + 86400


class Muon(torch.optim.Optimizer):
    """Momentum whose matrix is made orthogonal before it is applied (Jordan 2024); for inner convolutions and the hidden layer."""

    def __init__(self, params, lr=.02, momentum=.95):
        super().__init__(params, dict(lr=lr, momentum=momentum))

    @torch.no_grad()
    def step(self):
        for g in self.param_groups:
            for p in g['params']:
                m = self.state[p].setdefault('m', torch.zeros_like(p))
                m.mul_(g['momentum']).add_(p.grad)
                u = p.grad.add(m, alpha=g['momentum']).reshape(len(p), -1)
                x = u.T if u.shape[0] > u.shape[1] else u
                x = x / (x.norm() + 1e-7)
                for _ in range(5):
                    q = x @ x.T
                    x = 3.4445 * x + (-4.7750 * q + 2.0315 * q @ q) @ x
                x = x.T if u.shape[0] > u.shape[1] else x
                p.mul_(1 - g['lr'] * .01).add_(x.reshape(p.shape), alpha=-g['lr'] * max(1, u.shape[0] / u.shape[1]) ** .5)


def begin(net, start, ring):
    """Waits for the first samples; weights from a checkpoint or a shipped .onnx, if one is named."""
    while ring.full < 3500:
        time.sleep(2)
        ring.take_up()
    if start and start.endswith('.onnx'):
        shipped.take_over(net, start, normalise(torch.from_numpy(ring.x[:2048])))
    elif start:
        net.load_state_dict(torch.load(start))


def fit(net, ring, loss_of, report, path, clock, top, batch, roll):
    """Trains net on the ring till the clock; report(mean net) -> text, once a minute; writes the running mean of the weights."""
    mean = copy.deepcopy(net).eval()
    net.to(memory_format=torch.channels_last)
    inner = [p for n, p in net.named_parameters() if (p.ndim == 4 and not n.startswith('body.0.')) or n == 'hidden.0.weight']
    rest = [p for p in net.parameters() if not any(p is q for q in inner)]
    opt, muon = torch.optim.AdamW(rest, lr=top, weight_decay=.01), Muon(inner)
    rng = np.random.default_rng(int(time.time()))
    t0, t1, step, run, last = time.time(), until(clock), 0, 0.0, time.time()
    while (part := (time.time() - t0) / (t1 - t0)) < 1:
        lr = top * min(1, (step + 1) / 100) * max(.5 * (1 + np.cos(np.pi * part)), .004)
        opt.param_groups[0]['lr'], muon.param_groups[0]['lr'] = lr, lr * 8
        x, y = ring.batch(rng, batch)
        loss = loss_of(net(roll(rng, x, y)), torch.from_numpy(y))
        net.zero_grad()
        loss.backward()
        opt.step()
        muon.step()
        run, step = run + (loss.item() - run) * max(.01, 1 / (step + 1)), step + 1
        with torch.no_grad():
            k = max(.004, 1 / (1 + step / 8))
            for a, b in zip(mean.state_dict().values(), net.state_dict().values()):
                a.lerp_(b, k) if a.is_floating_point() else a.copy_(b)
        if step % 25 == 0:
            ring.take_up()
        if time.time() - last > 90:
            last = time.time()
            print(f'{time.strftime("%H:%M:%S")} step {step} seen {ring.seen} lr {lr:.1e} loss {run:.3f} {report(mean)}', flush=True)
            torch.save(mean.state_dict(), path)
    print('done', step, ring.seen, report(mean), flush=True)
    torch.save(mean.state_dict(), path)


def shake(rng, x, y):
    """Normalised patches, each turned, moved, stretched, tinted and sharpened a little: what makes a stored patch last longer."""
    x = torch.from_numpy(x).permute(0, 3, 1, 2).float()
    n, _, h, w = x.shape
    a, g, t = torch.randn(n) * .06, 1 + torch.randn(n, 1) * .08 + torch.randn(n, 2) * .03, torch.randn(n, 2) * .05
    m = torch.zeros(n, 2, 3)
    m[:, 0, 0], m[:, 0, 1] = torch.cos(a) * g[:, 0], -torch.sin(a) * h / w
    m[:, 1, 0], m[:, 1, 1] = torch.sin(a) * w / h, torch.cos(a) * g[:, 1]
    m[:, :, 2] = t
    x = F.grid_sample(x, F.affine_grid(m, [n, 3, h, w], align_corners=False), padding_mode='border', align_corners=False)
    if rng.random() < .4:
        x = x + (x - F.avg_pool2d(x, 3, 1, 1)) * float(rng.random() * 1.6 - .6)
    x = x * (1 + torch.randn(n, 3, 1, 1) * .05) + torch.randn_like(x) * float(rng.random() * 5)
    mean, std = x.mean((1, 2, 3), keepdim=True), x.std((1, 2, 3), keepdim=True, unbiased=False)
    return ((x - mean) / (std + .03 * 255)).contiguous(memory_format=torch.channels_last)


def train(decks, work, clock, start=None, top='2e-3'):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    ring = glyph_feed.Ring(work + '/feed', 160000, (PH, PW, 3), 4)
    hx, hy = held_out_set(decks, work)
    net = Glyph()
    begin(net, start, ring)
    fit(net, ring, loss_of, lambda m: 'held %.4f %.4f %.4f' % judge(m, hx[::4], hy[::4]), work + '/glyph.pt', clock, float(top), 64, shake)


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    what, args = sys.argv[1], sys.argv[2:]
    if what == 'make':
        p = Patches(stock(args[0], args[1]))
        glyph_feed.produce(p.sample, args[1] + '/feed', int(args[2]))
    elif what == 'train':
        train(*args)
