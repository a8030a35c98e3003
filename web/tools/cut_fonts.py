"""Cut what the client shows out of the Latin files of its two faces: see web/src/ui/fonts/README.md."""

from __future__ import annotations

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.varLib.models import normalizeLocation
from fontTools.varLib.varStore import VarStoreInstancer

WEB = Path(__file__).parent.parent
FEATURES = ["ccmp", "kern", "liga", "locl", "pnum", "rvrn", "tnum"]
# Signs that no headline has: ¤ ¦ ¨ ¬ ¯ ± ² ³ ´ µ ¶ ¸ ¹ ¼ ½ ¾, the soft hyphen, marks that combine, arrows.
NOT_IN_HEADLINES = {*map(ord, "¤¦¨¬¯±²³´µ¶¸¹¼½¾"), 0xAD, 0x304, 0x308, 0x329, 0x2191, 0x2193}
KERNED = {"wght": 550}  # between plain and bold
PAIRS, ADVANCE = 2, 4  # as the format numbers them


def opened(name: str) -> TTFont:
    """A face as it comes."""
    return TTFont(WEB / f"node_modules/@fontsource-variable/{name}/files/{name}-latin-wght-normal.woff2")


def keep(font: TTFont, letters: set[int], name: str) -> None:
    """Write these letters of a face."""
    options = Options()
    options.layout_features = FEATURES  # hinting stays: it tells screens to leave the widths alone
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(WEB / f"src/ui/fonts/{name}-latin.woff2")


def settle_kerning(font: TTFont) -> None:
    """Kern every weight like one between: they differ by a hundredth of an em, and take 6 kB to say so."""
    axes = font["fvar"].axes
    range_of = {axis.axisTag: (axis.minValue, axis.defaultValue, axis.maxValue) for axis in axes}
    more = VarStoreInstancer(font["GDEF"].table.VarStore, axes, normalizeLocation(KERNED, range_of))
    tables = [one for lookup in font["GPOS"].table.LookupList.Lookup for one in lookup.SubTable]
    for table in (getattr(one, "ExtSubTable", one) for one in tables):
        if table.LookupType != PAIRS:
            continue
        rows = [one.PairValueRecord for one in table.PairSet] if table.Format == 1 else []
        rows += [one.Class2Record for one in table.Class1Record] if table.Format != 1 else []
        for value in (record.Value1 for row in rows for record in row):
            if device := value.__dict__.pop("XAdvDevice", None):
                value.XAdvance += round(more[(device.StartSize << 16) + device.EndSize])
        table.ValueFormat1 = ADVANCE


def main() -> None:
    """Headlines have weights from 400 to 800; text is kerned once for all of its weights."""
    headlines = instantiateVariableFont(opened("fraunces"), {"wght": (400, 800)})
    keep(headlines, {*headlines.getBestCmap()} - NOT_IN_HEADLINES, "fraunces")
    text = opened("instrument-sans")
    settle_kerning(text)
    keep(text, {*text.getBestCmap()}, "instrument-sans")


if __name__ == "__main__":
    main()
