"""Selenium's commands as Firefox itself takes them, by its protocol Marionette.

Between the two usually stands geckodriver, which is in no package of Debian's; all that it would do
for these tests is to rename commands.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from typing import Any

from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection

_NAMES = {
    Command.NEW_SESSION: "NewSession",
    Command.DELETE_SESSION: "DeleteSession",
    Command.QUIT: "DeleteSession",
    Command.GET: "Navigate",
    Command.FIND_ELEMENT: "FindElement",
    Command.FIND_ELEMENTS: "FindElements",
    Command.FIND_CHILD_ELEMENT: "FindElement",
    Command.FIND_CHILD_ELEMENTS: "FindElements",
    Command.CLICK_ELEMENT: "ElementClick",
    Command.CLEAR_ELEMENT: "ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "GetElementText",
    Command.GET_ELEMENT_RECT: "GetElementRect",
    Command.GET_TITLE: "GetTitle",
    Command.W3C_EXECUTE_SCRIPT: "ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
    Command.W3C_GET_ACTIVE_ELEMENT: "GetActiveElement",
    Command.W3C_ACTIONS: "PerformActions",
    Command.SET_TIMEOUTS: "SetTimeouts",
    Command.SET_WINDOW_RECT: "SetWindowRect",
    Command.SCREENSHOT: "TakeScreenshot",
}


class Marionette(RemoteConnection):
    """What Selenium sends commands through, in place of a connection to a driver."""

    def __init__(self, port: int, seconds: float) -> None:
        super().__init__(client_config=ClientConfig(f"http://127.0.0.1:{port}"))
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        self._stream = self._socket.makefile("rb")
        self._sent = 0
        self._receive()  # Firefox greets first

    def execute(self, command: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Do what Selenium asks for; its answer, or its error, in the form of WebDriver."""
        given = {key: value for key, value in params.items() if key != "sessionId"}
        if command in (Command.FIND_CHILD_ELEMENT, Command.FIND_CHILD_ELEMENTS):
            given["element"] = given.pop("id")
        if command == Command.NEW_SESSION:
            given = dict(given["capabilities"]["alwaysMatch"])
        error, found = self._send(f"WebDriver:{_NAMES[command]}", given)
        if error is not None:
            return {"status": 500, "value": json.dumps({"value": error})}
        alone = isinstance(found, dict) and found.keys() == {"value"}
        return {"value": found["value"] if alone else found}

    def _send(self, name: str, params: Mapping[str, Any]) -> tuple[Any, Any]:
        """The error and the answer, one of which is None."""
        self._sent += 1
        message = json.dumps([0, self._sent, name, params]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _kind, number, error, found = self._receive()
        assert number == self._sent
        return error, found

    def within(self, script: str) -> Any:
        """What a script gives that runs in Firefox itself, outside of any page."""
        self._said("Marionette:SetContext", {"value": "chrome"})
        found = self._said("WebDriver:ExecuteScript", {"script": script, "args": []})
        self._said("Marionette:SetContext", {"value": "content"})
        return found["value"]

    def _said(self, name: str, params: Mapping[str, Any]) -> Any:
        error, found = self._send(name, params)
        assert error is None, error
        return found

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            sign = self._stream.read(1)
            if not sign:
                raise ConnectionError("Firefox has gone")
            length += sign
        return json.loads(self._stream.read(int(length[:-1])))

    def close(self) -> None:
        self._stream.close()
        self._socket.close()
