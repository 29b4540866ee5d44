"""Layers and functions that several modules share."""

import math

import torch
from torch import nn


class RmsNorm(nn.Module):
    """Root mean square normalization of the last axis."""

    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(width)), eps

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class LayerNorm2d(nn.Module):
    """Layer normalization over the channels of images."""

    def __init__(self, channels, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(1, keepdim=True)
        variance = (x - mean).pow(2).mean(1, keepdim=True)
        x = (x - mean) / torch.sqrt(variance + self.eps)
        return self.weight[:, None, None] * x + self.bias[:, None, None]


class ConvNorm(nn.Sequential):
    """A convolution that keeps sizes if its stride is 1, batch normalization, and an
    activation."""

    def __init__(self, inputs, outputs, kernel=1, stride=1, groups=1, dilation=1, act=nn.ReLU):
        padding = dilation * (kernel - 1) // 2
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, padding, dilation, groups, bias=False),
            nn.BatchNorm2d(outputs), act() if act else nn.Identity())


class SqueezeExcite(nn.Module):
    """Weights channels by a small network of their means."""

    def __init__(self, channels, hidden, gate=nn.Sigmoid):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.reduce, self.expand = nn.Conv2d(channels, hidden, 1), nn.Conv2d(hidden, channels, 1)
        self.act, self.gate = nn.ReLU(), gate()

    def forward(self, x):
        return x * self.gate(self.expand(self.act(self.reduce(self.pool(x)))))


def split_heads(x, heads):
    """Turns batch x length x width into batch x heads x length x size."""
    batch, length, width = x.shape
    return x.view(batch, length, heads, width // heads).transpose(1, 2)


def merge_heads(x):
    batch, heads, length, size = x.shape
    return x.transpose(1, 2).reshape(batch, length, heads * size)


def attend(q, k, v, bias=None):
    """Attention of heads, with a bias on the scores."""
    scores = q @ k.transpose(-2, -1) * q.size(-1) ** -0.5
    if bias is not None:
        scores = scores + bias
    return torch.softmax(scores, -1) @ v


def causal_mask(limit):
    """1 where a query may look, as checkpoints store it."""
    return torch.tril(torch.ones(limit, limit)).view(1, 1, limit, limit)


def rotary_table(limit, size, base=10000.0):
    """Cosines and sines of the angles of each position, for both halves."""
    frequencies = base ** (-torch.arange(0, size, 2).float() / size)
    angles = torch.outer(torch.arange(limit).float(), frequencies)
    angles = torch.cat([angles, angles], -1)
    return angles.cos(), angles.sin()


def rotate_half(x):
    first, second = x.chunk(2, dim=-1)
    return torch.cat((-second, first), dim=-1)


def rotate(x, cos, sin):
    """Rotary position embedding of heads."""
    length = x.size(-2)
    return x * cos[:length] + rotate_half(x) * sin[:length]


def gelu_new(x):
    """The form of GELU with a hyperbolic tangent."""
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x.pow(3))))
