"""Sounds are made in the browser: each can be heard, none is loud or long, and every edition has its own fanfare."""

from __future__ import annotations

import subprocess
from typing import Any, get_args

import pytest
from playwright.sync_api import Browser

from magnate.editions.schema import BoardTheme
from web.kit import ROOT

RATE = 22_050
LONGEST = 3.0  # seconds, the fanfares too
LOUDEST = 0.9  # before the volume halves it
QUIETEST = 0.01
SECONDS = 4

TRANSPILE = """
const ts = require('typescript')
const text = require('fs').readFileSync(process.argv[1], 'utf8')
process.stdout.write(ts.transpileModule(text, { compilerOptions: { module: 99, target: 99 } }).outputText)
"""
# For each sound its loudest sample, and the last second at which anything is heard.
RENDER = """async ([code, rate, seconds]) => {
  const { SOUNDS, noiseIn } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  const found = {}
  for (const [name, make] of Object.entries(SOUNDS)) {
    const context = new OfflineAudioContext(1, rate * seconds, rate)
    make({ context, out: context.destination, noise: noiseIn(context) })
    const samples = (await context.startRendering()).getChannelData(0)
    const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
    found[name] = { peak, lasts: samples.findLastIndex((one) => Math.abs(one) > 0.002) / rate, samples: [...samples.slice(0, rate)].map((one) => Math.round(one * 50)).join() }
  }
  return found
}"""  # noqa: E501


@pytest.fixture(scope="module")
def rendered(browser: Browser) -> dict[str, Any]:
    """Every sound, rendered by Chromium."""
    source = ROOT / "web" / "src" / "lib" / "sounds.ts"
    made = subprocess.run(
        ["node", "-e", TRANSPILE, str(source)], cwd=ROOT / "web", capture_output=True, check=True, text=True
    )
    page = browser.new_page()
    found: dict[str, Any] = page.evaluate(RENDER, [made.stdout, RATE, SECONDS])
    page.close()
    return found


def test_every_sound_is_heard_and_none_is_loud_or_long(rendered: dict[str, Any]) -> None:
    assert len(rendered) > 20
    for name, sound in rendered.items():
        assert QUIETEST < sound["peak"] < LOUDEST, (name, sound["peak"])
        assert 0.02 < sound["lasts"] < LONGEST, (name, sound["lasts"])


def test_what_happens_often_is_short(rendered: dict[str, Any]) -> None:
    for name in ("dice", "step", "card", "cash", "gavel", "jail", "emote"):
        assert rendered[name]["lasts"] < 0.7, name


def test_every_board_theme_has_a_fanfare_of_its_own(rendered: dict[str, Any]) -> None:
    fanfares = [rendered[f"fanfare-{name}"]["samples"] for name in get_args(BoardTheme)]
    assert len(set(fanfares)) == len(fanfares) == 7
