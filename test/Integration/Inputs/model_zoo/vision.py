"""Blocks of image classifiers and of segmentation networks."""

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import ConvNorm, LayerNorm2d, SqueezeExcite, attend
from model_zoo.registry import floats, module


def images(channels):
    return {"x": floats("batch", channels, "height", "width")}


@module(sizes={"height": (8,), "width": (12,)}, x=floats("batch", 8, 12, 16))
class SwinBlock(nn.Module):
    """Shifted windows of 4 x 4, with a table of relative biases."""

    def __init__(self, width=16, heads=2, window=4, shift=2):
        super().__init__()
        self.heads, self.window, self.shift = heads, window, shift
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 32), nn.GELU(), nn.Linear(32, width))
        self.table = nn.Parameter(torch.randn((2 * window - 1) ** 2, heads) * 0.2)
        places = torch.stack(torch.meshgrid(
            torch.arange(window), torch.arange(window), indexing="ij")).flatten(1)
        y, x = (places[:, :, None] - places[:, None, :] + window - 1).unbind(0)
        self.register_buffer("index", y * (2 * window - 1) + x)

    def attend_in_windows(self, x):
        batch, height, width, channels = x.shape
        size = self.window
        x = x.view(batch, height // size, size, width // size, size, channels)
        x = x.permute(0, 1, 3, 2, 4, 5).reshape(-1, size * size, channels)
        qkv = self.qkv(x).reshape(-1, size * size, 3, self.heads, channels // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        bias = self.table[self.index.view(-1)].view(size * size, size * size, -1)
        x = attend(q, k, v, bias.permute(2, 0, 1).unsqueeze(0)).transpose(1, 2)
        x = self.proj(x.reshape(-1, size * size, channels))
        x = x.view(batch, height // size, width // size, size, size, channels)
        return x.permute(0, 1, 3, 2, 4, 5).reshape(batch, height, width, channels)

    def forward(self, x):
        shifted = torch.roll(self.norm1(x), (-self.shift, -self.shift), dims=(1, 2))
        x = x + torch.roll(self.attend_in_windows(shifted), (self.shift, self.shift), (1, 2))
        return x + self.mlp(self.norm2(x))


@module(x=floats("batch", "height", "width", 8))
class PatchMerging(nn.Module):
    """Four neighbours side by side, as Swin halves the resolution."""

    def __init__(self):
        super().__init__()
        self.norm, self.reduction = nn.LayerNorm(32), nn.Linear(32, 16, bias=False)

    def forward(self, x):
        parts = [x[:, 0::2, 0::2], x[:, 1::2, 0::2], x[:, 0::2, 1::2], x[:, 1::2, 1::2]]
        y = self.reduction(self.norm(torch.cat(parts, -1)))
        keep, gate = y.chunk(2, dim=-1)
        return keep * gate.sigmoid()


@module(x=floats("batch", 3, 8, 8))
class VisionTransformer(nn.Module):
    """Patches, a class token, one block and a head."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.patches = nn.Conv2d(3, width, 4, stride=4)
        self.cls = nn.Parameter(torch.randn(1, 1, width))
        self.positions = nn.Parameter(torch.randn(1, 5, width))
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat((self.cls.expand(x.shape[0], -1, -1), x), dim=1) + self.positions
        batch, length, width = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(batch, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        x = x + self.proj(attend(q, k, v).transpose(1, 2).reshape(batch, length, width))
        x = x + self.mlp(self.norm2(x))
        return self.head(x[:, 0])


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


def double_conv(inputs, outputs):
    return nn.Sequential(ConvNorm(inputs, outputs, 3), ConvNorm(outputs, outputs, 3))


@module(**images(3))
class UNet(nn.Module):
    """Two levels, with a transposed convolution and a bilinear upsampling."""

    def __init__(self):
        super().__init__()
        self.enter, self.down = double_conv(3, 8), double_conv(8, 16)
        self.bottom = double_conv(16, 16)
        self.up = nn.ConvTranspose2d(16, 16, 2, stride=2)
        self.middle, self.leave = double_conv(32, 8), double_conv(16, 8)
        self.upsample = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        self.last = nn.Conv2d(8, 4, 1)

    def forward(self, x):
        x1 = self.enter(x)
        x2 = self.down(F.max_pool2d(x1, 2))
        x3 = self.bottom(F.max_pool2d(x2, 2))
        x = self.middle(torch.cat([x2, self.up(x3)], dim=1))
        x = self.last(self.leave(torch.cat([x1, self.upsample(x)], dim=1)))
        scores, mask = x.split([3, 1], dim=1)
        return scores.softmax(1) * mask.sigmoid()


@module(skip=floats("batch", 8, "height", "width"), gate=floats("batch", 12, "height", "width"))
class AttentionGate(nn.Module):
    """Attention U-Net: the coarser features say where the finer ones matter."""

    def __init__(self):
        super().__init__()
        self.theta, self.phi = nn.Conv2d(8, 6, 2, stride=2, bias=False), nn.Conv2d(12, 6, 1)
        self.psi = nn.Conv2d(6, 2, 1)

    def forward(self, skip, gate):
        gate = F.max_pool2d(gate, 2)
        weights = torch.sigmoid(self.psi(F.relu(self.theta(skip) + self.phi(gate))))
        weights = F.interpolate(weights, scale_factor=2, mode="bilinear", align_corners=False)
        first, second = torch.chunk(weights, 2, dim=1)
        return skip * first * second


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
class Cbam(nn.Module):
    """Attention over channels, then over places, by means and maxima."""

    def __init__(self):
        super().__init__()
        self.mlp = nn.Sequential(nn.Conv2d(8, 4, 1, bias=False), nn.ReLU(),
                                 nn.Conv2d(4, 8, 1, bias=False))
        self.spatial = nn.Conv2d(2, 1, 7, padding=3, bias=False)

    def forward(self, x):
        average, highest = F.adaptive_avg_pool2d(x, 1), F.adaptive_max_pool2d(x, 1)
        x = x * torch.sigmoid(self.mlp(average) + self.mlp(highest))
        pooled = torch.cat([x.mean(1, keepdim=True), x.max(1, keepdim=True)[0]], dim=1)
        return x * torch.sigmoid(self.spatial(pooled))


@module(x=floats("batch", 8, 6, 10))
class CoordinateAttention(nn.Module):
    """Means of rows and of columns share a convolution, and are split again."""

    def __init__(self):
        super().__init__()
        self.mix = ConvNorm(8, 4, act=nn.Hardswish)
        self.conv_h, self.conv_w = nn.Conv2d(4, 8, 1), nn.Conv2d(4, 8, 1)

    def forward(self, x):
        height, width = x.shape[2:]
        rows, columns = x.mean(3, keepdim=True), x.mean(2, keepdim=True)
        pooled = torch.cat([rows, columns.permute(0, 1, 3, 2)], dim=2)
        h, w = torch.split(self.mix(pooled), [height, width], dim=2)
        return x * self.conv_w(w.permute(0, 1, 3, 2)).sigmoid() * self.conv_h(h).sigmoid()


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


@module(**images(4))
class HaarWavelet(nn.Module):
    """Averages and differences of 2 x 2 blocks, a change, and the inverse transform."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(4))

    def forward(self, x):
        a, b = x[:, :, 0::2, 0::2] / 2, x[:, :, 1::2, 0::2] / 2
        c, d = x[:, :, 0::2, 1::2] / 2, x[:, :, 1::2, 1::2] / 2
        bands = torch.cat([a + b + c + d, b - a + d - c, c + d - a - b, a - b - c + d], 1)
        low, horizontal, vertical, diagonal = bands.chunk(4, dim=1)
        low, horizontal = low * self.scale[0], horizontal.clamp(-0.5, 0.5)
        batch, channels, height, width = low.shape
        even = torch.stack([low - horizontal - vertical + diagonal,
                            low - horizontal + vertical - diagonal], -1)
        odd = torch.stack([low + horizontal - vertical - diagonal,
                           low + horizontal + vertical + diagonal], -1)
        image = torch.stack([even, odd], dim=3) / 2
        return image.reshape(batch, channels, 2 * height, 2 * width), bands


@module(**images(6))
class AtrousPyramid(nn.Module):
    """DeepLab's ASPP: dilated convolutions and the mean of the image."""

    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList(
            ConvNorm(6, 4, 3 if rate > 1 else 1, dilation=rate) for rate in (1, 2, 3))
        self.pool = nn.Sequential(nn.AdaptiveAvgPool2d(1), ConvNorm(6, 4))
        self.project = ConvNorm(16, 8)

    def forward(self, x):
        features = [conv(x) for conv in self.convs]
        features.append(F.interpolate(self.pool(x), size=x.shape[-2:], mode="nearest"))
        low, high = self.project(torch.cat(features, dim=1)).chunk(2, dim=1)
        return torch.cat([low, F.relu(high)], 1)


@module(x=floats("batch", 10, 16))
class GmlpBlock(nn.Module):
    """A spatial gating unit: one half of the channels weighs the other one."""

    def __init__(self):
        super().__init__()
        self.norm, self.enter = nn.LayerNorm(16), nn.Linear(16, 48)
        self.gate_norm, self.spatial = nn.LayerNorm(24), nn.Conv1d(10, 10, 1)
        self.leave = nn.Linear(24, 16)

    def forward(self, x):
        u, v = F.gelu(self.enter(self.norm(x))).chunk(2, dim=-1)
        return x + self.leave(u * self.spatial(self.gate_norm(v)))


@module(x=floats("batch", 9, 16))
class MixerBlock(nn.Module):
    """MLP-Mixer with gates: mixes tokens, then channels."""

    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(16), nn.LayerNorm(16)
        self.tokens = nn.Sequential(nn.Linear(9, 12), nn.GELU(), nn.Linear(12, 9))
        self.up, self.down = nn.Linear(16, 64), nn.Linear(32, 16)

    def forward(self, x):
        x = x + self.tokens(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        gate, value = self.up(self.norm2(x)).split(32, dim=-1)
        return x + self.down(F.mish(gate) * value)


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


@module(x=floats("batch", "length", 16))
class CrossCovarianceAttention(nn.Module):
    """XCiT: attention between channels, on normalized queries and keys."""

    def __init__(self):
        super().__init__()
        self.qkv, self.proj = nn.Linear(16, 48), nn.Linear(16, 16)
        self.temperature = nn.Parameter(torch.rand(2, 1, 1) + 0.5)

    def forward(self, x):
        batch, length, width = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, 2, width // 2).permute(2, 0, 3, 4, 1)
        q, k, v = qkv.unbind(0)
        q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
        weights = (q @ k.transpose(-2, -1) * self.temperature).softmax(dim=-1)
        return self.proj((weights @ v).permute(0, 3, 1, 2).reshape(batch, length, width))


@module(sizes={"height": (8,), "width": (8,)}, x=floats("batch", 8, 8, 8))
class MobileVit(nn.Module):
    """Patches are unfolded, attended to, and folded again."""

    def __init__(self):
        super().__init__()
        self.local = ConvNorm(8, 16, 3, act=nn.SiLU)
        self.norm, self.qkv = nn.LayerNorm(16), nn.Linear(16, 48)
        self.leave = ConvNorm(24, 8, act=nn.SiLU)

    def forward(self, x):
        y = self.local(x)
        batch, channels, height, width = y.shape
        y = y.reshape(batch * channels * height // 2, 2, width // 2, 2).transpose(1, 2)
        y = y.reshape(batch, channels, height * width // 4, 4).transpose(1, 3)
        q, k, v = self.qkv(self.norm(y)).chunk(3, dim=-1)
        y = (y + attend(q, k, v)).transpose(1, 3)
        y = y.reshape(batch * channels * height // 2, width // 2, 2, 2).transpose(1, 2)
        return self.leave(torch.cat([x, y.reshape(batch, channels, height, width)], 1))


@module(fine=floats("batch", 8, "height", "width"), x=floats("batch", 8, "height", "width"))
class HighResolutionFusion(nn.Module):
    """HRNet: two resolutions exchange their features."""

    def __init__(self):
        super().__init__()
        self.up, self.down = ConvNorm(8, 8, act=None), ConvNorm(8, 8, 3, 2, act=None)
        self.norm = nn.GroupNorm(4, 16)

    def forward(self, fine, x):
        coarse = F.max_pool2d(x, 3, 2, 1)
        size = fine.shape[-2], fine.shape[-1]
        up = F.interpolate(self.up(coarse), size=size, mode="bilinear", align_corners=False)
        first, second = self.norm(torch.cat([F.relu(fine + up), fine - up], 1)).chunk(2, 1)
        return first * second, F.relu(coarse + self.down(fine))


@module(sizes={"height": (8,), "width": (8,)}, x=floats("batch", 4, 8, 8))
class SpatialTransformer(nn.Module):
    """Samples images at the places of a predicted affine map."""

    def __init__(self):
        super().__init__()
        self.localize = nn.Linear(4, 6)

    def forward(self, x):
        theta = self.localize(x.mean((2, 3))).view(-1, 2, 3) + torch.eye(2, 3)
        steps = torch.linspace(-1, 1, 8)
        y, z = torch.meshgrid(steps, steps, indexing="ij")
        places = torch.stack([z, y, torch.ones_like(z)], -1).view(1, 64, 3)
        grid = places.matmul(theta.transpose(1, 2)).view(-1, 8, 8, 2)
        sampled = F.grid_sample(x, grid, align_corners=False)
        return sampled.split(2, dim=1)
