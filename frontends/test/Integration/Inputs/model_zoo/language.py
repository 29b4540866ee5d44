"""Blocks of language models: decoders, encoders, state spaces and mixtures of experts."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import (
    RmsNorm, attend, causal_mask, gelu_new, merge_heads, rotary_table, rotate, split_heads)
from model_zoo.registry import floats, ints, module

WIDTH, HEADS, LIMIT = 32, 4, 16
HIDDEN = {"x": floats("batch", "length", WIDTH)}


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
