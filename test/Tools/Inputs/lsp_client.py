"""A client of a language server over its standard input and output, framed as
editors do: a Content-Length header, an empty line, then JSON-RPC."""

import json
import subprocess

# A server that does not answer within this time hangs.
TIMEOUT = 60


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(
            ["timeout", str(TIMEOUT), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.last_id = 0

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has closed its output"
            if line == b"\r\n":
                break
            name, _, value = line.decode().partition(": ")
            if name == "Content-Length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        """The answer, which has a `result` or an `error`."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        answer = self.receive()
        assert answer.get("id") == self.last_id, answer
        return answer

    def ask(self, method, params):
        answer = self.request(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def receive_diagnostics(self, uri):
        """The diagnostics that the server publishes for a document."""
        message = self.receive()
        assert message["method"] == "textDocument/publishDiagnostics", message
        assert message["params"]["uri"] == uri, message
        return message["params"]["diagnostics"]

    def open(self, uri, text):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": 1, "text": text}})
        return self.receive_diagnostics(uri)

    def change(self, uri, version, text):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"text": text}]})
        return self.receive_diagnostics(uri)

    def start(self):
        """The server's capabilities."""
        document = {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}
        answer = self.ask("initialize", {
            "processId": None, "rootUri": None,
            "capabilities": {"textDocument": document}})
        self.notify("initialized", {})
        return answer["capabilities"]

    def shut_down(self):
        """Ends the conversation as the protocol requires; the server's exit status."""
        assert self.ask("shutdown", None) is None
        self.notify("exit", None)
        return self.hang_up()[0]

    def hang_up(self):
        """Closes the input; the server's exit status and log."""
        _, log = self.process.communicate()
        return self.process.returncode, log.decode()
