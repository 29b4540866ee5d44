"""Modules with conditions and loops, compiled by torch.jit.script."""

from typing import List, Tuple

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.registry import floats, ints, module, script


@script(x=floats("batch", 12))
class ConditionalHalves(nn.Module):
    """One of two layers, by the sign of a sum."""

    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(6, 8), nn.Linear(6, 8)

    def forward(self, x):
        first, second = torch.chunk(x, 2, dim=1)
        if x.sum() > 0:
            y = self.left(first) + second.sum()
        else:
            y = self.right(second) * 2
        return y


@script(x=floats("batch", 8), steps=ints(6))
class RepeatedLayer(nn.Module):
    """A gated layer as often as an input says."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 16)

    def forward(self, x, steps):
        for _ in range(int(steps)):
            value, gate = self.layer(x).split(8, dim=1)
            x = x + torch.tanh(value) * torch.sigmoid(gate)
        return x


@script(x=floats("length", "batch", 6), h=floats("batch", 5), c=floats("batch", 5))
class ScriptedLstm(nn.Module):
    """A loop over time, whose outputs are in a list."""

    def __init__(self):
        super().__init__()
        self.ih, self.hh = nn.Linear(6, 20), nn.Linear(5, 20)

    def forward(self, x, h, c):
        outputs: List[torch.Tensor] = []
        for t in range(x.size(0)):
            i, f, g, o = torch.split(self.ih(x[t]) + self.hh(h), 5, dim=1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
            outputs.append(h)
        return torch.stack(outputs), h, c


@script(x=floats("batch", 6, low=0.5, high=2.0))
class NewtonRoots(nn.Module):
    """Square roots of sums and products, until they change little."""

    def forward(self, x):
        a, b = x.chunk(2, 1)
        target, y, change = a + b, a * b, torch.ones(())
        while bool(change > 1e-5):
            new = 0.5 * (y + target / y)
            change = (new - y).abs().max()
            y = new
        return y


@script(x=floats("batch", 10))
class EarlyExit(nn.Module):
    """Leaves after a layer that is sure."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.third = nn.Linear(10, 14), nn.Linear(10, 14), nn.Linear(
            10, 14)

    def forward(self, x):
        x, scores = torch.relu(self.first(x)).split([10, 4], dim=1)
        if scores.softmax(1).max() < 0.6:
            x, scores = torch.relu(self.second(x)).split([10, 4], dim=1)
            if scores.softmax(1).max() < 0.9:
                _, scores = self.third(x).split([10, 4], dim=1)
        return scores


@script(x=floats("batch", 5, 4))
class ScriptedScan(nn.Module):
    """A scan along an axis that is unbound to a list."""

    def __init__(self):
        super().__init__()
        self.decay = nn.Parameter(torch.rand(4))

    def forward(self, x):
        state = torch.zeros_like(x[:, 0])
        outputs: List[torch.Tensor] = []
        for part in torch.unbind(x, dim=1):
            state = state * self.decay + part
            outputs.append(state.unsqueeze(1))
        return torch.cat(outputs, dim=1)


@script(token=ints(9, 1), state=floats(1, 12))
class GreedyDecoder(nn.Module):
    """Each step's best token is the next one's input; ends at a token or after 6."""

    def __init__(self):
        super().__init__()
        self.embedding, self.gates, self.head = nn.Embedding(9, 8), nn.Linear(14, 12), nn.Linear(
            6, 9)

    def forward(self, token, state):
        h, c = state.chunk(2, dim=1)
        steps = torch.zeros(1, dtype=torch.long)
        total = torch.zeros(1)
        is_going = True
        while is_going:
            candidate, gate = self.gates(torch.cat([self.embedding(token), h], 1)).chunk(2, 1)
            c = c + torch.tanh(candidate) * torch.sigmoid(gate)
            h = torch.tanh(c)
            best, token = F.log_softmax(self.head(h), dim=1).max(dim=1)
            total = total + best
            steps = steps + 1
            is_going = bool((token != 0).all()) and int(steps) < 6
        return token, total, steps, h


@script(x=floats("batch", 12))
class UnevenSplits(nn.Module):
    """Parts of given lengths; some are added, some are joined again."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(3))

    def forward(self, x):
        small, middle, large = torch.split(x, [2, 4, 6], dim=1)
        outputs: List[torch.Tensor] = []
        for part in torch.split(large, 2, dim=1):
            outputs.append(part * small)
        first, second = middle.chunk(2, 1)
        return torch.cat(outputs, 1), first * self.weight[0] + second


@script(x=floats("batch", "length", 6))
class ScriptedCrf(nn.Module):
    """The forward algorithm for any length."""

    def __init__(self):
        super().__init__()
        self.emit, self.transitions = nn.Linear(6, 5), nn.Parameter(torch.randn(4, 4))

    def forward(self, x):
        scores, gate = self.emit(x).split([4, 1], dim=-1)
        scores = scores * torch.sigmoid(gate)
        alpha = scores[:, 0]
        for t in range(1, x.size(1)):
            alpha = torch.logsumexp(alpha.unsqueeze(2) + self.transitions, 1) + scores[:, t]
        return torch.logsumexp(alpha, dim=1)


@script(x=floats(3, 8))
class AdaptiveComputation(nn.Module):
    """Steps until the probability of halting is used up."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 9)

    def forward(self, x):
        total, result, steps = torch.zeros(3, 1), torch.zeros_like(x), 0
        while steps < 5 and bool((total < 0.95).any()):
            value, halt = self.layer(x).split([8, 1], dim=1)
            weight = torch.min(torch.sigmoid(halt), 1 - total)
            x = torch.tanh(value)
            result, total = result + weight * x, total + weight
            steps += 1
        return result, total


@script(x=floats("batch", 8), flags=ints(2, 4))
class ConditionalLoop(nn.Module):
    """A condition inside a loop: some steps swap halves, others mix them."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x, flags):
        for i in range(flags.size(0)):
            a, b = x.chunk(2, dim=1)
            if bool(flags[i] > 0):
                x = torch.cat([b, a], dim=1)
            else:
                x = torch.relu(self.layer(x)) + torch.cat([a * b, a - b], dim=1)
        return x


@torch.jit.script
def clipped_step(x: torch.Tensor, limit: float) -> Tuple[torch.Tensor, torch.Tensor]:
    norm = torch.sqrt((x * x).sum())
    if bool(norm > limit):
        x = x * (limit / norm)
    first, second = x.chunk(2, dim=-1)
    return first, second


@module(x=floats("batch", 8))
class ScriptedPart(nn.Module):
    """A traced module that calls a scripted function twice."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        first, second = clipped_step(self.layer(x), 1.0)
        third, fourth = clipped_step(torch.cat([second, first], -1), 100.0)
        return first * third, second + fourth


@script(x=floats("batch", 6), experts=ints(3, 2))
class ChosenExperts(nn.Module):
    """Experts that are chosen by numbers, one after the other."""

    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(6, 12) for _ in range(3))

    def forward(self, x, experts):
        for number in experts.unbind(0):
            y = torch.zeros_like(x)
            for i, expert in enumerate(self.experts):
                if int(number) == i:
                    value, gate = expert(x).chunk(2, dim=1)
                    y = value * torch.sigmoid(gate)
            x = x + y
        return x


@script(x=floats("length", "batch", 8))
class ScriptedRecurrence(nn.Module):
    """A loop over the steps of an input of any length, forwards and backwards."""

    def __init__(self):
        super().__init__()
        self.ih, self.hh = nn.Linear(8, 12), nn.Linear(6, 12)

    def step(self, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
        new, gate = (self.ih(x) + self.hh(h)).chunk(2, 1)
        gate = torch.sigmoid(gate)
        return gate * h + (1 - gate) * torch.tanh(new)

    def forward(self, x):
        forward = torch.zeros(x.size(1), 6)
        backward = torch.zeros(x.size(1), 6)
        ahead: List[torch.Tensor] = []
        back: List[torch.Tensor] = []
        for row in x.unbind(0):
            forward = self.step(row, forward)
            ahead.append(forward)
        for row in x.flip(0).split(1, dim=0):
            backward = self.step(row.squeeze(0), backward)
            back.append(backward)
        return torch.cat([torch.stack(ahead, 1), torch.stack(back, 1).flip(1)], 2)


@script(x=floats("batch", 6))
class EnumeratedParts(nn.Module):
    """Lists that are enumerated, changed in place, popped and inserted into."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        outputs: List[torch.Tensor] = []
        for i, part in enumerate(torch.split(x, 2, dim=1)):
            outputs.append(self.layer(part) * float(i + 1))
        for part, other in zip(x.chunk(2, 1), x.flip(1).chunk(2, 1)):
            outputs.append((part * other)[:, :2])
        outputs[0] = outputs[0] + 1
        last = outputs.pop()
        outputs.insert(0, last)
        return torch.cat(outputs, dim=1), torch.stack(outputs).sum(0)


@script(x=floats("batch", 3, 4), number=ints(3, 1))
class ChosenPart(nn.Module):
    """A part of a list, and its neighbours, by a number that is an input."""

    def forward(self, x, number):
        parts = x.unbind(1)
        position = int(number)
        return parts[position] * 2 + parts[-1], parts[position - 1]


@script(x=floats("batch", 4), steps=ints(5, 1))
class EulerTrajectory(nn.Module):
    """A list that begins with the first state, and grows as often as an input says."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 4) * 0.3)

    def forward(self, x, steps):
        states = [x, x * 0.5]
        for _ in range(int(steps)):
            x = x + 0.1 * torch.sin(x @ self.weight)
            states.append(x)
        return torch.stack(states, dim=1)


@script(sizes={"length": (2, 3, 1)}, x=floats("length", 4), cache=floats(8, 4),
        position=ints(3, 1))
class StaticCache(nn.Module):
    """A cache of fixed size, into which rows are put at a position."""

    def forward(self, x, cache, position):
        begin = int(position)
        end = begin + x.size(0)
        cache = torch.cat([cache[:begin], x, cache[end:]], dim=0)
        keys = cache[:end]
        return cache, torch.softmax(x @ keys.t(), dim=-1) @ keys


@script(x=floats("length", "batch", 5), h=floats("batch", 4))
class BackwardRecurrence(nn.Module):
    """A loop that counts down, and puts each output in front of the others."""

    def __init__(self):
        super().__init__()
        self.ih, self.hh = nn.Linear(5, 4), nn.Linear(4, 4)

    def forward(self, x, h):
        outputs: List[torch.Tensor] = []
        for t in range(x.size(0) - 1, -1, -1):
            h = torch.tanh(self.ih(x[t]) + self.hh(h))
            outputs.insert(0, h)
        return torch.stack(outputs), h
