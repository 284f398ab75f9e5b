#!/usr/bin/env python3
"""Trains net D from shards while the generator goes on writing them: detect_train.py SHARDS WORK_DIR --until HH:MM [--resume] [--start NET.onnx]"""
import argparse
import copy
import os
import time

import numpy as np
import torch

import shipped
from detect_data import Shards, targets
from detect_net import Detector


def focal(logit, heat, mask):
    """CenterNet's focal loss per channel, over the number of peaks"""
    p = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    pos = (heat == 1).float()
    l = -(torch.log(p) * (1 - p) ** 2 * pos + torch.log(1 - p) * p ** 2 * (1 - heat) ** 4 * (1 - pos)) * mask
    return l.sum((0, 2, 3)) / pos.sum((0, 2, 3)).clamp(min=4)


def loss_of(out, heat, mask, ri, rc):
    f = focal(out[:, [0, 6, 7]], heat, mask)
    def reg(rows, ch):
        if not len(rows):
            return torch.zeros(len(ch))
        b, y, x = (rows[:, i].long() for i in range(3))
        e = (out[b, :, y, x][:, ch] - rows[:, 3:3 + len(ch)]).abs() * rows[:, -1:]
        return e.sum(0) / rows[:, -1].sum()
    i, c = reg(ri, [1, 2, 3, 4, 5]), reg(rc, [8, 9, 10, 11, 12, 13])
    total = f[0] + .5 * f[1] + .5 * f[2] + .5 * i[:2].sum() + .5 * i[2:4].sum() + .5 * i[4] + .15 * c[:2].sum() + .25 * c[2:].sum()
    return total, torch.cat([f, i, c]).detach()


class Muon(torch.optim.Optimizer):
    """momentum whose matrix is made orthogonal before it is applied (Jordan 2024); for the inner convolutions"""

    def __init__(self, params, lr=.02, momentum=.95):
        super().__init__(params, dict(lr=lr, momentum=momentum))

    @torch.no_grad()
    def step(self):
        for g in self.param_groups:
            for p in g["params"]:
                if p.grad is None:
                    continue
                b = self.state[p].setdefault("m", torch.zeros_like(p))
                b.mul_(g["momentum"]).add_(p.grad)
                u = p.grad.add(b, alpha=g["momentum"]).reshape(len(p), -1)
                flip = u.shape[0] > u.shape[1]
                x = u.T if flip else u
                x = x / (x.norm() + 1e-7)
                for _ in range(5):
                    q = x @ x.T
                    x = 3.4445 * x + (-4.7750 * q + 2.0315 * q @ q) @ x
                u = (x.T if flip else x).reshape(p.shape)
                p.add_(u, alpha=-g["lr"] * max(1, u.shape[0] / u[0].numel()) ** .5)
                # scale-free under BatchNorm: hold the weight's size
                if p.ndim == 4 and p.shape[2] == 3:
                    n = p.norm()
                    p.mul_(self.state[p].setdefault("n", n.clone()) / n)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("shards"); ap.add_argument("work")
    ap.add_argument("--until", required=True)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--resume", action="store_true")
    ap.add_argument("--start", help="a shipped .onnx to go on from, where there is no checkpoint to resume")
    a = ap.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    os.makedirs(a.work, exist_ok=True)
    net = Detector().to(memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    inner = [p for n, p in net.named_parameters() if p.ndim == 4 and not n.startswith(("s2", "head.1"))]
    rest = [p for n, p in net.named_parameters() if not any(p is q for q in inner)]
    opt, mu = torch.optim.AdamW(rest, lr=a.lr, weight_decay=0.), Muon(inner)
    step, ck = 0, f"{a.work}/last.pt"
    if a.resume and os.path.exists(ck):
        z = torch.load(ck, weights_only=True)
        net.load_state_dict(z["net"]); ema.load_state_dict(z["ema"]); step = z["step"]
        if "mu" in z:
            opt.load_state_dict(z["opt"]); mu.load_state_dict(z["mu"])
    data = Shards(a.shards, np.random.default_rng(a.seed + step))
    if step == 0 and a.start:
        shipped.take_over(net, a.start, torch.from_numpy(data.batch(64)[0]).permute(0, 3, 1, 2))
        ema.load_state_dict(net.state_dict())
    now = time.localtime()
    hh, mm = map(int, a.until.split(":"))
    end = time.mktime(now[:3] + (hh, mm, 0) + now[6:])
    if end < time.time():
        end += 86400
    start = time.time()
    start, run, t0, saved = time.time(), None, time.time(), time.time()
    while time.time() < end:
        left = (end - time.time()) / max(1, end - start)
        lr = a.lr * min(1, (step + 1) / 100) * (1 if left > .6 else .02 + .98 * left / .6)
        for g in opt.param_groups:
            g["lr"] = lr
        for g in mu.param_groups:
            g["lr"] = .02 * lr / a.lr
        img, idx, card = data.batch(a.batch)
        heat, mask, ri, rc = (torch.from_numpy(v) for v in targets(a.batch, idx, card))
        x = torch.from_numpy(img).permute(0, 3, 1, 2)
        net.train()
        loss, parts = loss_of(net(x), heat, mask, ri, rc)
        net.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.)
        opt.step()
        mu.step()
        step += 1
        d = min(.9985, (step + 1) / (step + 20))
        with torch.no_grad():
            for p, q in zip(ema.state_dict().values(), net.state_dict().values()):
                if p.dtype.is_floating_point:
                    p.lerp_(q, 1 - d)
                else:
                    p.copy_(q)
        run = parts if run is None else run * .98 + parts * .02
        if step % 50 == 0:
            print(step, f"lr {lr:.4f} s/step {(time.time() - t0) / 50:.2f} loss {loss.item():.3f}", " ".join(f"{v:.3f}" for v in run.tolist()), time.strftime("%H:%M:%S"), flush=True)
            t0 = time.time()
        if time.time() - saved > 150 or time.time() >= end:
            torch.save({"net": net.state_dict(), "ema": ema.state_dict(), "opt": opt.state_dict(), "mu": mu.state_dict(), "step": step}, ck + ".tmp")
            os.replace(ck + ".tmp", ck)
            saved = time.time()
    torch.save({"net": net.state_dict(), "ema": ema.state_dict(), "opt": opt.state_dict(), "mu": mu.state_dict(), "step": step}, ck)


if __name__ == "__main__":
    main()
