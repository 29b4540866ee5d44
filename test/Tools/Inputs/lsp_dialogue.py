"""Talks to a language server as an editor does: lsp_dialogue.py SERVER

Expected ranges are those of names in the text.
"""

import base64
import sys
import tempfile
import unittest
from pathlib import Path

from lsp_client import Client

URI = "file:///models/heads.mlir"
TEXT = """\
// Three heads of one projection.
func.func @heads(%x: tensor<4x6xf32>) -> tensor<4x2xf32> {
  %p:3 = split.variadic_split %x axis(1) lengths [1, 2, 3]
      : tensor<4x6xf32> -> tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x3xf32>
  %twice = arith.addf %p#1, %p#1 : tensor<4x2xf32>
  return %twice : tensor<4x2xf32>
}

func.func @halves(%y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %low, %high = split.split %y axis(0) into 2
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %high, %low : tensor<?xf32>, tensor<?xf32>
}
"""


def find_position(offset):
    before = TEXT[:offset]
    return {"line": before.count("\n"), "character": offset - before.rfind("\n") - 1}


def find_range(name, occurrence=0):
    """The range of an occurrence of `name` in the text."""
    offset = -1
    for _ in range(occurrence + 1):
        offset = TEXT.index(name, offset + 1)
    return {"start": find_position(offset), "end": find_position(offset + len(name))}


def find_place(name, occurrence=0):
    """A position inside `name`, as the parameters of a request."""
    start = find_range(name, occurrence)["start"]
    return {"textDocument": {"uri": URI},
            "position": {**start, "character": start["character"] + 1}}


class Dialogue(unittest.TestCase):
    def setUp(self):
        self.client = Client(sys.argv[1:])
        self.capabilities = self.client.start()
        self.assertEqual(self.client.open(URI, TEXT), [])

    def tearDown(self):
        self.assertEqual(self.client.shut_down(), 0)

    def hover(self, name, occurrence=0):
        answer = self.client.ask("textDocument/hover", find_place(name, occurrence))
        return answer["contents"]["value"], answer["range"]

    def complete(self, name):
        """The labels and details of completions right after `name`."""
        place = {"textDocument": {"uri": URI}, "position": find_range(name)["end"]}
        answer = self.client.ask("textDocument/completion", place)
        return {item["label"]: item["detail"] for item in answer["items"]}

    def ask_locations(self, kind, place):
        answer = self.client.ask(f"textDocument/{kind}", place)
        for location in answer:
            self.assertEqual(location["uri"], URI)
        return [location["range"] for location in answer]

    def test_capabilities(self):
        for name in ("hover", "definition", "references", "completion",
                     "documentSymbol", "codeAction"):
            self.assertTrue(self.capabilities[name + "Provider"], name)

    def test_hover_over_op(self):
        value, where = self.hover("split.variadic_split")
        self.assertIn('"split.variadic_split"', value)
        self.assertIn("static_lengths = array<i64: 1, 2, 3>", value)
        self.assertIn("-> (tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x3xf32>)", value)
        self.assertEqual(where, find_range("split.variadic_split"))

    def test_hover_over_results(self):
        value, where = self.hover("%p")
        self.assertIn("`tensor<4x1xf32>`, `tensor<4x2xf32>`, `tensor<4x3xf32>`", value)
        self.assertEqual(where, find_range("%p"))

    def test_hover_over_piece(self):
        # The first %p is where it is defined, and %p#1 is used twice.
        value, where = self.hover("%p", 2)
        self.assertIn("Result #1", value)
        self.assertIn("`tensor<4x2xf32>`", value)
        self.assertNotIn("tensor<4x1xf32>", value)
        self.assertEqual(where, find_range("%p", 2))

    def test_hover_over_argument(self):
        value, _ = self.hover("%x", 1)
        self.assertIn("Argument #0", value)
        self.assertIn("`tensor<4x6xf32>`", value)

    def test_definition_of_piece(self):
        for use in (1, 2):
            self.assertEqual(self.ask_locations("definition", find_place("%p", use)),
                             [find_range("%p")])

    def test_definition_of_named_piece(self):
        self.assertEqual(self.ask_locations("definition", find_place("%high", 1)),
                         [find_range("%high")])

    def test_references(self):
        place = {**find_place("%p"), "context": {"includeDeclaration": True}}
        self.assertEqual(self.ask_locations("references", place),
                         [find_range("%p", i) for i in range(3)])

    def test_symbols(self):
        symbols = self.client.ask("textDocument/documentSymbol",
                                  {"textDocument": {"uri": URI}})
        self.assertEqual([s["name"] for s in symbols], ["heads", "halves"])
        for symbol, signature in zip(symbols, ("func.func @heads", "func.func @halves")):
            self.assertEqual(symbol["range"]["start"], find_range(signature)["start"])

    def test_completion_of_op(self):
        self.client.change(URI, 2, TEXT.replace("split.variadic_split", "split."))
        self.assertEqual(self.complete("= split."), dict.fromkeys(
            ["split", "variadic_split", "copy", "assert"], "operation"))

    def test_completion_of_value(self):
        self.client.change(URI, 2, TEXT.replace("%p#1, %p#1", "%p#1, %"))
        names = self.complete("%p#1, %")
        self.assertIn("tensor<4x6xf32>", names["%x"])
        self.assertIn("split.variadic_split", names["%p"])

    def test_broken_rule(self):
        broken = TEXT.replace("[1, 2, 3]", "[1, 2, 4]")
        message = ("'split.variadic_split' op lengths [1, 2, 4] sum to more than 6, "
                   "the size of dimension 1")
        diagnostic, = self.client.change(URI, 2, broken)
        self.assertEqual(diagnostic["message"], message)
        self.assertEqual(diagnostic["severity"], 1)  # An error.
        self.assertEqual(diagnostic["range"], find_range("split.variadic_split"))

        # The offered edit expects the error, as tests of diagnostics do.
        action, = self.client.ask("textDocument/codeAction", {
            "textDocument": {"uri": URI}, "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic]}})
        self.assertEqual(action["kind"], "quickfix")
        edit, = action["edit"]["changes"][URI]
        self.assertIn("expected-error", edit["newText"])
        self.assertIn(message, edit["newText"])

        self.assertEqual(self.client.change(URI, 3, TEXT), [])

    def test_second_document(self):
        other = "file:///models/other.mlir"
        diagnostic, = self.client.open(other, TEXT.replace("axis(0)", "axis(1)"))
        self.assertIn("axis 1 is out of range [-1, 0]", diagnostic["message"])
        self.assertEqual(diagnostic["range"], find_range("split.split"))
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": other}})
        self.assertEqual(self.client.receive_diagnostics(other), [])
        self.assertIn("Result #1", self.hover("%p", 1)[0])

    def test_bytecode(self):
        """Converts a document to bytecode and back, as an editor that shows it as text."""
        module = "file:///models/module.mlir"
        self.assertEqual(self.client.open(module, f"module {{ {TEXT} }}"), [])
        output = self.client.ask("mlir/convertToBytecode", {"uri": module})["output"]
        bytecode = base64.b64decode(output)
        self.assertEqual(bytecode[:4], b"ML\xefR")
        with tempfile.NamedTemporaryFile(suffix=".mlirbc") as file:
            Path(file.name).write_bytes(bytecode)
            text = self.client.ask("mlir/convertFromBytecode",
                                   {"uri": "file://" + file.name})["output"]
        self.assertIn("split.variadic_split %x axis(1) lengths [1, 2, 3]",
                      text.replace("%arg0", "%x"))

    def test_text_that_is_no_mlir(self):
        diagnostic, = self.client.change(URI, 2, "func.func @f(")
        self.assertEqual(diagnostic["severity"], 1)
        self.assertIsNone(self.client.ask("textDocument/hover", find_place("%p")))
        self.assertEqual(self.client.change(URI, 3, TEXT), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
