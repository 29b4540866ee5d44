"""Blocks of generative models: flows, autoencoders, diffusion, images and sampling."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import LayerNorm2d, attend, merge_heads, split_heads
from model_zoo.registry import floats, ints, module


def images(channels):
    return {"x": floats("batch", channels, "height", "width")}


@module(x=floats("batch", 12))
class RealNvpCoupling(nn.Module):
    """Two affine couplings, with the halves swapped between them."""

    def __init__(self):
        super().__init__()
        self.nets = nn.ModuleList(
            nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 12)) for _ in range(2))
        self.scale = nn.Parameter(torch.rand(6))

    def forward(self, x):
        log_det = 0
        for net in self.nets:
            kept, changed = x.chunk(2, dim=1)
            s, t = net(kept).chunk(2, dim=1)
            s = torch.tanh(s) * self.scale
            x = torch.cat([changed * torch.exp(s) + t, kept], dim=1)
            log_det = log_det + s.sum(dim=1)
        return x, log_det


@module(**images(8))
class GlowStep(nn.Module):
    """Actnorm, an invertible 1 x 1 convolution, a coupling, and the prior's split."""

    def __init__(self):
        super().__init__()
        self.bias, self.log_scale = nn.Parameter(torch.randn(1, 8, 1, 1)), nn.Parameter(
            torch.randn(1, 8, 1, 1) * 0.1)
        self.weight = nn.Parameter(torch.linalg.qr(torch.randn(8, 8))[0].view(8, 8, 1, 1))
        self.net = nn.Sequential(nn.Conv2d(4, 12, 3, padding=1), nn.ReLU(), nn.Conv2d(12, 12, 1),
                                 nn.ReLU(), nn.Conv2d(12, 8, 3, padding=1))
        self.prior = nn.Conv2d(4, 8, 3, padding=1)

    def forward(self, x):
        x = F.conv2d((x + self.bias) * torch.exp(self.log_scale), self.weight)
        kept, changed = torch.chunk(x, 2, 1)
        h = self.net(kept)
        shift, scale = h[:, 0::2], torch.sigmoid(h[:, 1::2] + 2.0)
        x = torch.cat((kept, (changed + shift) * scale), 1)
        log_det = torch.log(scale).flatten(1).sum(-1) + self.log_scale.sum()
        z1, z2 = x.split(4, dim=1)
        mean, log_sd = self.prior(z1).chunk(2, 1)
        log_p = -0.5 * (math.log(2 * math.pi) + 2 * log_sd + (z2 - mean) ** 2 / (2 * log_sd).exp())
        return z1, log_det + log_p.sum(dim=(1, 2, 3))


@module(x=floats("batch", 2, 8, 6))
class FlowSqueeze(nn.Module):
    """Squeezes blocks into channels, couples by a checkerboard, and unsqueezes."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3, padding=1)
        mask = (torch.arange(8)[:, None] + torch.arange(6)) % 2
        self.register_buffer("mask", mask.float())

    def forward(self, x):
        s, t = self.conv(x * self.mask).split(2, dim=1)
        x = x * self.mask + (1 - self.mask) * (x * torch.exp(torch.tanh(s)) + t)
        batch, channels, rows, columns = x.shape
        x = x.view(batch, channels, rows // 2, 2, columns // 2, 2).permute(0, 1, 3, 5, 2, 4)
        first, second = x.reshape(batch, 4 * channels, rows // 2, columns // 2).chunk(2, dim=1)
        joined = torch.cat([second, first], dim=1)
        return F.pixel_shuffle(joined, 2), F.pixel_unshuffle(s, 2)


@module(x=floats("batch", 24), noise=floats("batch", 6))
class VariationalAutoencoder(nn.Module):
    """Mean and variance out of one layer, a sample, and the divergence."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(24, 20), nn.LeakyReLU(0.2), nn.Linear(20, 12))
        self.decoder = nn.Sequential(nn.Linear(6, 20), nn.ELU(), nn.Linear(20, 24), nn.Sigmoid())

    def forward(self, x, noise):
        mean, log_var = torch.chunk(self.encoder(x), 2, dim=-1)
        log_var = torch.clamp(log_var, -30.0, 20.0)
        z = mean + torch.exp(0.5 * log_var) * noise
        divergence = 0.5 * torch.sum(mean.pow(2) + log_var.exp() - 1.0 - log_var, dim=1)
        return self.decoder(z), divergence


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


@module(**images(8))
class VectorQuantizer(nn.Module):
    """VQ-VAE with two codebooks: the nearest code of each half of the channels."""

    def __init__(self):
        super().__init__()
        self.codes = nn.ModuleList(nn.Embedding(10, 4) for _ in range(2))

    def forward(self, x):
        vectors, indices = [], []
        for part, codes in zip(x.permute(0, 2, 3, 1).split(4, dim=-1), self.codes):
            flat = part.reshape(-1, 4)
            distances = (flat.pow(2).sum(1, keepdim=True) + codes.weight.pow(2).sum(1)
                         - 2 * torch.matmul(flat, codes.weight.t()))
            index = torch.argmin(distances, dim=1)
            vectors.append(codes(index).view(part.shape))
            indices.append(index.view(part.shape[:-1]))
        quantized = torch.cat(vectors, -1).permute(0, 3, 1, 2)
        return x + (quantized - x), torch.stack(indices, 1), (quantized - x).pow(2).mean()


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


@module(x=floats("batch", 8))
class MaskedAutoregressiveFlow(nn.Module):
    """MADE: masked layers give the mean and scale of each coordinate."""

    def __init__(self, hidden=15):
        super().__init__()
        self.enter, self.leave = nn.Linear(8, hidden), nn.Linear(hidden, 16)
        degrees, order = torch.arange(hidden) % 7 + 1, torch.arange(1, 9)
        self.register_buffer("mask1", (degrees[:, None] >= order).float())
        self.register_buffer("mask2", (order.repeat(2)[:, None] > degrees).float())

    def forward(self, x):
        h = F.relu(F.linear(x, self.enter.weight * self.mask1, self.enter.bias))
        mean, log_p = F.linear(h, self.leave.weight * self.mask2, self.leave.bias).chunk(2, -1)
        u = (x - mean) * torch.exp(0.5 * log_p)
        return torch.flip(u, dims=(1,)), 0.5 * torch.sum(log_p, dim=1)


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


@module(origins=floats("batch", 3), directions=floats("batch", 3))
class RadianceField(nn.Module):
    """NeRF: sinusoids of points, a density and a colour, and their integral."""

    def __init__(self):
        super().__init__()
        self.fc, self.out = nn.Linear(27, 24), nn.Linear(24, 4)

    def forward(self, origins, directions):
        z = torch.linspace(0.5, 3.0, 6)
        points = origins[:, None] + directions[:, None] * z[:, None]
        features = [points]
        for power in range(4):
            features += [torch.sin(2.0 ** power * points), torch.cos(2.0 ** power * points)]
        raw = self.out(F.relu(self.fc(torch.cat(features, -1))))
        color, density = torch.split(raw, [3, 1], dim=-1)
        gaps = torch.cat([z[1:] - z[:-1], torch.full((1,), 1e3)])
        depths = F.relu(density.squeeze(-1)) * gaps
        through = torch.exp(-(torch.cumsum(depths, dim=-1) - depths))
        weights = through * (1 - torch.exp(-depths))
        return (weights[..., None] * color.sigmoid()).sum(-2), (weights * z).sum(-1)


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


@module(x=floats("batch", 4, low=-0.9, high=0.9))
class SplineFlow(nn.Module):
    """Neural spline flow: monotone rational-quadratic splines of half of the values."""

    BINS = 4

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.ReLU(),
                                 nn.Linear(16, 2 * (3 * self.BINS + 1)))

    def knots(self, scores):
        sizes = 0.02 + (1 - 0.02 * self.BINS) * F.softmax(scores, dim=-1)
        knots = F.pad(torch.cumsum(sizes, dim=-1), (1, 0)) * 2 - 1
        return knots, knots[..., 1:] - knots[..., :-1]

    def forward(self, x):
        kept, x = x.chunk(2, dim=-1)
        parameters = self.net(kept).view(-1, 2, 3 * self.BINS + 1)
        w, h, d = parameters.split([self.BINS, self.BINS, self.BINS + 1], dim=-1)
        (xs, widths), (ys, heights) = self.knots(w), self.knots(h)
        slopes = 0.01 + F.softplus(d)
        index = (x[..., None] >= xs[..., :-1]).long().sum(-1, keepdim=True) - 1
        left, width = xs.gather(-1, index).squeeze(-1), widths.gather(-1, index).squeeze(-1)
        bottom, height = ys.gather(-1, index).squeeze(-1), heights.gather(-1, index).squeeze(-1)
        first, second = slopes.gather(-1, index), slopes.gather(-1, index + 1)
        first, second, slope = first.squeeze(-1), second.squeeze(-1), height / width
        t = (x - left) / width
        mixed = t * (1 - t)
        below = slope + (first + second - 2 * slope) * mixed
        y = bottom + height * (slope * t.pow(2) + first * mixed) / below
        return torch.cat([kept, y], dim=-1)


@module(x=floats("batch", "boxes", 2))
class SirenNetwork(nn.Module):
    """Sines as activations, with phases and frequencies from a map (pi-GAN)."""

    def __init__(self):
        super().__init__()
        self.map, self.enter = nn.Linear(2, 24), nn.Linear(2, 12)
        self.leave = nn.Linear(12, 3)

    def forward(self, x):
        frequency, phase = self.map(x.mean(1, keepdim=True)).chunk(2, dim=-1)
        return torch.tanh(self.leave(torch.sin((15 + 3 * frequency) * self.enter(x) + phase)))


@module(logits=floats("batch", 30, low=-4.0, high=4.0), noise=floats("batch", 30, low=0.01))
class TopKSampler(nn.Module):
    """Two halves of a vocabulary: the best five of each, and a sample of both."""

    def forward(self, logits, noise):
        parts = []
        for part in (logits / 0.8).chunk(2, dim=-1):
            lowest = torch.topk(part, 5, dim=-1)[0][..., -1:]
            parts.append(part.masked_fill(part < lowest, float("-inf")))
        probabilities = F.softmax(torch.cat(parts, -1), dim=-1)
        sample = torch.argmax(probabilities / -torch.log(noise.clamp(0.01, 0.99)), dim=-1)
        ordered, order = torch.sort(probabilities, dim=-1, descending=True)
        return sample, ordered.cumsum(-1), order[:, :3]


@module(scores=floats("batch", 3), logits=floats("batch", 3, 12, low=-3.0, high=3.0),
        tokens=ints(12, "batch", 3, "length"))
class BeamStep(nn.Module):
    """One step of beam search: the best continuations of all beams."""

    BEAMS = 3

    def forward(self, scores, logits, tokens):
        batch, beams, words = logits.shape
        total = scores.unsqueeze(-1) + F.log_softmax(logits, dim=-1)
        best, index = total.view(batch, beams * words).topk(self.BEAMS, dim=-1)
        beam, word = torch.div(index, words, rounding_mode="floor"), index % words
        kept = tokens.gather(1, beam.unsqueeze(-1).expand(batch, self.BEAMS, tokens.size(-1)))
        tokens = torch.cat([kept, word.unsqueeze(-1)], dim=-1)
        first, *_ = tokens.unbind(1)
        return best, tokens, first


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


@module(logits=floats("batch", "length", 12, low=-2.0, high=2.0),
        uniform=floats("batch", "length", 12, low=0.05, high=0.95))
class GumbelSoftmax(nn.Module):
    """Hard samples of three variables with four values each."""

    def forward(self, logits, uniform):
        noisy = (logits - torch.log(-torch.log(uniform))) / 0.7
        soft = torch.stack(noisy.split(4, dim=-1), dim=2).softmax(-1)
        index = soft.max(-1, keepdim=True)[1]
        hard = torch.zeros_like(soft).scatter_(-1, index, 1.0)
        return hard - soft + soft, (soft * (soft + 1e-9).log()).sum(-1)
