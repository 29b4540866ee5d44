"""PyTorch's tensors."""

import numpy as np
import pytest
import torch

import split_mlir

SPLIT = """
func.func @f(%x: tensor<?x6xf32>) -> (tensor<?x2xf32>, tensor<?x4xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 4]
      : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x4xf32>
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x4xf32>
}
"""


@pytest.mark.parametrize("make", [
    lambda: torch.arange(12.0).reshape(2, 6),
    lambda: torch.arange(12.0).reshape(6, 2).t(),
    lambda: torch.arange(24.0).reshape(4, 6)[::2],
    lambda: torch.zeros(0, 6),
    lambda: torch.ones(1, 6).expand(5, 6),
])
def test_values(make):
    x = make()
    pieces = split_mlir.compile(SPLIT)(x)
    for piece, wanted in zip(pieces, torch.split(x, [2, 4], dim=1), strict=True):
        assert torch.equal(torch.from_dlpack(piece), wanted)


def test_views_share_memory():
    x = torch.zeros(3, 6)
    first, _ = split_mlir.compile(SPLIT, results="views")(x)
    x[1, 1] = 5
    assert first[1, 1] == 5
    del x
    assert first[1, 1] == 5


def test_bfloat16():
    text = """func.func @f(%x: tensor<4xbf16>) -> tensor<2xbf16> {
      %0:2 = split.split %x axis(0) into 2 : tensor<4xbf16> -> tensor<2xbf16>, tensor<2xbf16>
      return %0#1 : tensor<2xbf16>
    }"""
    x = torch.tensor([1, 2.5, -3, 4], dtype=torch.bfloat16)
    bits = split_mlir.compile(text)(x)
    assert bits.dtype == np.uint16
    back = torch.from_numpy(bits.view(np.int16)).view(torch.bfloat16)
    assert torch.equal(back, x[2:])


class Halves(torch.nn.Module):
    def forward(self, x):
        return torch.split(x, [2, 4], dim=1)


def test_modules():
    x = torch.arange(12.0).reshape(2, 6)
    pieces = split_mlir.compile(Halves(), (x,))(x=x)
    for piece, wanted in zip(pieces, Halves()(x), strict=True):
        assert torch.equal(torch.from_dlpack(piece), wanted)


def test_out():
    x = torch.arange(12.0).reshape(2, 6)
    out = torch.zeros(2, 2), torch.zeros(2, 4)
    results = split_mlir.compile(SPLIT)(x, out=out)
    assert results[0] is out[0] and torch.equal(out[1], x[:, 2:])


def test_wrong_tensors():
    model = split_mlir.compile(SPLIT)
    with pytest.raises(TypeError, match="'argument0' has dtype float64, expected float32"):
        model(torch.zeros(2, 6, dtype=torch.float64))
    with pytest.raises(ValueError, match=r"has shape \(2, 5\), expected"):
        model(torch.zeros(2, 5))
    with pytest.raises(Exception, match="grad"):
        model(torch.zeros(2, 6, requires_grad=True))
