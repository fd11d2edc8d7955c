"""Debian's Chromium and Firefox, each with the network off and nothing in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from selenium.webdriver import Chrome, ChromeOptions, FirefoxOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webdriver import WebDriver

from tests.console.marionette import Marionette

SECONDS = 30
"""For which a browser is waited for before something is held to be wrong."""
SIZE = (1300, 950)

CHROMIUM, CHROMEDRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


class Browser(NamedTuple):
    """A browser that runs, and what it has complained of since one last asked: errors of the page,
    and what the page's policy refused."""

    driver: WebDriver
    troubles: Callable[[], list[str]]


@contextmanager
def chromium(folder: Path) -> Iterator[Browser]:
    options = ChromeOptions()
    for switch in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--host-resolver-rules=MAP * ~NOTFOUND",  # no name leads anywhere
        f"--window-size={SIZE[0]},{SIZE[1]}",
        f"--user-data-dir={folder}",
    ):
        options.add_argument(switch)
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.set_capability("unhandledPromptBehavior", "accept")
    driver = Chrome(options=options, service=Service(str(CHROMEDRIVER)))
    driver.set_script_timeout(SECONDS)
    try:
        yield Browser(driver, lambda: [one["message"] for one in driver.get_log("browser")])
    finally:
        driver.quit()


_PREFERENCES = """
user_pref("marionette.port", 0);  // one that is free
user_pref("app.normandy.enabled", false);
user_pref("network.manage-offline-status", false);
user_pref("security.external_protocol_requires_permission", false);
"""
_GO_OFFLINE = "Services.io.offline = true;"
# Else a press on "Mail" opens a question which program is to write it, and that question gets all
# keys of later tests.
_MAIL_IS_WRITTEN_BY_NOBODY = """
const nobody = Cc["@mozilla.org/uriloader/local-handler-app;1"].createInstance(
  Ci.nsILocalHandlerApp);
nobody.executable = Cc["@mozilla.org/file/local;1"].createInstance(Ci.nsIFile);
nobody.executable.initWithPath("/bin/true");
const mail = Cc["@mozilla.org/uriloader/external-protocol-service;1"]
  .getService(Ci.nsIExternalProtocolService).getProtocolHandlerInfo("mailto");
mail.preferredApplicationHandler = nobody;
mail.preferredAction = Ci.nsIHandlerInfo.useHelperApp;
mail.alwaysAskBeforeHandling = false;
Cc["@mozilla.org/uriloader/handler-service;1"].getService(Ci.nsIHandlerService).store(mail);
"""
_COMPLAINTS = """
const said = Services.console.getMessageArray();
Services.console.reset();
return said.filter(one => one instanceof Ci.nsIScriptError && /^(file|blob):/.test(one.sourceName))
  .map(one => `${one.category}: ${one.errorMessage}`);
"""


@contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    folder.mkdir(parents=True)
    (folder / "user.js").write_text(_PREFERENCES)
    switches = ("--headless", "--no-remote", "--marionette", "--remote-allow-system-access")
    with (folder / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            [str(FIREFOX), *switches, "--profile", str(folder), "about:blank"],
            env={**os.environ, "HOME": str(folder)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        marionette = Marionette(_port(folder, process), SECONDS)
        options = FirefoxOptions()
        options.set_capability("unhandledPromptBehavior", "accept")
        driver = WebDriver(command_executor=marionette, options=options)
        driver.set_script_timeout(SECONDS)
        driver.set_window_rect(width=SIZE[0], height=SIZE[1])
        marionette.within(_GO_OFFLINE)
        marionette.within(_MAIL_IS_WRITTEN_BY_NOBODY)
        yield Browser(driver, lambda: marionette.within(_COMPLAINTS))
        marionette.close()
    finally:
        process.terminate()
        process.wait(SECONDS)


def _port(folder: Path, process: subprocess.Popen[bytes]) -> int:
    """Where Firefox listens, once it does."""
    file = folder / "MarionetteActivePort"
    for _look in range(SECONDS * 20):
        if file.exists() and (port := file.read_text()):
            return int(port)
        if process.poll() is not None:
            break
        time.sleep(0.05)
    said = (folder / "output.txt").read_text(errors="replace")
    raise AssertionError(f"Firefox does not begin to listen; it says: {said}")


BROWSERS: Mapping[str, Callable[[Path], AbstractContextManager[Browser]]] = {
    "chromium": chromium,
    "firefox": firefox,
}
MISSING = {
    "chromium": ""
    if CHROMIUM and CHROMEDRIVER
    else "chromium or chromium-driver is not installed: nobody plays with the console in it",
    "firefox": ""
    if FIREFOX
    else "firefox-esr is not installed: nobody plays with the console in it",
}
"""Why a browser is left out."""

in_chromium = pytest.mark.parametrize("browser", ["chromium"], indirect=True)
"""For what only Chromium can be made to do (narrow windows, the dark, its own processor time), and
for what the page works out by itself, as sums, wording and the order of choices: that no browser
does in its own way. Whatever leans on one stays in both: whole turns by clicks, the keyboard, the
map, storage, files, mail, policies and hostile reports."""
