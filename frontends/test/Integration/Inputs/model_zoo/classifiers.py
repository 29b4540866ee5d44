"""Blocks of convolutional image classifiers."""

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import ConvNorm, LayerNorm2d, SqueezeExcite
from model_zoo.registry import floats, images, module


def shuffle(x, groups):
    batch, channels, height, width = x.shape
    x = x.view(batch, groups, channels // groups, height, width).transpose(1, 2)
    return x.reshape(batch, channels, height, width)


@module(**images(16))
class ShuffleUnit(nn.Module):
    """ShuffleNet V2: one half of the channels goes by, then all are shuffled."""

    def __init__(self):
        super().__init__()
        self.branch = nn.Sequential(
            ConvNorm(8, 8), ConvNorm(8, 8, 3, groups=8, act=None), ConvNorm(8, 8))

    def forward(self, x):
        kept, changed = x.chunk(2, dim=1)
        return shuffle(torch.cat((kept, self.branch(changed)), dim=1), 2)


@module(**images(16))
class ShuffleStages(nn.Module):
    """ShuffleNet V2 with a stem, a unit of stride 2, and a head."""

    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2d(3, stride=2, padding=1)
        self.left = nn.Sequential(ConvNorm(16, 16, 3, 2, 16, act=None), ConvNorm(16, 12))
        self.right = nn.Sequential(
            ConvNorm(16, 12), ConvNorm(12, 12, 3, 2, 12, act=None), ConvNorm(12, 12))
        self.last = ConvNorm(12, 12)
        self.head = nn.Linear(24, 5)

    def forward(self, x):
        x = F.pad(self.pool(x), (1, 1, 1, 1))
        x = shuffle(torch.cat((self.left(x), self.right(x)), dim=1), 2)
        kept, changed = torch.split(x, 12, dim=1)
        x = shuffle(torch.cat((kept, self.last(changed)), 1), 3)
        return self.head(x.mean([2, 3]))


@module(**images(16))
class Res2NetBlock(nn.Module):
    """Each quarter of the channels also sees the result of the one before it."""

    def __init__(self):
        super().__init__()
        self.enter, self.leave = ConvNorm(16, 32), ConvNorm(32, 16, act=None)
        self.convs = nn.ModuleList(ConvNorm(8, 8, 3) for _ in range(3))

    def forward(self, x):
        parts = torch.split(self.enter(x), 8, 1)
        outputs = [parts[0]]
        for part, conv in zip(parts[1:], self.convs):
            outputs.append(conv(part if len(outputs) == 1 else part + outputs[-1]))
        return F.relu(x + self.leave(torch.cat(outputs, 1)))


@module(**images(8))
class InceptionA(nn.Module):
    """Branches of different receptive fields behind one fused 1 x 1 convolution."""

    def __init__(self):
        super().__init__()
        self.fused = ConvNorm(8, 18)
        self.branch5 = ConvNorm(6, 8, 5)
        self.branch3 = nn.Sequential(ConvNorm(4, 6, 3), ConvNorm(6, 6, 3))
        self.pool = ConvNorm(8, 4)

    def forward(self, x):
        one, five, three = self.fused(x).split([8, 6, 4], dim=1)
        pooled = F.avg_pool2d(x, kernel_size=3, stride=1, padding=1)
        return torch.cat([one, self.branch5(five), self.branch3(three), self.pool(pooled)], 1)


@module(**images(8))
class InceptionC(nn.Module):
    """Convolutions of 1 x 7 and 7 x 1, and a reduction of three branches."""

    def __init__(self):
        super().__init__()
        self.row, self.column = nn.Conv2d(4, 6, (1, 7), padding=(0, 3)), nn.Conv2d(
            4, 6, (7, 1), padding=(3, 0))
        self.reduce = nn.Conv2d(12, 8, 3, stride=2)

    def forward(self, x):
        a, b = torch.chunk(x, 2, dim=1)
        mixed = F.relu(torch.cat([self.row(a), self.column(b)], 1))
        return torch.cat([self.reduce(mixed), F.max_pool2d(x, 3, stride=2)], 1)


@module(**images(8))
class DenseBlock(nn.Module):
    """DenseNet: each layer sees all earlier ones; then a transition."""

    def __init__(self, layers=3, growth=4):
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Sequential(nn.BatchNorm2d(width), nn.ReLU(), nn.Conv2d(width, 8, 1, bias=False),
                          nn.BatchNorm2d(8), nn.ReLU(),
                          nn.Conv2d(8, growth, 3, padding=1, bias=False))
            for width in range(8, 8 + layers * growth, growth))
        self.norm, self.conv = nn.BatchNorm2d(20), nn.Conv2d(20, 10, 1)

    def forward(self, x):
        features = [x]
        for layer in self.layers:
            features.append(layer(torch.cat(features, 1)))
        x = self.conv(F.relu(self.norm(torch.cat(features, 1))))
        return F.avg_pool2d(x, 2, 2)


@module(**images(16))
class SeBottleneck(nn.Module):
    """ResNeXt's bottleneck with squeeze and excitation, and a shortcut of stride 2."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            ConvNorm(16, 8), ConvNorm(8, 8, 3, 2, groups=4), ConvNorm(8, 32, act=None))
        self.se, self.shortcut = SqueezeExcite(32, 4), ConvNorm(16, 32, 1, 2, act=None)

    def forward(self, x):
        return F.relu(self.se(self.body(x)) + self.shortcut(x))


@module(**images(8))
class InvertedResidual(nn.Module):
    """MobileNet V2's block."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            ConvNorm(8, 24, act=nn.ReLU6), ConvNorm(24, 24, 3, groups=24, act=nn.ReLU6),
            ConvNorm(24, 8, act=None))

    def forward(self, x):
        return x + self.body(x)


@module(**images(8))
class MobileNetV3(nn.Module):
    """A stem, a block with hard swish and a gated squeeze, and the last stage."""

    def __init__(self):
        super().__init__()
        self.stem = ConvNorm(8, 16, 3, 2, act=nn.Hardswish)
        self.expand = ConvNorm(16, 32, act=nn.Hardswish)
        self.depthwise = ConvNorm(32, 32, 5, groups=32, act=nn.Hardswish)
        self.se, self.project = SqueezeExcite(32, 8, nn.Hardsigmoid), ConvNorm(32, 16, act=None)
        self.head = nn.Sequential(nn.Linear(16, 24), nn.Hardswish(), nn.Linear(24, 6))

    def forward(self, x):
        x = self.stem(x)
        x = x + self.project(self.se(self.depthwise(self.expand(x))))
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1)).split(3, dim=-1)


@module(**images(8))
class MbConv(nn.Module):
    """EfficientNet's block, and the fused one of its second version."""

    def __init__(self):
        super().__init__()
        self.expand = ConvNorm(8, 32, act=nn.SiLU)
        self.depthwise = ConvNorm(32, 32, 5, 2, 32, act=nn.SiLU)
        self.se, self.project = SqueezeExcite(32, 2), ConvNorm(32, 12, act=None)
        self.fused = nn.Sequential(ConvNorm(6, 24, 3, act=nn.SiLU), ConvNorm(24, 6, act=None))

    def forward(self, x):
        x = self.project(self.se(self.depthwise(self.expand(x))))
        kept, changed = x.tensor_split(2, dim=1)
        return torch.cat([kept, changed + self.fused(changed)], dim=1)


@module(**images(12))
class ConvNextBlock(nn.Module):
    """Depthwise 7 x 7, then a layer norm and an MLP on the last axis."""

    def __init__(self, width=12):
        super().__init__()
        self.depthwise = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.gamma = nn.Parameter(torch.ones(width) * 0.1)

    def forward(self, x):
        y = self.norm(self.depthwise(x).permute(0, 2, 3, 1))
        y = self.gamma * self.down(F.gelu(self.up(y)))
        return x + y.permute(0, 3, 1, 2)


@module(**images(12))
class ConvNextV2Block(nn.Module):
    """The same with global response normalization, and a downsampling stem."""

    def __init__(self, width=12):
        super().__init__()
        self.norm, self.stem = LayerNorm2d(width), nn.Conv2d(width, width, 2, stride=2)
        self.depthwise = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.gamma = nn.Parameter(torch.randn(1, 1, 1, 4 * width) * 0.3)
        self.beta = nn.Parameter(torch.randn(1, 1, 1, 4 * width) * 0.3)

    def forward(self, x):
        x = self.stem(self.norm(x))
        y = F.gelu(self.up(self.depthwise(x).permute(0, 2, 3, 1)))
        norms = torch.norm(y, p=2, dim=(1, 2), keepdim=True)
        y = self.gamma * (y * norms / (norms.mean(dim=-1, keepdim=True) + 1e-6)) + self.beta + y
        return x + self.down(y).permute(0, 3, 1, 2)


@module(**images(8))
class GhostModule(nn.Module):
    """GhostNet: cheap depthwise features complete the computed ones, and some are cut."""

    def __init__(self):
        super().__init__()
        self.primary, self.cheap = ConvNorm(8, 7), ConvNorm(7, 7, 3, groups=7)

    def forward(self, x):
        x1 = self.primary(x)
        out = torch.cat([x1, self.cheap(x1)], dim=1)[:, :12]
        left, right, rest = out.split(5, dim=1)
        return left + right, rest


@module(**images(8))
class SelectiveKernel(nn.Module):
    """SKNet: a softmax chooses between kernels of different sizes."""

    def __init__(self):
        super().__init__()
        self.small = ConvNorm(8, 8, 3, groups=4)
        self.large = ConvNorm(8, 8, 3, groups=4, dilation=2)
        self.squeeze, self.select = nn.Linear(8, 4), nn.Linear(4, 16)

    def forward(self, x):
        branches = torch.stack([self.small(x), self.large(x)], dim=1)
        mean = branches.sum(1).mean(-1).mean(-1)
        weights = self.select(F.relu(self.squeeze(mean))).view(-1, 2, 8, 1, 1).softmax(dim=1)
        first, second = (branches * weights).unbind(dim=1)
        return first + second


@module(**images(8))
class SplitAttention(nn.Module):
    """ResNeSt: groups of channels are weighted against each other."""

    def __init__(self):
        super().__init__()
        self.conv = ConvNorm(8, 16, 3, groups=4)
        self.fc1, self.fc2 = ConvNorm(8, 8, groups=2), nn.Conv2d(8, 16, 1, groups=2)

    def forward(self, x):
        x = self.conv(x)
        batch, channels = x.shape[:2]
        splits = torch.split(x, channels // 2, dim=1)
        weights = self.fc2(self.fc1(F.adaptive_avg_pool2d(sum(splits), 1)))
        weights = weights.view(batch, 2, 2, -1).transpose(1, 2).softmax(dim=1)
        weights = torch.split(weights.reshape(batch, -1, 1, 1), channels // 2, dim=1)
        return sum(weight * part for weight, part in zip(weights, splits))


@module(**images(8))
class EfficientChannelAttention(nn.Module):
    """ECA: a convolution across channels, for each half in other sizes."""

    def __init__(self):
        super().__init__()
        self.small = nn.Conv1d(1, 1, 3, padding=1, bias=False)
        self.large = nn.Conv1d(1, 1, 5, padding=2, bias=False)

    def forward(self, x):
        outputs = []
        for part, conv in zip(x.chunk(2, 1), (self.small, self.large)):
            mean = F.adaptive_avg_pool2d(part, 1).squeeze(-1).transpose(-1, -2)
            weight = conv(mean).transpose(-1, -2).unsqueeze(-1).sigmoid()
            outputs.append(part * weight.expand_as(part))
        return torch.cat(outputs, 1)


@module(**images(12))
class DualPathBlock(nn.Module):
    """One part of the channels is added, another one is appended."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(ConvNorm(12, 8), ConvNorm(8, 8, 3, groups=2), ConvNorm(8, 12))

    def forward(self, x):
        residual, dense = x.split((8, 4), dim=1)
        added, appended = self.body(x).split((8, 4), dim=1)
        return torch.cat([residual + added, dense, appended], dim=1)


@module(x=floats("batch", 8, 6, 6))
class Involution(nn.Module):
    """A kernel for each place, computed from the features there."""

    def __init__(self, kernel=3, groups=2):
        super().__init__()
        self.kernel, self.groups = kernel, groups
        self.reduce, self.span = ConvNorm(8, 4), nn.Conv2d(4, kernel ** 2 * groups, 1)
        self.unfold = nn.Unfold(kernel, padding=1)

    def forward(self, x):
        batch, channels, height, width = x.shape
        weight = self.span(self.reduce(x))
        weight = weight.view(batch, self.groups, 1, self.kernel ** 2, height, width)
        patches = self.unfold(x).view(
            batch, self.groups, channels // self.groups, self.kernel ** 2, height, width)
        return (weight * patches).sum(dim=3).view(batch, channels, height, width)


@module(**images(6))
class OctaveConvolution(nn.Module):
    """High and low frequencies in one map are split, mixed and joined."""

    def __init__(self):
        super().__init__()
        self.hh, self.hl = nn.Conv2d(4, 4, 3, padding=1), nn.Conv2d(4, 2, 3, padding=1)
        self.lh, self.ll = nn.Conv2d(2, 4, 3, padding=1), nn.Conv2d(2, 2, 3, padding=1)

    def forward(self, x):
        high, low = x.split([4, 2], dim=1)
        low = F.avg_pool2d(low, 2)
        mixed = self.hh(high) + F.interpolate(self.lh(low), scale_factor=2, mode="nearest")
        return mixed, self.ll(low) + self.hl(F.avg_pool2d(high, 2))


@module(**images(8))
class AlexNetStage(nn.Module):
    """Local response normalization, and convolutions on two halves of the channels."""

    def __init__(self):
        super().__init__()
        self.enter, self.norm = nn.Conv2d(8, 12, 3, padding=1), nn.LocalResponseNorm(4)
        self.left, self.right = nn.Conv2d(6, 8, 3, padding=1), nn.Conv2d(6, 8, 3, padding=1)

    def forward(self, x):
        x = F.max_pool2d(self.norm(F.relu(self.enter(x))), 3, stride=2, padding=1)
        first, second = x.chunk(2, dim=1)
        return torch.cat([self.left(first), self.right(second)], 1)
