"""Blocks of networks for speech and other sound."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import attend, merge_heads, split_heads
from model_zoo.registry import bools, floats, module


def sounds(channels):
    return {"x": floats("batch", channels, "length")}


@module(**sounds(8))
class WaveNet(nn.Module):
    """Two dilated layers with tanh gates, residuals and skips."""

    def __init__(self):
        super().__init__()
        self.dilated = nn.ModuleList(nn.Conv1d(8, 16, 2, dilation=d) for d in (1, 2))
        self.mix = nn.ModuleList(nn.Conv1d(8, 8 + 12, 1) for _ in range(2))
        self.last = nn.Conv1d(12, 10, 1)

    def forward(self, x):
        skips = 0
        for conv, mix in zip(self.dilated, self.mix):
            gates = conv(F.pad(x, (conv.dilation[0], 0)))
            filters, gate = gates.chunk(2, dim=1)
            residual, skip = mix(torch.tanh(filters) * torch.sigmoid(gate)).split([8, 12], 1)
            x, skips = x + residual, skips + skip
        return F.log_softmax(self.last(F.relu(skips)), dim=1)


@module(x=floats("batch", "length", 16))
class ConformerConvolution(nn.Module):
    """Pointwise GLU, a depthwise convolution, batch norm and swish."""

    def __init__(self):
        super().__init__()
        self.norm, self.enter = nn.LayerNorm(16), nn.Conv1d(16, 32, 1)
        self.depthwise = nn.Conv1d(16, 16, 7, padding=3, groups=16)
        self.batch_norm, self.leave = nn.BatchNorm1d(16), nn.Conv1d(16, 16, 1)

    def forward(self, x):
        y = F.glu(self.enter(self.norm(x).transpose(1, 2)), dim=1)
        y = self.leave(F.silu(self.batch_norm(self.depthwise(y))))
        return x + y.transpose(1, 2)


@module(x=floats("batch", "length", 16), padding=bools("batch", "length"))
class ConformerBlock(nn.Module):
    """Two half steps of feed-forward around attention and convolution."""

    def __init__(self):
        super().__init__()
        def feed_forward():
            return nn.Sequential(nn.LayerNorm(16), nn.Linear(16, 32), nn.SiLU(),
                                 nn.Linear(32, 16))
        self.first, self.second = feed_forward(), feed_forward()
        self.norm, self.qkv, self.out = nn.LayerNorm(16), nn.Linear(16, 48), nn.Linear(16, 16)
        self.conv, self.last = ConformerConvolution(), nn.LayerNorm(16)

    def forward(self, x, padding):
        x = x + 0.5 * self.first(x)
        q, k, v = (split_heads(part, 2) for part in self.qkv(self.norm(x)).chunk(3, -1))
        bias = torch.zeros_like(padding, dtype=x.dtype).masked_fill(padding, -1e4)
        x = x + self.out(merge_heads(attend(q, k, v, bias[:, None, None])))
        x = self.conv(x)
        return self.last(x + 0.5 * self.second(x))


@module(**sounds(6))
class TemporalConvolutions(nn.Module):
    """TCN: causal convolutions by padding both sides and cutting the end."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.utils.weight_norm(nn.Conv1d(6, 12, 3, padding=2))
        self.conv2 = nn.utils.weight_norm(nn.Conv1d(6, 6, 3, padding=4, dilation=2))

    def forward(self, x):
        y = self.conv1(x)[:, :, :-2].contiguous()
        first, second = torch.split(y, 6, dim=1)
        y = self.conv2(F.relu(first) + second)[:, :, :-4]
        return F.relu(F.relu(y) + x)


@module(x=floats("batch", 1, 32))
class ConvTasNet(nn.Module):
    """Separates two speakers by masks of an encoded signal."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Conv1d(1, 16, 4, stride=2, bias=False)
        self.norm, self.bottleneck = nn.GroupNorm(1, 16, eps=1e-8), nn.Conv1d(16, 12, 1)
        self.block = nn.Sequential(
            nn.Conv1d(12, 12, 3, padding=2, dilation=2, groups=12), nn.PReLU(),
            nn.GroupNorm(1, 12), nn.Conv1d(12, 32, 1))
        self.decoder = nn.ConvTranspose1d(16, 1, 4, stride=2, bias=False)

    def forward(self, x):
        features = F.relu(self.encoder(x))
        masks = torch.sigmoid(self.block(self.bottleneck(self.norm(features))))
        first, second = masks.chunk(2, dim=1)
        return self.decoder(features * first), self.decoder(features * second)


@module(x=floats("batch", 2, 40))
class Demucs(nn.Module):
    """One level of the encoder and of the decoder, with GLU."""

    def __init__(self):
        super().__init__()
        self.mean = nn.Conv1d(2, 8, 8, stride=4)
        self.rewrite, self.expand = nn.Conv1d(8, 16, 1), nn.Conv1d(8, 16, 3, padding=1)
        self.up = nn.ConvTranspose1d(8, 4, 8, stride=4)

    def forward(self, x):
        center = x.mean(dim=(1, 2), keepdim=True)
        scale = 1e-5 + x.std(dim=(1, 2), keepdim=True)
        y = F.glu(self.rewrite(F.relu(self.mean((x - center) / scale))), dim=1)
        y = self.up(F.glu(self.expand(y), dim=1))
        voice, rest = (y * scale + center).split(2, dim=1)
        return voice, rest


@module(**sounds(8))
class HifiGan(nn.Module):
    """Upsampling by a transposed convolution, and receptive fields side by side."""

    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose1d(8, 12, 4, stride=2, padding=1)
        self.convs = nn.ModuleList(
            nn.Conv1d(6, 6, 3, dilation=d, padding=d) for d in (1, 3))
        self.last = nn.Conv1d(6, 1, 7, padding=3)

    def forward(self, x):
        x = self.up(F.leaky_relu(x, 0.1))
        parts = torch.split(x, 6, dim=1)
        total = sum(part + conv(F.leaky_relu(part, 0.1))
                    for part, conv in zip(parts, self.convs))
        return torch.tanh(self.last(F.leaky_relu(total / len(parts))))


@module(query=floats("batch", 12), memory=floats("batch", "length", 16),
        weights=floats("batch", 2, "length", low=0.0))
class LocationAttention(nn.Module):
    """Tacotron 2's attention, which sees where it has looked before."""

    def __init__(self):
        super().__init__()
        self.query, self.memory = nn.Linear(12, 16, bias=False), nn.Linear(16, 32, bias=False)
        self.conv = nn.Conv1d(2, 4, 5, padding=2, bias=False)
        self.location, self.v = nn.Linear(4, 16, bias=False), nn.Linear(16, 1, bias=False)

    def forward(self, query, memory, weights):
        keys, values = self.memory(memory).chunk(2, dim=-1)
        places = self.location(self.conv(weights).transpose(1, 2))
        energies = self.v(torch.tanh(self.query(query.unsqueeze(1)) + places + keys))
        attention = F.softmax(energies.squeeze(-1), dim=1)
        last, total = weights.unbind(1)
        context = torch.bmm(attention.unsqueeze(1), values).squeeze(1)
        return context, torch.stack([attention, total + attention], 1), last


@module(**sounds(16))
class SpeakerEmbedding(nn.Module):
    """ECAPA-TDNN: a Res2Net block, and the mean and deviation by attention."""

    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv1d(4, 4, 3, padding=1) for _ in range(3))
        self.norm = nn.BatchNorm1d(16)
        self.attention = nn.Sequential(nn.Conv1d(48, 8, 1), nn.Tanh(), nn.Conv1d(8, 16, 1))
        self.last = nn.Linear(32, 12)

    def forward(self, x):
        outputs = []
        for i, part in enumerate(torch.chunk(x, 4, dim=1)):
            if i > 0:
                part = F.relu(self.convs[i - 1](part if i == 1 else part + outputs[-1]))
            outputs.append(part)
        x = x + self.norm(torch.cat(outputs, 1))
        length = x.size(-1)
        mean, deviation = x.mean(2, keepdim=True), torch.sqrt(
            x.var(2, keepdim=True, unbiased=False).clamp(min=1e-4))
        context = torch.cat([x, mean.repeat(1, 1, length), deviation.repeat(1, 1, length)], 1)
        weights = torch.softmax(self.attention(context), dim=2)
        mean = (x * weights).sum(2)
        deviation = torch.sqrt(((x ** 2 * weights).sum(2) - mean ** 2).clamp(min=1e-4))
        return F.normalize(self.last(torch.cat([mean, deviation], 1)))


@module(x=floats("batch", "length", 16))
class CtcDecoder(nn.Module):
    """Log-probabilities of labels, the best path, and where its labels change."""

    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(16, 12 + 4)

    def forward(self, x):
        labels, speakers = self.proj(x).split([12, 4], dim=-1)
        log_probs = F.log_softmax(labels, dim=-1)
        best = log_probs.argmax(dim=-1)
        changes = torch.cat([torch.ones_like(best[:, :1], dtype=torch.bool),
                             best[:, 1:] != best[:, :-1]], dim=1)
        return log_probs, best, (changes & (best != 0)).long().sum(1), speakers.argmax(-1)


@module(x=floats("batch", 64))
class MelFrontend(nn.Module):
    """Windows times sines and cosines, powers, mel bands, and decibels."""

    def __init__(self, size=16, bands=6):
        super().__init__()
        places = torch.arange(size).float()
        window = 0.5 - 0.5 * torch.cos(2 * math.pi * places / size)
        angles = 2 * math.pi * torch.outer(torch.arange(size // 2 + 1).float(), places) / size
        basis = torch.cat([angles.cos() * window, -angles.sin() * window])
        self.register_buffer("basis", basis.unsqueeze(1))
        self.register_buffer("mel", torch.rand(bands, size // 2 + 1))

    def forward(self, x):
        x = F.pad(x.unsqueeze(1), (8, 8), mode="reflect")
        real, imaginary = F.conv1d(x, self.basis, stride=8).chunk(2, dim=1)
        power = real.pow(2) + imaginary.pow(2)
        decibels = 10.0 * torch.log10(torch.clamp(torch.matmul(self.mel, power), min=1e-10))
        highest = decibels.amax(dim=(1, 2), keepdim=True)
        return torch.maximum(decibels, highest - 80.0)


@module(**sounds(8))
class WhisperEncoder(nn.Module):
    """Two convolutions, sinusoids and a block whose keys have no bias."""

    def __init__(self, width=16):
        super().__init__()
        self.conv1 = nn.Conv1d(8, width, 3, padding=1)
        self.conv2 = nn.Conv1d(width, width, 3, stride=2, padding=1)
        scales = torch.exp(-math.log(10000) / (width // 2 - 1) * torch.arange(width // 2))
        angles = torch.arange(16)[:, None] * scales[None]
        self.register_buffer("positions", torch.cat([angles.sin(), angles.cos()], 1))
        self.norm, self.kv = nn.LayerNorm(width), nn.Linear(width, 2 * width, bias=False)
        self.q = nn.Linear(width, width)

    def forward(self, x):
        x = F.gelu(self.conv2(F.gelu(self.conv1(x)))).permute(0, 2, 1)
        x = x + self.positions[:x.shape[1]]
        y = self.norm(x)
        k, v = self.kv(y).split(self.q.out_features, dim=-1)
        q, k, v = (split_heads(part, 2) for part in (self.q(y), k, v))
        return x + merge_heads(attend(q, k, v))


@module(x=floats("batch", "length", 16))
class Wav2Vec2(nn.Module):
    """A grouped convolution for positions, and codes of two books."""

    def __init__(self, codes=5):
        super().__init__()
        self.conv = nn.Conv1d(16, 16, 4, padding=2, groups=4)
        self.norm, self.scores = nn.LayerNorm(16), nn.Linear(16, 2 * codes)
        self.books = nn.Parameter(torch.randn(2, codes, 6))
        self.codes = codes

    def forward(self, x):
        y = F.gelu(self.conv(x.transpose(1, 2))[..., :-1]).transpose(1, 2)
        x = self.norm(x + y)
        vectors = []
        for scores, book in zip(self.scores(x).chunk(2, dim=-1), self.books.unbind(0)):
            chosen = F.one_hot(scores.argmax(-1), self.codes).to(x.dtype)
            vectors.append(chosen @ book)
        return x, torch.cat(vectors, dim=-1)


@module(x=floats("batch", "length", 12), labels=floats("batch", "source", 12))
class TransducerJoint(nn.Module):
    """RNN-T: all pairs of frames and labels, with blank and label scores apart."""

    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(12, 16), nn.Linear(12, 16)
        self.out = nn.Linear(16, 1 + 7 + 3)

    def forward(self, x, labels):
        joint = torch.tanh(self.encoder(x).unsqueeze(2) + self.decoder(labels).unsqueeze(1))
        blank, label, duration = self.out(joint).split([1, 7, 3], dim=-1)
        return (F.logsigmoid(blank) , F.log_softmax(label, -1) + F.logsigmoid(-blank),
                torch.logsumexp(duration, dim=-1))


@module(x=floats("batch", 1, 48))
class SincFilters(nn.Module):
    """Band-pass filters whose cutoff frequencies are weights, computed in the model."""

    def __init__(self, filters=6, size=9):
        super().__init__()
        self.low, self.band = nn.Parameter(torch.rand(filters, 1)), nn.Parameter(
            torch.rand(filters, 1))
        self.register_buffer("n", 2 * math.pi * torch.arange(-(size // 2), 0).view(1, -1) / 16)
        self.register_buffer("window", torch.hamming_window(size)[:size // 2])

    def forward(self, x):
        low = 0.5 + torch.abs(self.low)
        high = torch.clamp(low + 0.5 + torch.abs(self.band), 0.5, 8.0)
        left = (torch.sin(high * self.n) - torch.sin(low * self.n)) / (self.n / 2) * self.window
        filters = torch.cat([left, 2 * (high - low), torch.flip(left, dims=[1])], dim=1)
        filters = filters / (2 * (high - low))
        y = F.conv1d(x, filters.unsqueeze(1), stride=2, padding=4)
        return [torch.log1p(part.abs()) for part in y.split(2, dim=1)]
