"""48x40 RGB patch, normalised -> 18 rank, 5 suit and 1 quality logits: the index reader G."""
import torch
from torch import nn

RANK, SUIT = 18, 5


def block(i, o, stride=1, k=3):
    return nn.Sequential(nn.Conv2d(i, o, k, stride, k // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Glyph(nn.Module):
    """About 160 thousand parameters, 9 million multiplications a patch; the place of rank over suit is kept by flattening."""

    def __init__(self, c=(24, 24, 40, 56, 64, 64), squeeze=24, hidden=96):
        super().__init__()
        self.body = nn.Sequential(block(3, c[0], 2, 5), block(c[0], c[1]), block(c[1], c[2], 2), block(c[2], c[3]),
                                  block(c[3], c[4], 2), block(c[4], c[5]), block(c[5], squeeze, k=1))
        self.hidden = nn.Sequential(nn.Linear(squeeze * 30, hidden), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(.1)
        self.out = nn.Linear(hidden, RANK + SUIT + 1)

    def forward(self, x):
        return self.out(self.drop(self.hidden(self.body(x).flatten(1))))


class Pair(nn.Module):
    """Two readers whose logits are averaged: they err on different patches."""

    def __init__(self, a, b):
        super().__init__()
        self.a, self.b = a, b
        self.out = nn.Linear(a.out.in_features * 2, a.out.out_features)
        with torch.no_grad():
            self.out.weight.copy_(torch.cat([a.out.weight, b.out.weight], 1) / 2)
            self.out.bias.copy_((a.out.bias + b.out.bias) / 2)

    def body(self, x):
        return torch.cat([net.body(x).flatten(1) for net in (self.a, self.b)], 1)

    def hidden(self, z):
        return torch.cat([net.hidden(part) for net, part in zip((self.a, self.b), z.chunk(2, 1))], 1)

    def forward(self, x):
        return self.out(self.hidden(self.body(x)))


def normalise(u8):
    """Batch of uint8 HWC patches -> float NCHW, per patch (x - mean) / (std + 0.03) on the 0..1 scale."""
    x = u8.permute(0, 3, 1, 2).float() / 255
    m = x.mean((1, 2, 3), keepdim=True)
    s = x.std((1, 2, 3), keepdim=True, unbiased=False)
    return (x - m) / (s + .03)


def fused(net):
    """A copy with every BatchNorm folded into its convolution."""
    import copy
    net = copy.deepcopy(net).eval()
    for seq in net.modules():
        if isinstance(seq, nn.Sequential) and len(seq) == 3 and isinstance(seq[1], nn.BatchNorm2d):
            seq[0] = nn.utils.fusion.fuse_conv_bn_eval(seq[0], seq[1])
            seq[1] = nn.Identity()
    return net


def export(net, path, shape):
    """Writes ONNX (opset 13, batch free), `output` the logits and `hidden` the layer before them, and checks it against onnxruntime;
    returns the largest difference."""
    import numpy as np
    import onnxruntime as ort
    net = fused(net)

    def both(x):
        hidden = net.hidden(net.body(x).flatten(1))
        return net.out(hidden), hidden

    net.forward = both
    x = torch.randn(3, *shape)
    names = ['output', 'hidden']
    torch.onnx.export(net, x, path, input_names=['input'], output_names=names, opset_version=13, dynamo=False,
                      dynamic_axes={name: {0: 'n'} for name in ['input', *names]})
    got = ort.InferenceSession(path, providers=['CPUExecutionProvider']).run(names, {'input': x.numpy()})
    return max(float(np.abs(a - b.detach().numpy()).max()) for a, b in zip(got, both(x)))
