"""PyTorch modules as people write them, small and with fixed weights.

  registry      names, examples of inputs, and what has to be registered for a module
  blocks        layers that several modules share
  control       modules with conditions and loops, which torch.jit.script compiles

The other files hold modules that are traced, by what they are made for.
"""

from model_zoo import (
    attention, audio, classifiers, control, densities, detection, generation, language,
    recurrent, vision)
from model_zoo.registry import MODULES

__all__ = ["MODULES", "attention", "audio", "classifiers", "control", "densities",
           "detection", "generation", "language", "recurrent", "vision"]
