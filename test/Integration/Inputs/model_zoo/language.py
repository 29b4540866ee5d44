"""Blocks of language models."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import (
    RmsNorm, attend, causal_mask, merge_heads, rotary_table, rotate, split_heads)
from model_zoo.registry import bools, floats, ints, module

WIDTH, HEADS, LIMIT = 32, 4, 16
HIDDEN = {"x": floats("batch", "length", WIDTH)}


def gelu_new(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x.pow(3))))


class CausalAttention(nn.Module):
    """GPT-2's attention, with queries, keys and values in one projection."""

    def __init__(self, width=WIDTH, heads=HEADS):
        super().__init__()
        self.c_attn, self.c_proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.heads, self.width = heads, width
        self.register_buffer("bias", causal_mask(LIMIT))

    def forward(self, x):
        q, k, v = self.c_attn(x).split(self.width, dim=2)
        q, k, v = (split_heads(part, self.heads) for part in (q, k, v))
        length = x.size(1)
        scores = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        scores = scores.masked_fill(self.bias[:, :, :length, :length] == 0, float("-inf"))
        return self.c_proj(merge_heads(F.softmax(scores, dim=-1) @ v))


@module(**HIDDEN)
class Gpt2Block(nn.Module):
    """Pre-norm block with fused QKV and the tanh form of GELU."""

    def __init__(self):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.attn = CausalAttention()
        self.c_fc, self.c_proj = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.c_proj(gelu_new(self.c_fc(self.ln_2(x))))


@module(tokens=ints(50, "batch", "length"))
class NanoGpt(nn.Module):
    """Embeddings, two blocks and logits."""

    def __init__(self):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(50, WIDTH), nn.Embedding(LIMIT, WIDTH)
        self.blocks = nn.ModuleList(Gpt2Block() for _ in range(2))
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 50, bias=False)

    def forward(self, tokens):
        positions = torch.arange(0, tokens.size(1), dtype=torch.long)
        x = self.wte(tokens) + self.wpe(positions)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class SwiGlu(nn.Module):
    """Feed-forward block with gate and value in one projection."""

    def __init__(self, width=WIDTH, hidden=48):
        super().__init__()
        self.w12 = nn.Linear(width, 2 * hidden, bias=False)
        self.w3 = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        gate, up = self.w12(x).chunk(2, dim=-1)
        return self.w3(F.silu(gate) * up)


@module(**HIDDEN)
class LlamaBlock(nn.Module):
    """RMS norms, rotary halves and SwiGLU."""

    def __init__(self):
        super().__init__()
        self.norm_1, self.norm_2 = RmsNorm(WIDTH), RmsNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out, self.mlp = nn.Linear(WIDTH, WIDTH, bias=False), SwiGlu()
        cos, sin = rotary_table(LIMIT, WIDTH // HEADS)
        self.register_buffer("cos", cos)
        self.register_buffer("sin", sin)
        self.register_buffer("mask", torch.full((LIMIT, LIMIT), float("-inf")).triu(1))

    def forward(self, x):
        q, k, v = (split_heads(part, HEADS)
                   for part in torch.split(self.qkv(self.norm_1(x)), WIDTH, dim=-1))
        q, k = rotate(q, self.cos, self.sin), rotate(k, self.cos, self.sin)
        length = x.size(1)
        mask = self.mask[:length, :length]
        x = x + self.out(merge_heads(attend(q, k, v, mask)))
        return x + self.mlp(self.norm_2(x))


@module(**HIDDEN)
class PhiBlock(nn.Module):
    """Attention beside the feed-forward block; half of each head rotates."""

    def __init__(self):
        super().__init__()
        self.ln, self.qkv = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 3 * WIDTH)
        self.dense = nn.Linear(WIDTH, WIDTH)
        self.fc1, self.fc2 = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        cos, sin = rotary_table(LIMIT, 4)
        self.register_buffer("cos", cos)
        self.register_buffer("sin", sin)
        self.register_buffer("mask", causal_mask(LIMIT))

    def rotate_part(self, x):
        turned, kept = x.split([4, x.size(-1) - 4], dim=-1)
        return torch.cat([rotate(turned, self.cos, self.sin), kept], -1)

    def forward(self, x):
        batch, length, _ = x.shape
        y = self.ln(x)
        q, k, v = self.qkv(y).view(batch, length, 3, HEADS, -1).unbind(dim=2)
        q, k, v = (part.transpose(1, 2) for part in (q, k, v))
        bias = (1 - self.mask[..., :length, :length]) * -1e4
        mixed = merge_heads(attend(self.rotate_part(q), self.rotate_part(k), v, bias))
        return x + self.dense(mixed) + self.fc2(F.gelu(self.fc1(y)))


@module(x=floats("batch", "length", WIDTH), mask=ints(2, "batch", "length"))
class BertLayer(nn.Module):
    """Post-norm layer with a mask that is added to the scores."""

    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.fc1, self.fc2 = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.norm_1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm_2 = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, mask):
        bias = (1.0 - mask[:, None, None, :].float()) * -10000.0
        q, k, v = (split_heads(part, HEADS) for part in self.qkv(x).chunk(3, dim=-1))
        x = self.norm_1(x + self.out(merge_heads(attend(q, k, v, bias))))
        return self.norm_2(x + self.fc2(F.gelu(self.fc1(x))))


@module(tokens=ints(40, "batch", "length"), kinds=ints(2, "batch", "length"))
class BertForQuestions(nn.Module):
    """Sums of embeddings, and logits for the start and the end of an answer."""

    def __init__(self):
        super().__init__()
        self.words, self.kinds = nn.Embedding(40, WIDTH, padding_idx=0), nn.Embedding(2, WIDTH)
        self.positions = nn.Embedding(LIMIT, WIDTH)
        self.norm, self.answers = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 2)
        self.pooler = nn.Linear(WIDTH, WIDTH)
        self.register_buffer("position_ids", torch.arange(LIMIT).expand((1, -1)))

    def forward(self, tokens, kinds):
        position_ids = self.position_ids[:, :tokens.size(1)]
        x = self.norm(self.words(tokens) + self.kinds(kinds) + self.positions(position_ids))
        start, end = self.answers(x).split(1, dim=-1)
        return start.squeeze(-1), end.squeeze(-1), torch.tanh(self.pooler(x[:, 0]))


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
class GegluMlp(nn.Module):
    """Feed-forward block of T5 v1.1 and of diffusion transformers, with residuals."""

    def __init__(self):
        super().__init__()
        self.norm, self.proj = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 96)
        self.out = nn.Linear(48, WIDTH)

    def forward(self, x):
        value, gate = self.proj(self.norm(x)).chunk(2, dim=-1)
        return x + self.out(value * F.gelu(gate))


@module(**HIDDEN)
class GluVariants(nn.Module):
    """The gates of Shazeer's paper: GLU, ReGLU, SwiGLU and the bilinear one."""

    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(WIDTH, 8 * 12), nn.Linear(4 * 12, WIDTH)

    def forward(self, x):
        a, b, c, d = self.up(x).split(24, dim=-1)
        first, second = torch.tensor_split(b, 2, dim=-1)
        third, fourth = torch.tensor_split(c, (12,), dim=-1)
        left, right = d.chunk(2, -1)
        return self.down(torch.cat([F.glu(a, -1), first.relu() * second,
                                    F.silu(third) * fourth, left * right], -1))


@module(x=floats("batch", 6, WIDTH))
class MambaBlock(nn.Module):
    """Selective state space: projections are split, and the scan is unrolled."""

    STATE, RANK = 4, 2

    def __init__(self, inner=48):
        super().__init__()
        self.in_proj = nn.Linear(WIDTH, 2 * inner, bias=False)
        self.conv1d = nn.Conv1d(inner, inner, 4, padding=3, groups=inner)
        self.x_proj = nn.Linear(inner, self.RANK + 2 * self.STATE, bias=False)
        self.dt_proj, self.out_proj = nn.Linear(self.RANK, inner), nn.Linear(inner, WIDTH)
        states = torch.arange(1, self.STATE + 1).float().repeat(inner, 1)
        self.A_log, self.D = nn.Parameter(states.log()), nn.Parameter(torch.ones(inner))

    def scan(self, x, dt, b, c):
        decay = torch.exp(dt.unsqueeze(-1) * -torch.exp(self.A_log))
        update = (dt * x).unsqueeze(-1) * b.unsqueeze(2)
        state, outputs = torch.zeros_like(update[:, 0]), []
        for i in range(x.shape[1]):
            state = decay[:, i] * state + update[:, i]
            outputs.append((state * c[:, i].unsqueeze(1)).sum(-1))
        return torch.stack(outputs, dim=1) + x * self.D

    def forward(self, x):
        length = x.shape[1]
        x, z = self.in_proj(x).chunk(2, dim=-1)
        x = F.silu(self.conv1d(x.transpose(1, 2))[:, :, :length]).transpose(1, 2)
        dt, b, c = self.x_proj(x).split([self.RANK, self.STATE, self.STATE], dim=-1)
        y = self.scan(x, F.softplus(self.dt_proj(dt)), b, c)
        return self.out_proj(y * F.silu(z))


@module(x=floats("batch", 6, WIDTH))
class RwkvTimeMix(nn.Module):
    """Mixes each token with the one before it; the WKV scan is unrolled."""

    def __init__(self):
        super().__init__()
        self.mix = nn.Parameter(torch.rand(3, 1, 1, WIDTH))
        self.decay, self.first = nn.Parameter(torch.rand(WIDTH)), nn.Parameter(torch.rand(WIDTH))
        self.kvr = nn.ModuleList(nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(3))
        self.output = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(self, x):
        before = F.pad(x, (0, 0, 1, -1))
        mixed = [x * mix + before * (1 - mix) for mix in self.mix.unbind(0)]
        k, v, r = (layer(part) for layer, part in zip(self.kvr, mixed))
        num, den = torch.zeros_like(k[:, 0]), torch.zeros_like(k[:, 0])
        high = torch.full_like(num, -1e38)
        outputs = []
        for key, value in zip(k.unbind(1), v.unbind(1)):
            top = torch.maximum(high, self.first + key)
            old, new = torch.exp(high - top), torch.exp(self.first + key - top)
            outputs.append((old * num + new * value) / (old * den + new))
            top = torch.maximum(high - torch.exp(self.decay), key)
            old = torch.exp(high - torch.exp(self.decay) - top)
            new = torch.exp(key - top)
            num, den, high = old * num + new * value, old * den + new, top
        return self.output(torch.sigmoid(r) * torch.stack(outputs, 1))


@module(**HIDDEN)
class RwkvChannelMix(nn.Module):
    """The feed-forward block of RWKV."""

    def __init__(self):
        super().__init__()
        self.time_shift = nn.ZeroPad2d((0, 0, 1, -1))
        self.mix = nn.Parameter(torch.rand(2, WIDTH))
        self.key = nn.Linear(WIDTH, 64, bias=False)
        self.receptance = nn.Linear(WIDTH, WIDTH, bias=False)
        self.value = nn.Linear(64, WIDTH, bias=False)

    def forward(self, x):
        before = self.time_shift(x)
        mix_k, mix_r = self.mix.chunk(2, 0)
        key = torch.square(torch.relu(self.key(x * mix_k + before * (1 - mix_k))))
        gate = torch.sigmoid(self.receptance(x * mix_r + before * (1 - mix_r)))
        return gate * self.value(key)


@module(**HIDDEN)
class MixtureOfExperts(nn.Module):
    """Mixtral's layer: the two best experts of each token, with all of them computed."""

    EXPERTS = 4

    def __init__(self):
        super().__init__()
        self.router = nn.Linear(WIDTH, self.EXPERTS, bias=False)
        self.experts = nn.ModuleList(SwiGlu(hidden=24) for _ in range(self.EXPERTS))

    def forward(self, x):
        weights, chosen = torch.topk(F.softmax(self.router(x), dim=-1), 2, dim=-1)
        weights = weights / weights.sum(-1, keepdim=True)
        gates = (F.one_hot(chosen, self.EXPERTS).float() * weights.unsqueeze(-1)).sum(-2)
        outputs = [expert(x) * gate
                   for expert, gate in zip(self.experts, gates.split(1, dim=-1))]
        return torch.stack(outputs).sum(0)


@module(**HIDDEN)
class SwitchLayer(nn.Module):
    """One expert for each token, with fused weights that are unbound, and its load."""

    def __init__(self, experts=3, hidden=40):
        super().__init__()
        self.gate = nn.Linear(WIDTH, experts)
        self.w1 = nn.Parameter(torch.randn(experts, WIDTH, 2 * hidden) * 0.2)
        self.w2 = nn.Parameter(torch.randn(experts, hidden, WIDTH) * 0.2)

    def forward(self, x):
        flat = x.reshape(-1, WIDTH)
        scores = F.softmax(self.gate(flat), dim=-1)
        best, chosen = scores.max(dim=-1)
        result = torch.zeros_like(flat)
        for number, (w1, w2) in enumerate(zip(self.w1.unbind(0), self.w2.unbind(0))):
            a, b = (flat @ w1).chunk(2, dim=-1)
            is_mine = (chosen == number).unsqueeze(-1)
            result = torch.where(is_mine, (a * torch.sigmoid(b)) @ w2, result)
        return (result * best.unsqueeze(-1)).view_as(x), scores.mean(0)


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
class GatedConvolution(nn.Module):
    """Hyena's operator of order 2, with a short causal convolution."""

    def __init__(self):
        super().__init__()
        self.proj, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.short = nn.Conv1d(3 * WIDTH, 3 * WIDTH, 3, padding=2, groups=3 * WIDTH)
        self.long = nn.Conv1d(WIDTH, WIDTH, 5, groups=WIDTH)

    def forward(self, x):
        length = x.size(1)
        mixed = self.short(self.proj(x).transpose(1, 2))[..., :length]
        x1, x2, v = mixed.split(WIDTH, dim=1)
        v = self.long(F.pad(v * x1, (4, 0))) * x2
        return self.out(v.transpose(1, 2))


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


@module(x=floats("batch", "length", WIDTH), labels=ints(20, "batch", "length"))
class LanguageModelLoss(nn.Module):
    """The losses of two heads, for the next token and the one after it."""

    def __init__(self):
        super().__init__()
        self.heads = nn.Linear(WIDTH, 40)

    def forward(self, x, labels):
        near, far = self.heads(x).split(20, dim=-1)
        loss = F.cross_entropy(near.reshape(-1, 20), labels.reshape(-1))
        log_probs = F.log_softmax(far, dim=-1)
        chosen = log_probs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
        return loss, -chosen.mean(), chosen
