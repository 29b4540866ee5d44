"""Functions and types of MLIR's LLVM dialect, read from its generic form."""

import re

OP = re.compile(r'\s*(?:(%[\w#]+)(?::\d+)? = )?"([\w.]+)"\((.*?)\)(?:\[(.*?)\])?'
                r"(?: <\{(.*?)\}>)?(?: \{.*\})? : \((.*)\) -> (.*)$")
FUNCTION = re.compile(r'  "llvm.func"\(\) <\{.*\bsym_name = "([^"]*)"')
GLOBAL = re.compile(r'  "llvm.mlir.global"\(\) <\{.*\bsym_name = "([^"]*)".*?, value = (.*)\}>')
BLOCK = re.compile(r"\s*(\^bb\d+)(?:\((.*)\))?:")


def split_list(text):
    """Splits at commas outside of brackets."""
    parts, depth = [""], 0
    for char in text or "":
        depth += (char in "<([{") - (char in ">)]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def fields_of(text):
    """The types in a struct or array, or None."""
    if match := re.match(r'(?:!llvm\.)?struct<(?:".*?", )?\((.*)\)>$', text):
        return split_list(match[1])
    if match := re.match(r"(?:(?:!llvm\.)?array|vector)<(\d+) ?x ?(.*)>$", text):
        return [match[2]] * int(match[1])
    return None


def alignment_of(text):
    fields = fields_of(text)
    return max(map(alignment_of, fields), default=1) if fields is not None else size_of(text)


def size_of(text):
    """The bytes of a type, with padding."""
    fields = fields_of(text)
    if fields is not None:
        return offset_of(fields, len(fields), alignment_of(text))
    if text.removeprefix("!llvm.") in ("ptr", "index"):
        return 8
    if text == "bf16":
        return 2
    return 2**((int(re.fullmatch(r"[if](\d+)", text)[1]) + 7) // 8 - 1).bit_length()


def offset_of(fields, index, alignment=1):
    offset = 0
    for field in fields[:index]:
        offset = -(-offset // alignment_of(field)) * alignment_of(field) + size_of(field)
    alignment = alignment_of(fields[index]) if index < len(fields) else alignment
    return -(-offset // alignment) * alignment


def read_functions(text):
    """{name: {label: (parameters, types, ops)}}, and the values of globals."""
    functions, values, blocks = {}, {}, {}
    for line in text.splitlines():
        if match := FUNCTION.match(line):
            functions[match[1]] = blocks = {}
        elif match := GLOBAL.match(line):
            values[match[1]] = match[2].split(", visibility_")[0].strip('"').replace("\\00", "")
        elif match := BLOCK.match(line):
            pairs = [part.split(": ") for part in split_list(match[2])]
            blocks[match[1]] = [name for name, _ in pairs], [kind for _, kind in pairs], []
        elif (match := OP.match(line)) and blocks:
            list(blocks.values())[-1][2].append(match.groups())
    return functions, values


def find_headers(blocks):
    """The labels that a branch leads back to."""
    headers, open_labels, seen = [], [], set()

    def visit(label):
        seen.add(label)
        open_labels.append(label)
        for target in split_list(blocks[label][2][-1][3]):
            if target in open_labels and target not in headers:
                headers.append(target)
            if target not in seen:
                visit(target)
        open_labels.pop()
    if blocks:
        visit(next(iter(blocks)))
    return sorted(headers, key=list(blocks).index)
