"""Variants of attention, most of them with all projections in one."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import (
    RmsNorm, attend, gelu_new, merge_heads, rotary_table, rotate, split_heads)
from model_zoo.registry import bools, floats, module

WIDTH, HEADS, LIMIT = 32, 4, 16
HIDDEN = {"x": floats("batch", "length", WIDTH)}


@module(**HIDDEN)
class T5Attention(nn.Module):
    """Attention with a learned bias for buckets of distances, and a gated GELU."""

    BUCKETS, FAR = 8, 12

    def __init__(self):
        super().__init__()
        self.norm, self.norm_2 = RmsNorm(WIDTH), RmsNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.o = nn.Linear(WIDTH, WIDTH, bias=False)
        self.bias = nn.Embedding(self.BUCKETS, HEADS)
        self.wi, self.wo = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def bucket(self, distance):
        half = self.BUCKETS // 2
        buckets = (distance > 0).long() * half
        distance = torch.abs(distance)
        exact = half // 2
        far = exact + (torch.log(distance.float() / exact) / math.log(self.FAR / exact)
                       * (half - exact))
        far = torch.min(far, torch.full_like(far, half - 1))
        return buckets + torch.where(distance < exact, distance, far.long())

    def forward(self, x):
        q, k, v = (split_heads(part, HEADS) for part in self.qkv(self.norm(x)).chunk(3, -1))
        places = torch.arange(x.size(1))
        bias = self.bias(self.bucket(places[None, :] - places[:, None]))
        scores = torch.matmul(q, k.transpose(3, 2)) + bias.permute(2, 0, 1).unsqueeze(0)
        x = x + self.o(merge_heads(F.softmax(scores.float(), dim=-1) @ v))
        gate, linear = self.wi(self.norm_2(x)).chunk(2, dim=-1)
        return x + self.wo(gelu_new(gate) * linear)


@module(**HIDDEN)
class AlibiAttention(nn.Module):
    """MPT's and BLOOM's attention: the bias grows with the distance."""

    def __init__(self):
        super().__init__()
        self.wqkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        slopes = torch.tensor([2.0 ** (-8 * (i + 1) / HEADS) for i in range(HEADS)])
        self.register_buffer("slopes", slopes.view(HEADS, 1, 1))

    def forward(self, x):
        qkv = self.wqkv(x).clamp(min=-6, max=6)
        q, k, v = (split_heads(part, HEADS) for part in qkv.chunk(3, dim=2))
        positions = torch.arange(x.size(1))
        distances = positions[None, :] - positions[:, None]
        bias = self.slopes * distances.float().clamp(max=0)
        bias = bias.masked_fill(distances > 0, torch.finfo(torch.float32).min)
        return self.out(merge_heads(attend(q, k, v, bias)))


def repeat_kv(x, times):
    """Each head of keys or values for several heads of queries."""
    batch, heads, length, size = x.shape
    x = x[:, :, None].expand(batch, heads, times, length, size)
    return x.reshape(batch, heads * times, length, size)


@module(**HIDDEN)
class GroupedQueryAttention(nn.Module):
    """Mistral's attention: two heads of queries share keys and values, in a window."""

    def __init__(self, groups=2, window=4):
        super().__init__()
        self.size, self.groups, self.window = WIDTH // HEADS, groups, window
        self.widths = [WIDTH, groups * self.size, groups * self.size]
        self.qkv, self.out = nn.Linear(WIDTH, sum(self.widths)), nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        q, k, v = self.qkv(x).split(self.widths, dim=-1)
        q, k, v = split_heads(q, HEADS), split_heads(k, self.groups), split_heads(v, self.groups)
        k, v = repeat_kv(k, HEADS // self.groups), repeat_kv(v, HEADS // self.groups)
        places = torch.arange(x.size(1))
        distances = places.unsqueeze(1) - places.unsqueeze(0)
        hidden = torch.logical_or(distances < 0, distances >= self.window)
        scores = (q @ k.transpose(-1, -2)) / math.sqrt(self.size)
        scores = scores.masked_fill(hidden, float("-inf"))
        return self.out(merge_heads(scores.softmax(-1) @ v))


@module(**HIDDEN)
class MultiQueryAttention(nn.Module):
    """StarCoder's attention: all heads of queries share one of keys and values."""

    def __init__(self):
        super().__init__()
        self.size = WIDTH // HEADS
        self.qkv, self.out = nn.Linear(WIDTH, WIDTH + 2 * self.size), nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        batch, length, _ = x.shape
        q, kv = self.qkv(x).split((WIDTH, 2 * self.size), dim=2)
        k, v = kv.split((self.size, self.size), dim=2)
        q = q.reshape(batch, length * HEADS, self.size)
        scores = torch.bmm(q, k.transpose(1, 2)) / self.size ** 0.5
        return self.out(torch.bmm(scores.softmax(-1), v).view(batch, length, WIDTH))


@module(**HIDDEN)
class GptNeoxAttention(nn.Module):
    """Queries, keys and values are side by side within each head."""

    def __init__(self):
        super().__init__()
        self.query_key_value, self.dense = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        cos, sin = rotary_table(LIMIT, 4)
        self.register_buffer("cos", cos)
        self.register_buffer("sin", sin)

    def forward(self, x):
        qkv = self.query_key_value(x)
        qkv = qkv.view(qkv.size()[:-1] + (HEADS, 3 * WIDTH // HEADS)).permute(0, 2, 1, 3)
        q, k, v = qkv.chunk(3, dim=-1)
        parts = []
        for part in (q, k):
            turned, kept = part[..., :4], part[..., 4:]
            parts.append(torch.cat((rotate(turned, self.cos, self.sin), kept), dim=-1))
        return self.dense(merge_heads(attend(parts[0], parts[1], v)))


@module(**HIDDEN)
class GptjRotary(nn.Module):
    """Rotary embedding of neighbours instead of halves."""

    def __init__(self):
        super().__init__()
        self.qk = nn.Linear(WIDTH, 2 * WIDTH)
        cos, sin = rotary_table(LIMIT, 8)
        table = torch.stack([cos[:, :4], sin[:, :4]], -1)
        self.register_buffer("table", table)

    def turn(self, x):
        cos, sin = self.table[:x.size(-2)].unbind(-1)
        even, odd = x[..., ::2], x[..., 1::2]
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], -1).flatten(-2)

    def forward(self, x):
        q, k = (split_heads(part, HEADS) for part in self.qk(x).chunk(2, dim=-1))
        return torch.einsum("bhqd,bhkd->bhqk", self.turn(q), self.turn(k))


@module(**HIDDEN)
class Retention(nn.Module):
    """RetNet's parallel form: scores decay, heads are normalized and gated."""

    def __init__(self):
        super().__init__()
        self.qkvg = nn.Linear(WIDTH, 4 * WIDTH, bias=False)
        self.norm = nn.LayerNorm(WIDTH // HEADS)
        self.out = nn.Linear(WIDTH, WIDTH)
        gamma = 1 - 2.0 ** (-5 - torch.arange(HEADS).float())
        self.register_buffer("gamma", gamma.log().view(HEADS, 1, 1))

    def forward(self, x):
        q, k, v, gate = self.qkvg(x).chunk(4, dim=-1)
        q, k, v = (split_heads(part, HEADS) for part in (q, k, v))
        places = torch.arange(x.size(1)).float()
        distances = places[:, None] - places[None, :]
        decay = torch.exp(self.gamma * distances.clamp(min=0)) * (distances >= 0).float()
        mixed = (q * q.size(-1) ** -0.5) @ k.transpose(-1, -2) * decay @ v
        return self.out(F.silu(gate) * merge_heads(self.norm(mixed)))


@module(**HIDDEN)
class LinearAttention(nn.Module):
    """Causal attention by running sums of keys and values."""

    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        q, k, v = (split_heads(part, HEADS) for part in self.qkv(x).chunk(3, dim=-1))
        q, k = F.elu(q) + 1, F.elu(k) + 1
        sums = torch.cumsum(torch.einsum("bhld,bhle->bhlde", k, v), dim=2)
        scale = 1 / (torch.einsum("bhld,bhld->bhl", q, k.cumsum(2)) + 1e-6)
        mixed = torch.einsum("bhld,bhlde,bhl->bhle", q, sums, scale)
        return self.out(merge_heads(mixed))


@module(**HIDDEN)
class DebertaAttention(nn.Module):
    """Scores of contents and of relative positions, which are gathered."""

    SPAN = 6

    def __init__(self):
        super().__init__()
        self.in_proj, self.pos = nn.Linear(WIDTH, 3 * WIDTH, bias=False), nn.Linear(WIDTH, WIDTH)
        self.embeddings = nn.Parameter(torch.randn(2 * self.SPAN, WIDTH) * 0.3)

    def forward(self, x):
        q, k, v = (split_heads(part, HEADS) for part in self.in_proj(x).chunk(3, dim=-1))
        places = torch.arange(x.size(1))
        distances = (places[:, None] - places[None, :]).float()
        index = (distances + self.SPAN).clamp(0, 2 * self.SPAN - 1).long()
        pos = split_heads(self.pos(self.embeddings).unsqueeze(0), HEADS)
        to_position = torch.matmul(q, pos.transpose(-1, -2))
        to_position = torch.gather(
            to_position, -1, index.expand(q.size(0), HEADS, index.size(0), index.size(1)))
        scores = (torch.matmul(q, k.transpose(-1, -2)) + to_position) / math.sqrt(3 * q.size(-1))
        return merge_heads(torch.softmax(scores, -1) @ v)


@module(x=floats("batch", 6, WIDTH))
class RelativeShift(nn.Module):
    """Transformer-XL's attention: scores of positions are shifted row by row."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.r = nn.Parameter(torch.randn(HEADS, 6, WIDTH // HEADS))
        self.u = nn.Parameter(torch.randn(HEADS, 1, WIDTH // HEADS) * 0.2)
        self.v = nn.Parameter(torch.randn(HEADS, 1, WIDTH // HEADS) * 0.2)

    def forward(self, x):
        q, k, v = (split_heads(part, HEADS) for part in torch.chunk(self.qkv(x), 3, dim=-1))
        content = (q + self.u) @ k.transpose(-1, -2)
        position = (q + self.v) @ self.r.transpose(-1, -2)
        batch, heads, rows, columns = position.shape
        shifted = F.pad(position, (1, 0)).view(batch, heads, columns + 1, rows)[:, :, 1:]
        scores = content + shifted.reshape(batch, heads, rows, columns)
        hidden = torch.ones(rows, columns, dtype=torch.bool).triu(1)
        return merge_heads(scores.masked_fill(hidden, -1e9).softmax(-1) @ v)


@module(sizes={"length": (8, 12, 4)}, x=floats("batch", "length", WIDTH))
class BlockLocalAttention(nn.Module):
    """Longformer's idea: blocks of 4 tokens look at themselves and their left block."""

    def __init__(self, block=4):
        super().__init__()
        self.qkv, self.block = nn.Linear(WIDTH, 3 * WIDTH), block

    def forward(self, x):
        batch, length, width = x.shape
        blocks = self.qkv(x).view(batch, length // self.block, self.block, 3 * width)
        q, k, v = blocks.split(width, dim=-1)
        k, v = (torch.cat([F.pad(part, (0, 0, 0, 0, 1, 0))[:, :-1], part], dim=2)
                for part in (k, v))
        scores = torch.einsum("bnqd,bnkd->bnqk", q, k) / width ** 0.5
        return torch.einsum("bnqk,bnkd->bnqd", scores.softmax(-1), v).reshape(x.shape)


@module(x=floats("batch", "length", WIDTH), memory=floats("batch", "source", WIDTH),
        padding=bools("batch", "source"))
class CrossAttention(nn.Module):
    """A decoder's attention to an encoder, with keys and values in one projection."""

    def __init__(self):
        super().__init__()
        self.q, self.kv = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 2 * WIDTH)
        self.out, self.norm = nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, x, memory, padding):
        k, v = (split_heads(part, HEADS) for part in self.kv(memory).chunk(2, dim=-1))
        scores = split_heads(self.q(self.norm(x)), HEADS) @ k.transpose(2, 3)
        scores = scores.masked_fill(padding[:, None, None, :], -1e4)
        return x + self.out(merge_heads(F.softmax(scores, dim=-1) @ v))


@module(x=floats("batch", "length", WIDTH))
class EncoderLayer(nn.Module):
    """PyTorch's own encoder layer, with each half of the width in another one."""

    def __init__(self):
        super().__init__()
        self.first = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
        self.second = nn.TransformerEncoderLayer(
            16, 4, 32, activation="gelu", batch_first=True, norm_first=True)

    def forward(self, x):
        a, b = x.chunk(2, dim=-1)
        return torch.cat([self.first(a), self.second(b)], -1)


@module(x=floats("batch", 1, WIDTH), past=floats(2, "batch", HEADS, "source", WIDTH // HEADS))
class CachedDecoder(nn.Module):
    """One step of decoding, with the keys and values of all earlier tokens."""

    def __init__(self):
        super().__init__()
        self.c_attn, self.c_proj = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(self, x, past):
        q, k, v = (split_heads(part, HEADS) for part in self.c_attn(x).split(WIDTH, dim=2))
        past_k, past_v = past.unbind(0)
        k, v = torch.cat((past_k, k), dim=-2), torch.cat((past_v, v), dim=-2)
        return self.c_proj(merge_heads(attend(q, k, v))), torch.stack((k, v))
