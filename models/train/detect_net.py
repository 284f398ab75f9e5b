"""Net D: finds card indices and cards in a picture of any size (spec of heads in models/README.md)."""
import torch
import torch.nn as nn

HEADS = 14


def conv(i, o, k=3, s=1, g=1):
    return nn.Sequential(nn.Conv2d(i, o, k, s, k // 2, groups=g, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Res(nn.Module):
    """depthwise 3x3, pointwise, added to its input"""

    def __init__(self, c, dense=False):
        super().__init__()
        if dense:
            self.f = nn.Sequential(conv(c, c // 2, 1), nn.Conv2d(c // 2, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))
        else:
            self.f = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, groups=c, bias=False), nn.BatchNorm2d(c), conv(c, 2 * c, 1), nn.Conv2d(2 * c, c, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        return torch.relu(x + self.f(x))


class Detector(nn.Module):
    """RGB 0..1 [N,3,H,W] -> [N,14,H/4,W/4]"""

    def __init__(self, c1=8, c2=16, c3=32, c4=64, c5=96):
        super().__init__()
        self.s2 = conv(3, c1, 3, 2)
        self.s4 = nn.Sequential(conv(c1, c2, 3, 2), Res(c2, True))
        self.s8 = nn.Sequential(conv(c2, c3, 3, 2), Res(c3, True), Res(c3, True))
        self.s16 = nn.Sequential(conv(c3, c4, 3, 2), Res(c4, True), Res(c4, True))
        self.s32 = nn.Sequential(conv(c4, c5, 3, 2), Res(c5, True), Res(c5, True))
        self.l32, self.l16, self.l8 = (nn.Conv2d(i, o, 1) for i, o in ((c5, c4), (c4, c3), (c3, c2)))
        self.m16, self.m8 = Res(c4, True), Res(c3, True)
        self.m4 = conv(c2, c2)
        self.head = nn.Sequential(conv(c2, 48, 1), nn.Conv2d(48, HEADS, 1))
        nn.init.normal_(self.head[1].weight, std=.01)
        with torch.no_grad():
            self.head[1].bias.zero_()
            self.head[1].bias[[0, 6, 7]] = -4.5

    def forward(self, x):
        a = self.s4(self.s2(x))
        b = self.s8(a)
        c = self.s16(b)
        d = self.s32(c)
        up = nn.functional.interpolate
        c = self.m16(torch.relu(c + up(self.l32(d), scale_factor=2., mode="nearest")))
        b = self.m8(torch.relu(b + up(self.l16(c), scale_factor=2., mode="nearest")))
        a = self.m4(torch.relu(a + up(self.l8(b), scale_factor=2., mode="nearest")))
        return self.head(a)


def fold(net):
    """a copy with every BatchNorm folded into the convolution before it"""
    import copy
    from torch.nn.utils.fusion import fuse_conv_bn_eval
    net = copy.deepcopy(net).eval()

    def walk(m):
        prev = None
        for n, c in list(m.named_children()):
            if isinstance(c, nn.BatchNorm2d) and prev is not None:
                setattr(m, prev, fuse_conv_bn_eval(getattr(m, prev), c))
                setattr(m, n, nn.Identity())
                prev = None
            else:
                prev = n if isinstance(c, nn.Conv2d) else None
                walk(c)
    walk(net)
    return net


def export(net, path):
    torch.onnx.export(fold(net), torch.zeros(1, 3, 384, 640), path, opset_version=14, dynamo=False, input_names=["image"], output_names=["maps"],
                      dynamic_axes={"image": {2: "h", 3: "w"}, "maps": {2: "h4", 3: "w4"}})
