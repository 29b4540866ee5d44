"""Transformers on images, segmentation, and attention over channels and places."""

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import ConvNorm, attend
from model_zoo.registry import floats, images, module


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


@module(c3=floats("batch", 8, 8, 12), c4=floats("batch", 12, 4, 6),
        c5=floats("batch", 16, 2, 3))
class PathAggregation(nn.Module):
    """A pyramid down and up again, whose last level is subsampled by a pool."""

    def __init__(self):
        super().__init__()
        self.lateral = nn.ModuleList(nn.Conv2d(n, 8, 1) for n in (8, 12, 16))
        self.smooth = nn.ModuleList(nn.Conv2d(8, 8, 3, padding=1) for _ in range(3))
        self.down = nn.ModuleList(nn.Conv2d(8, 8, 3, 2, 1) for _ in range(2))

    def forward(self, c3, c4, c5):
        levels = [layer(c) for layer, c in zip(self.lateral, (c3, c4, c5))]
        for i in (2, 1):
            levels[i - 1] = levels[i - 1] + F.interpolate(
                levels[i], size=levels[i - 1].shape[2:], mode="nearest")
        levels = [layer(level) for layer, level in zip(self.smooth, levels)]
        for i in (0, 1):
            levels[i + 1] = levels[i + 1] + self.down[i](levels[i])
        return (*levels, F.max_pool2d(levels[-1], 1, stride=2))
