"""Models that tests hold as lines of text, which begin with `# |`.

A line `# | model NAME` begins each model. `# | model NAME like OTHER` begins one with all
lines of OTHER, an earlier one, but `py`, `text` and `run`. The drivers of the formats explain
the other lines, and write the files.
"""

import re
import sys

from split_testing.tools import make_folder, start_merged

TYPE = r"(\w+)(?:\[([^\]]*)\])?"


def parse_type(text):
    """The element type and sizes, as text, of `f32[2x?]`; None without a shape."""
    element, dims = re.fullmatch(TYPE, text.strip()).groups()
    return element, dims if dims is None else [d for d in dims.split("x") if d]


def parse_names(text):
    return [name.strip() for name in text.split(",")] if text.strip() else []


def parse_node(line):
    """The parts of `a, , b = Split(x, l) axis=1 "name"`: outputs, type, inputs, pairs
    of an attribute and its text, and the name or None."""
    outputs, kind, inputs, attributes, name = re.fullmatch(
        r'(.*?)=\s*([\w.]+)\(([^)]*)\)([^"]*)(?:"([^"]*)")?', line).groups()
    pairs = [attribute.split("=", 1) for attribute in attributes.split()]
    return parse_names(outputs), kind, parse_names(inputs), pairs, name


def parse_numbers(text):
    return [complex(n) if "j" in n else float(n) if re.search("[.naef]|^-0$", n) else int(n)
            for n in map(str.strip, text.split(",")) if n]


def read_sections(text):
    """The lines of a test's models, by name, in its order."""
    models = {}
    for line in re.findall(r"^# \| (.*?)\s*$", text, re.MULTILINE):
        if line.startswith("model "):
            _, name, *like = line.split()
            copied = models[like[1]] if like else []
            lines = models.setdefault(
                name, [old for old in copied if old.split()[0] not in ("py", "text", "run")])
        else:
            lines.append(line)
    return models


def write_models(suffix, write):
    """Triples of a name, the lines and the file of each model of the test
    sys.argv[1], which `write` writes to the folder sys.argv[2]."""
    with open(sys.argv[1]) as file:
        models = read_sections(file.read())
    folder = make_folder(sys.argv[2])
    for name, lines in models.items():
        write(lines, folder / (name + suffix))
        yield name, lines, folder / (name + suffix)


def run_command(suffix, write):
    """Runs a command for each model: TEST DIR [COMMAND...]

    COMMAND runs in DIR, with the name of the file appended or in place of `{}`. Prints
    `== NAME`, its output and errors, and `== exit STATUS`.
    """
    for name, _, file in write_models(suffix, write):
        if command := sys.argv[3:]:
            arguments = [word.replace("{}", file.name) for word in command]
            if arguments == command:
                arguments.append(file.name)
            ran = start_merged(*arguments, cwd=file.parent, input="")
            print(f"== {name}\n{ran.stdout}== exit {ran.returncode}")


def run_models(suffix, write, make_options):
    """Runs models by split-run: TEST DIR [OPTIONS OF split-run...]

    For each line `run x=f32[5] l=i64[2]:1,4` of a model, `make_options` yields the
    options for inputs and then those for expected outputs. It raises a ValueError or
    an IndexError if NumPy refuses the inputs. Prints `== NAME`, and the output of
    split-run and `== exit STATUS` for each such line.
    """
    for name, lines, file in write_models(suffix, write):
        print(f"== {name}")
        for line in lines:
            keyword, *inputs = line.split()
            if keyword != "run":
                continue
            options = []
            try:
                for option in make_options(lines, dict(i.split("=") for i in inputs), file):
                    options.append(option)
            except (ValueError, IndexError) as error:
                print(f"NumPy refuses this: {error}")
            ran = start_merged("split-run", file.name, *sys.argv[3:], *options, cwd=file.parent)
            print(f"{ran.stdout}== exit {ran.returncode}")
