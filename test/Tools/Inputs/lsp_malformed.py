"""Sends messages that break the protocol to a language server: lsp_malformed.py SERVER"""

import sys
import unittest

from lsp_client import Client


def frame(body, length=None):
    return b"Content-Length: %d\r\n\r\n%s" % (length or len(body), body)


class Malformed(unittest.TestCase):
    def setUp(self):
        self.client = Client(sys.argv[1:])
        self.client.start()

    def tearDown(self):
        self.client.process.communicate()

    def check_alive(self):
        self.assertIn("error", self.client.request("no/such", {}))
        self.assertEqual(self.client.shut_down(), 0)

    def test_unknown_method(self):
        error = self.client.request("no/such", {})["error"]
        self.assertEqual(error["code"], -32601)  # Method not found.
        self.check_alive()

    def test_wrong_parameters(self):
        for parameters in ({}, None, [1], {"textDocument": {"uri": 3}}):
            error = self.client.request("textDocument/hover", parameters)["error"]
            self.assertEqual(error["code"], -32602)  # Invalid parameters.
        self.check_alive()

    def test_document_that_is_not_open(self):
        place = {"textDocument": {"uri": "file:///no.mlir"},
                 "position": {"line": 0, "character": 0}}
        self.assertIsNone(self.client.ask("textDocument/hover", place))
        self.check_alive()

    def test_position_outside(self):
        uri = "file:///short.mlir"
        self.assertEqual(self.client.open(uri, "module {}\n"), [])
        for line, character in ((0, 99), (99, 0)):
            place = {"textDocument": {"uri": uri},
                     "position": {"line": line, "character": character}}
            self.client.ask("textDocument/hover", place)
        self.check_alive()

    def test_malformed_json(self):
        for body in (b"{", b"[1, 2", b"\xff\xfe", b"\x00"):
            self.client.send_bytes(frame(body))
        self.check_alive()

    def test_no_length(self):
        self.client.send_bytes(b"Content-Type: text\r\n\r\n")
        self.client.send_bytes(b"Content-Length: many\r\n\r\n")
        self.client.send_bytes(b"Content-Length: 99999999999999\r\n\r\n")
        self.check_alive()

    def test_length_too_short(self):
        self.client.send_bytes(frame(b'{"jsonrpc": "2.0"}', length=3))
        # The rest is read as a header, which an empty line ends.
        self.client.send_bytes(b"\r\n\r\n")
        self.check_alive()

    def test_length_too_long(self):
        self.client.send_bytes(frame(b'{"jsonrpc": "2.0"}', length=1000))
        self.check_end(self.client.hang_up())

    def test_no_json_rpc(self):
        self.client.send_bytes(frame(b'"text"'))
        self.check_end(self.client.hang_up())

    def test_end_without_shutdown(self):
        self.client.notify("exit", None)
        self.check_end(self.client.hang_up())

    def check_end(self, ended):
        status, log = ended
        self.assertEqual(status, 1)
        self.assertNotIn("Stack dump", log)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
