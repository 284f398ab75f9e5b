"""Training that goes on from a shipped .onnx: its folded BatchNorms are opened again."""
import onnx
import torch
from torch import nn


def normed(module, prefix=''):
    """(name of the convolution, BatchNorm behind it), as the export folds them"""
    conv = None
    for name, child in module.named_children():
        if isinstance(child, nn.BatchNorm2d) and conv:
            yield prefix + conv, child
            conv = None
        else:
            conv = name if isinstance(child, nn.Conv2d) else None
            yield from normed(child, prefix + name + '.')


def take_over(net, path, x):
    """Gives net the weights of an exported one; the BatchNorms take their statistics from the input batch x, and change nothing."""
    told = {i.name: torch.from_numpy(onnx.numpy_helper.to_array(i).copy()) for i in onnx.load(path).graph.initializer}
    pairs = dict(normed(net))
    with torch.no_grad():
        for name, p in net.named_parameters():
            if name in told and name.rpartition('.')[0] not in pairs:
                p.copy_(told[name])
        hooks = []
        for name, norm in pairs.items():
            net.get_submodule(name).weight.copy_(told[name + '.weight'])

            def opened(norm, args, bias=told[name + '.bias']):
                z = args[0]
                norm.running_mean.copy_(z.mean((0, 2, 3)))
                norm.running_var.copy_(z.var((0, 2, 3)))
                norm.weight.copy_((norm.running_var + norm.eps).sqrt())
                norm.bias.copy_(bias + norm.running_mean)
            hooks.append(norm.register_forward_pre_hook(opened))
        net.eval()(x)
        for h in hooks:
            h.remove()
