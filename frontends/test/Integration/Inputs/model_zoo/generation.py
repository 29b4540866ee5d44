"""Diffusion, image generators and image restoration."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import LayerNorm2d, attend, merge_heads, split_heads
from model_zoo.registry import floats, images, ints, module


def timestep_embedding(t, width):
    half = width // 2
    frequencies = torch.exp(-math.log(10000) * torch.arange(half, dtype=torch.float32) / half)
    angles = t[:, None].float() * frequencies[None]
    return torch.cat([torch.cos(angles), torch.sin(angles)], dim=-1)


@module(x=floats("batch", 8, "height", "width"), t=ints(100, "batch"))
class DiffusionResBlock(nn.Module):
    """A residual block whose norm is scaled and shifted by the time."""

    def __init__(self):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 24))
        self.norm1, self.conv1 = nn.GroupNorm(4, 8), nn.Conv2d(8, 12, 3, padding=1)
        self.norm2, self.conv2 = nn.GroupNorm(4, 12), nn.Conv2d(12, 12, 3, padding=1)
        self.skip = nn.Conv2d(8, 12, 1)

    def forward(self, x, t):
        h = self.conv1(F.silu(self.norm1(x)))
        time = self.time(timestep_embedding(t, 16))[:, :, None, None]
        scale, shift = torch.chunk(time, 2, dim=1)
        h = self.conv2(F.silu(self.norm2(h) * (1 + scale) + shift))
        return self.skip(x) + h


@module(x=floats("batch", "length", 16), t=floats("batch", low=0.0, high=100.0))
class DitBlock(nn.Module):
    """Diffusion transformer: six modulations from the time (adaLN-Zero)."""

    def __init__(self):
        super().__init__()
        self.time, self.modulation = nn.Linear(8, 16), nn.Linear(16, 6 * 16)
        self.qkv, self.proj = nn.Linear(16, 48), nn.Linear(16, 16)
        self.mlp = nn.Sequential(nn.Linear(16, 64), nn.GELU(approximate="tanh"),
                                 nn.Linear(64, 16))
        self.norm1, self.norm2 = nn.LayerNorm(16, eps=1e-6), nn.LayerNorm(16, eps=1e-6)

    def forward(self, x, t):
        c = F.silu(self.time(timestep_embedding(t, 8)))
        parts = self.modulation(c).unsqueeze(1).chunk(6, dim=-1)
        shift1, scale1, gate1, shift2, scale2, gate2 = parts
        y = self.norm1(x) * (1 + scale1) + shift1
        q, k, v = (split_heads(part, 4) for part in self.qkv(y).chunk(3, dim=-1))
        x = x + gate1 * self.proj(merge_heads(attend(q, k, v)))
        return x + gate2 * self.mlp(self.norm2(x) * (1 + scale2) + shift2)


@module(x=floats("batch", 16, "height", "width"), context=floats("batch", "source", 12))
class LatentDiffusionAttention(nn.Module):
    """Stable Diffusion's transformer on images: cross-attention to text, and GEGLU."""

    def __init__(self):
        super().__init__()
        self.norm, self.enter = nn.GroupNorm(4, 16, eps=1e-6), nn.Conv2d(16, 16, 1)
        self.norm1, self.norm2 = nn.LayerNorm(16), nn.LayerNorm(16)
        self.q, self.kv = nn.Linear(16, 16, bias=False), nn.Linear(12, 32, bias=False)
        self.up, self.down = nn.Linear(16, 64), nn.Linear(32, 16)
        self.leave = nn.Conv2d(16, 16, 1)

    def forward(self, x, context):
        batch, channels, height, width = x.shape
        y = self.enter(self.norm(x)).permute(0, 2, 3, 1).reshape(batch, height * width, channels)
        k, v = (split_heads(part, 2) for part in self.kv(context).chunk(2, dim=-1))
        y = y + merge_heads(attend(split_heads(self.q(self.norm1(y)), 2), k, v))
        value, gate = self.up(self.norm2(y)).chunk(2, dim=-1)
        y = y + self.down(value * F.gelu(gate))
        y = y.reshape(batch, height, width, channels).permute(0, 3, 1, 2)
        return x + self.leave(y)


@module(x=floats("batch", 8, "height", "width"), condition=floats("batch", 10))
class FilmGenerator(nn.Module):
    """Feature-wise modulation of two layers out of one condition."""

    def __init__(self):
        super().__init__()
        self.film = nn.Linear(10, 32)
        self.convs = nn.ModuleList(nn.Conv2d(8, 8, 3, padding=1) for _ in range(2))
        self.norm = nn.InstanceNorm2d(8, affine=True)

    def forward(self, x, condition):
        parameters = self.film(condition).view(-1, 2, 16)
        for conv, part in zip(self.convs, parameters.unbind(dim=1)):
            gamma, beta = part.unsqueeze(-1).unsqueeze(-1).split(8, dim=1)
            x = x + F.relu(self.norm(conv(x)) * gamma + beta)
        return x


@module(x=floats(2, 6, 5, 5), style=floats(2, 8))
class ModulatedConvolution(nn.Module):
    """StyleGAN 2: a kernel for each image, as groups of one convolution."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(1, 8, 6, 3, 3))
        self.style = nn.Linear(8, 6)
        self.noise = nn.Parameter(torch.randn(1, 1, 5, 5))
        blur = torch.tensor([1.0, 3.0, 3.0, 1.0])
        self.register_buffer("blur", (torch.outer(blur, blur) / 64).expand(8, 1, 4, 4))

    def forward(self, x, style):
        batch, channels, height, width = x.shape
        weight = self.weight * (self.style(style).view(batch, 1, channels, 1, 1) + 1)
        weight = weight * torch.rsqrt(weight.pow(2).sum([2, 3, 4], keepdim=True) + 1e-8)
        y = F.conv2d(x.reshape(1, -1, height, width), weight.view(-1, channels, 3, 3),
                     padding=1, groups=batch).view(batch, -1, height, width)
        y = F.leaky_relu(y + self.noise, 0.2) * math.sqrt(2)
        y = F.conv2d(F.pad(F.interpolate(y, scale_factor=2.0), (2, 1, 2, 1)), self.blur, groups=8)
        return y.chunk(2, dim=1)


@module(**images(3))
class SuperResolution(nn.Module):
    """EDSR with a distillation split: features are set aside, and pixels shuffled."""

    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(3, 16, 3, padding=1)
        self.body = nn.Conv2d(12, 12, 3, padding=1)
        self.up = nn.Sequential(nn.Conv2d(16, 12, 3, padding=1), nn.PixelShuffle(2))

    def forward(self, x):
        distilled, rest = torch.split(F.leaky_relu(self.head(x), 0.05), (4, 12), dim=1)
        features = torch.cat([distilled, rest + self.body(rest) * 0.1], 1)
        base = F.interpolate(x, scale_factor=2, mode="bicubic", align_corners=False)
        return torch.clamp(self.up(features) + base, -1, 1)


@module(content=floats("batch", 6, "height", "width"), style=floats("batch", 8))
class AdaptiveInstanceNorm(nn.Module):
    """AdaIN: statistics of the content make way for those of a style."""

    def __init__(self):
        super().__init__()
        self.style = nn.Linear(8, 12)

    def forward(self, content, style):
        mean, deviation = self.style(style)[:, :, None, None].chunk(2, 1)
        variance = content.var(dim=(2, 3), keepdim=True) + 1e-5
        centered = content - content.mean(dim=(2, 3), keepdim=True)
        return centered / variance.sqrt() * deviation.abs() + mean


@module(x=floats("batch", 3, "height", "width"), t=ints(20, "batch"),
        noise=floats("batch", 3, "height", "width"))
class DiffusionStep(nn.Module):
    """One step of sampling with guidance and a learned variance."""

    def __init__(self):
        super().__init__()
        betas = torch.linspace(1e-3, 0.2, 20)
        alphas = torch.cumprod(1 - betas, 0)
        self.register_buffer("betas", betas)
        self.register_buffer("alphas", alphas)
        self.net = nn.Conv2d(4, 6, 3, padding=1)

    def extract(self, table, t):
        return table.gather(-1, t).reshape(-1, 1, 1, 1)

    def forward(self, x, t, noise):
        twice = torch.cat([x, x])
        hint = torch.cat([torch.ones_like(x[:, :1]), torch.zeros_like(x[:, :1])])
        with_hint, without = self.net(torch.cat([twice, hint], 1)).chunk(2)
        eps, fraction = (without + 3.0 * (with_hint - without)).split(3, dim=1)
        alpha, beta = self.extract(self.alphas, t), self.extract(self.betas, t)
        start = ((x - (1 - alpha).sqrt() * eps) / alpha.sqrt()).clamp(-1.0, 1.0)
        fraction = (fraction + 1) / 2
        log_variance = fraction * beta.log() + (1 - fraction) * (beta * 0.5).log()
        mean = alpha.sqrt() * start + (1 - alpha).sqrt() * eps
        is_last = (t == 0).float().view(-1, 1, 1, 1)
        return mean + (1 - is_last) * torch.exp(0.5 * log_variance) * noise, start


@module(**images(6))
class ResidualDenseBlock(nn.Module):
    """ESRGAN: five dense convolutions, and a scaled residual."""

    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList(
            nn.Conv2d(6 + 4 * i, 4, 3, padding=1) for i in range(3))
        self.last = nn.Conv2d(18, 6, 3, padding=1)

    def forward(self, x):
        features = x
        for conv in self.convs:
            features = torch.cat([features, F.leaky_relu(conv(features), 0.2)], 1)
        original, *rest = features.split([6, 4, 4, 4], dim=1)
        return original + 0.2 * self.last(features), torch.stack(rest).amax(0)


@module(**images(8))
class NafNetBlock(nn.Module):
    """Halves are multiplied instead of activated, and channels weighted."""

    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = LayerNorm2d(8), LayerNorm2d(8)
        self.conv1, self.conv2 = nn.Conv2d(8, 16, 1), nn.Conv2d(16, 16, 3, padding=1, groups=16)
        self.attention = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(8, 8, 1))
        self.conv3, self.conv4, self.conv5 = nn.Conv2d(8, 8, 1), nn.Conv2d(8, 16, 1), nn.Conv2d(
            8, 8, 1)
        self.beta = nn.Parameter(torch.rand(1, 8, 1, 1))

    def gate(self, x):
        x1, x2 = x.chunk(2, dim=1)
        return x1 * x2

    def forward(self, x):
        y = self.gate(self.conv2(self.conv1(self.norm1(x))))
        x = x + self.conv3(y * self.attention(y)) * self.beta
        return x + self.conv5(self.gate(self.conv4(self.norm2(x))))


@module(**images(8))
class GatedFeedForward(nn.Module):
    """Restormer: attention between channels, and a depthwise gate."""

    def __init__(self):
        super().__init__()
        self.norm = LayerNorm2d(8)
        self.qkv, self.mix = nn.Conv2d(8, 24, 1), nn.Conv2d(24, 24, 3, padding=1, groups=24)
        self.up, self.wide = nn.Conv2d(8, 32, 1), nn.Conv2d(32, 32, 3, padding=1, groups=32)
        self.down = nn.Conv2d(16, 8, 1, bias=False)

    def forward(self, x):
        batch, _, height, width = x.shape
        q, k, v = (part.reshape(batch, 2, 4, height * width)
                   for part in self.mix(self.qkv(self.norm(x))).chunk(3, dim=1))
        q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
        weights = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        x = x + (weights @ v).view(batch, 8, height, width)
        x1, x2 = self.wide(self.up(x)).chunk(2, dim=1)
        return x + self.down(F.gelu(x1) * x2)
