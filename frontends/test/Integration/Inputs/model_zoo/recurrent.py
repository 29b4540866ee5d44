"""Recurrent networks, and scans that are unrolled."""

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.registry import floats, ints, module


@module(x=floats("batch", 12), h=floats("batch", 8), c=floats("batch", 8))
class LstmCell(nn.Module):
    """Four gates out of one projection."""

    def __init__(self):
        super().__init__()
        self.ih, self.hh = nn.Linear(12, 32), nn.Linear(8, 32)

    def forward(self, x, h, c):
        i, f, g, o = (self.ih(x) + self.hh(h)).chunk(4, dim=1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


@module(x=floats("batch", 12), h=floats("batch", 8))
class GruCell(nn.Module):
    """Three gates of the input and of the state."""

    def __init__(self):
        super().__init__()
        self.ih, self.hh = nn.Linear(12, 24), nn.Linear(8, 24)

    def forward(self, x, h):
        xr, xz, xn = self.ih(x).chunk(3, 1)
        hr, hz, hn = self.hh(h).chunk(3, 1)
        update = torch.sigmoid(xz + hz)
        new = torch.tanh(xn + torch.sigmoid(xr + hr) * hn)
        return new + update * (h - new)


@module(x=floats("batch", 12), h=floats(2, "batch", 8), c=floats(2, "batch", 8))
class StackedCells(nn.Module):
    """PyTorch's own cells, one on the other, with their states in one tensor."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.LSTMCell(12, 8), nn.LSTMCell(8, 8)
        self.third = nn.GRUCell(8, 8)

    def forward(self, x, h, c):
        (h1, h2), (c1, c2) = h.unbind(0), c.unbind(0)
        h1, c1 = self.first(x, (h1, c1))
        h2, c2 = self.second(h1, (h2, c2))
        return torch.stack([h1, h2]), torch.stack([c1, c2]), self.third(h2, h1)


@module(x=floats("batch", "length", 10))
class BidirectionalLstm(nn.Module):
    """Two layers in both directions, whose outputs are split by direction."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(10, 8, num_layers=2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(8, 5)

    def forward(self, x):
        y, (h, c) = self.lstm(x)
        forward, backward = y.chunk(2, dim=-1)
        return self.head(forward + backward), h, c


@module(x=floats("length", "batch", 10), h=floats(2, "batch", 8))
class StackedGru(nn.Module):
    """Two layers with a given state."""

    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(10, 8, num_layers=2)

    def forward(self, x, h):
        y, h = self.gru(x, h)
        first, second = h.unbind(0)
        mean, scale = y.split(4, dim=-1)
        return mean, F.softplus(scale), torch.cat([first, second], -1)


@module(x=floats("batch", "length", 10))
class BidirectionalGru(nn.Module):
    """A classifier of the last states of both directions."""

    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(10, 6, batch_first=True, bidirectional=True)
        self.head = nn.Linear(12, 4)

    def forward(self, x):
        y, h = self.gru(x)
        forward, backward = torch.split(h, 1, dim=0)
        score = self.head(torch.cat([forward, backward], -1).squeeze(0))
        return score, y.max(dim=1)[0]


@module(x=floats("batch", "length", 10))
class ElmanNetwork(nn.Module):
    """PyTorch's plain recurrent layer, with a gate behind it."""

    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(10, 12, batch_first=True)

    def forward(self, x):
        y, h = self.rnn(x)
        return F.glu(y, -1), h


class ConvLstmCell(nn.Module):
    """Gates out of a convolution of input and state."""

    def __init__(self, inputs, hidden):
        super().__init__()
        self.conv, self.hidden = nn.Conv2d(inputs + hidden, 4 * hidden, 3, padding=1), hidden

    def forward(self, x, h, c):
        gates = self.conv(torch.cat([x, h], dim=1))
        i, f, o, g = torch.split(gates, self.hidden, dim=1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c


@module(x=floats("batch", 3, 2, "height", "width"))
class ConvLstm(nn.Module):
    """Three steps of a ConvLSTM."""

    def __init__(self):
        super().__init__()
        self.cell = ConvLstmCell(2, 4)

    def forward(self, x):
        batch, _, _, height, width = x.shape
        h = torch.zeros(batch, 4, height, width)
        c, outputs = torch.zeros_like(h), []
        for frame in x.unbind(1):
            h, c = self.cell(frame, h, c)
            outputs.append(h)
        return torch.stack(outputs, 1), c


@module(x=floats("batch", 3, "height", "width"), h=floats("batch", 4, "height", "width"))
class ConvGruCell(nn.Module):
    """RAFT's update: reset and update gates share a convolution."""

    def __init__(self):
        super().__init__()
        self.gates = nn.Conv2d(7, 8, 3, padding=1)
        self.candidate = nn.Conv2d(7, 4, (1, 5), padding=(0, 2))

    def forward(self, x, h):
        reset, update = torch.sigmoid(self.gates(torch.cat([x, h], 1))).chunk(2, 1)
        new = torch.tanh(self.candidate(torch.cat([x, reset * h], 1)))
        return (1 - update) * h + update * new


@module(source=floats("batch", "source", 8), target=floats("batch", 4, 6))
class AttentionDecoder(nn.Module):
    """Sequence to sequence: four steps, each of which attends to the source."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.GRU(8, 8, batch_first=True)
        self.cell, self.head = nn.GRUCell(6 + 8, 8), nn.Linear(16, 10)

    def forward(self, source, target):
        memory, h = self.encoder(source)
        h, outputs = h.squeeze(0), []
        for x in target.unbind(dim=1):
            weights = torch.softmax(torch.bmm(memory, h.unsqueeze(2)).squeeze(2), dim=1)
            context = torch.bmm(weights.unsqueeze(1), memory).squeeze(1)
            h = self.cell(torch.cat([x, context], 1), h)
            outputs.append(self.head(torch.cat([h, context], 1)))
        return torch.stack(outputs, 1), h


@module(x=floats("batch", 12), h=floats("batch", 8), c=floats("batch", 8))
class PeepholeLstmCell(nn.Module):
    """Gates see the cell, and each of them has a layer norm."""

    def __init__(self):
        super().__init__()
        self.gates = nn.Linear(20, 32)
        self.norms = nn.ModuleList(nn.LayerNorm(8) for _ in range(4))
        self.peepholes = nn.Parameter(torch.randn(3, 8) * 0.3)

    def forward(self, x, h, c):
        parts = self.gates(torch.cat([x, h], dim=1)).split(8, dim=1)
        i, f, o, g = (norm(part) for norm, part in zip(self.norms, parts))
        peep_i, peep_f, peep_o = self.peepholes.unbind(0)
        c_new = (torch.sigmoid(f + peep_f * c) * c
                 + torch.sigmoid(i + peep_i * c) * torch.tanh(g))
        return torch.sigmoid(o + peep_o * c_new) * torch.tanh(c_new), c_new


@module(tokens=ints(20, "batch", "length"), state=floats(2, 2, "batch", 8))
class LstmLanguageModel(nn.Module):
    """Embeddings and two layers, with the state in one tensor."""

    def __init__(self):
        super().__init__()
        self.embedding, self.lstm = nn.Embedding(20, 8), nn.LSTM(8, 8, 2, batch_first=True)

    def forward(self, tokens, state):
        h, c = state.unbind(0)
        y, (h, c) = self.lstm(self.embedding(tokens), (h.contiguous(), c.contiguous()))
        logits = y @ self.embedding.weight.t()
        return F.log_softmax(logits, -1), torch.stack([h, c])


@module(x=floats("batch", 5, 8))
class ViterbiTagger(nn.Module):
    """The best path of a CRF, forwards and backwards."""

    def __init__(self, tags=4):
        super().__init__()
        self.emit, self.transitions = nn.Linear(8, tags), nn.Parameter(torch.randn(tags, tags))

    def forward(self, x):
        emissions = self.emit(x).unbind(1)
        score, history = emissions[0], []
        for emission in emissions[1:]:
            score, best = (score.unsqueeze(2) + self.transitions).max(dim=1)
            score = score + emission
            history.append(best)
        score, last = score.max(dim=1)
        path = [last]
        for best in reversed(history):
            path.insert(0, best.gather(1, path[0].unsqueeze(1)).squeeze(1))
        return score, torch.stack(path, dim=1)


@module(x=floats("batch", 5, 8), tags=ints(4, "batch", 5))
class CrfLoss(nn.Module):
    """The log-likelihood of tags by the forward algorithm."""

    def __init__(self):
        super().__init__()
        self.emit, self.transitions = nn.Linear(8, 4), nn.Parameter(torch.randn(4, 4))

    def forward(self, x, tags):
        emissions = self.emit(x)
        alpha, *rest = emissions.unbind(1)
        for emission in rest:
            alpha = torch.logsumexp(alpha.unsqueeze(2) + self.transitions, dim=1) + emission
        steps = self.transitions[tags[:, :-1], tags[:, 1:]].sum(1)
        score = emissions.gather(2, tags.unsqueeze(2)).squeeze(2).sum(1) + steps
        return torch.logsumexp(alpha, dim=1) - score


@module(x=floats("batch", "length", 8))
class MinimalGru(nn.Module):
    """minGRU: a recurrence that depends on no state, as a scan of logarithms."""

    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(8, 16)

    def forward(self, x):
        hidden, gate = self.proj(x).chunk(2, dim=-1)
        log_keep, log_take = -F.softplus(gate), -F.softplus(-gate)
        values = torch.where(hidden >= 0, hidden + 0.5, hidden.sigmoid())
        kept = log_keep.cumsum(dim=1)
        return torch.exp(kept) * torch.cumsum(torch.exp(log_take - kept) * values, dim=1)


@module(x=floats("batch", 6, 8))
class SimpleRecurrentUnit(nn.Module):
    """SRU: all projections at once, and a light loop."""

    def __init__(self):
        super().__init__()
        self.proj, self.v = nn.Linear(8, 32), nn.Parameter(torch.randn(2, 8) * 0.5)

    def forward(self, x):
        z, f, r, s = self.proj(x).split(8, dim=-1)
        v_f, v_r = self.v.unbind(0)
        c, outputs = torch.zeros_like(x[:, 0]), []
        for i in range(x.size(1)):
            forget = torch.sigmoid(f[:, i] + v_f * c)
            reset = torch.sigmoid(r[:, i] + v_r * c)
            c = forget * c + (1 - forget) * z[:, i]
            outputs.append(reset * c + (1 - reset) * s[:, i])
        return torch.stack(outputs, dim=1), c


@module(x=floats("batch", 6, 8))
class QuasiRecurrentLayer(nn.Module):
    """QRNN: gates by a causal convolution, then pooling step by step."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(8, 24, 2)

    def forward(self, x):
        gates = self.conv(F.pad(x.transpose(1, 2), (1, 0)))
        z, f, o = gates.chunk(3, dim=1)
        z, f, o = z.tanh(), f.sigmoid(), o.sigmoid()
        c, outputs = torch.zeros_like(z[..., 0]), []
        for z_t, f_t, o_t in zip(z.unbind(-1), f.unbind(-1), o.unbind(-1)):
            c = f_t * c + (1 - f_t) * z_t
            outputs.append(o_t * c)
        return torch.stack(outputs, dim=-1)


@module(left=floats("batch", 16), right=floats("batch", 16))
class TreeLstm(nn.Module):
    """A node with two children, each of which has its state in halves."""

    def __init__(self):
        super().__init__()
        self.gates = nn.Linear(16, 40)

    def forward(self, left, right):
        (hl, cl), (hr, cr) = left.chunk(2, 1), right.chunk(2, 1)
        i, fl, fr, o, u = self.gates(torch.cat([hl, hr], 1)).split([8] * 5, dim=1)
        c = i.sigmoid() * u.tanh() + fl.sigmoid() * cl + fr.sigmoid() * cr
        return torch.cat([o.sigmoid() * c.tanh(), c], 1)


@module(x=floats("batch", 10), memory=floats("batch", 6, 5), weights=floats("batch", 6, low=0.0))
class NeuralTuringHead(nn.Module):
    """A head that finds a place by content, moves, and sharpens."""

    def __init__(self):
        super().__init__()
        self.control = nn.Linear(10, 5 + 1 + 1 + 3 + 1 + 5 + 5)

    def forward(self, x, memory, weights):
        parts = self.control(x).split([5, 1, 1, 3, 1, 5, 5], dim=1)
        key, strength, gate, shift, sharpen, erase, add = parts
        similarity = F.cosine_similarity(memory + 1e-16, key.unsqueeze(1) + 1e-16, dim=-1)
        content = F.softmax(F.softplus(strength) * similarity, dim=1)
        gate, shift = torch.sigmoid(gate), F.softmax(shift, dim=1)
        mixed = gate * content + (1 - gate) * weights
        wrapped = torch.cat([mixed[:, -1:], mixed, mixed[:, :1]], dim=1)
        moved = sum(wrapped[:, i:i + 6] * shift[:, i:i + 1] for i in range(3))
        sharp = moved ** (1 + F.softplus(sharpen))
        weights = sharp / (sharp.sum(1, keepdim=True) + 1e-16)
        erased = memory * (1 - weights.unsqueeze(2) * torch.sigmoid(erase).unsqueeze(1))
        return erased + weights.unsqueeze(2) * add.unsqueeze(1), weights
