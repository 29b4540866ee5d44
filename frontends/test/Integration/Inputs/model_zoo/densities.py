"""Flows, autoencoders, implicit functions and sampling."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.registry import floats, images, ints, module


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
