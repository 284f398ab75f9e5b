"""One slow stream of composed samples -> shards on disk that a trainer takes up and sets aside: the generator's process."""
import glob
import os
import sys
import time

import numpy as np


def produce(make, folder, seed, per_shard=512, keep=60):
    """Writes shards of make(rng) for ever; waits while `keep` shards lie untaken. make gives (patch, label, label, ...)."""
    import cv2
    cv2.setNumThreads(1)
    os.makedirs(folder, exist_ok=True)
    n = 0
    while True:
        while len(glob.glob(folder + '/*.npz')) >= keep:
            time.sleep(1)
        rng = np.random.default_rng([seed, n])
        rows = [make(rng) for _ in range(per_shard)]
        path = f'{folder}/{seed}_{n:06d}'
        np.savez(path + '.tmp.npz', x=np.stack([r[0] for r in rows]), y=np.array([r[1:] for r in rows], np.float32))
        os.rename(path + '.tmp.npz', path + '.npz')
        n += 1


class Ring:
    """The newest `size` samples in memory; take_up() drains the folder (earlier runs' shards first), batch() draws from all."""

    def __init__(self, folder, size, shape, labels):
        self.folder, self.size = folder, size
        self.x, self.y = np.zeros((size, *shape), np.uint8), np.zeros((size, labels), np.float32)
        self.at = self.full = self.seen = 0
        os.makedirs(folder + '/old', exist_ok=True)
        self.take_up('/old/*.npz')

    def take_up(self, shards='/*.npz'):
        for p in sorted(glob.glob(self.folder + shards), key=os.path.getmtime):
            if p.endswith('.tmp.npz'):
                continue
            try:
                d = np.load(p)
                x, y = d['x'], d['y']
            except Exception as e:
                print('shard lost', p, e, file=sys.stderr)
                os.remove(p)
                continue
            if '/old/' not in p:  # kept for a later run
                os.rename(p, self.folder + '/old/' + os.path.basename(p))
            i = (self.at + np.arange(len(x))) % self.size
            self.x[i], self.y[i] = x, y
            self.at = (self.at + len(x)) % self.size
            self.full = min(self.size, self.full + len(x))
            self.seen += len(x)

    def batch(self, rng, n):
        i = rng.integers(0, self.full, n)
        return self.x[i], self.y[i]
