"""PyTorch modules as people write them, small and with fixed weights.

  registry      names, examples of inputs, and what has to be registered for a module
  blocks        layers that several modules share
  language, vision, audio, detection, generation, recurrent
                modules that are traced, by what they are made for
  control       modules with conditions and loops, which torch.jit.script compiles
"""

from model_zoo import (  # noqa: F401
    audio, control, detection, generation, language, recurrent, vision)
from model_zoo.registry import MODULES  # noqa: F401
