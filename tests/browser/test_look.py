"""The look of the client: the display face."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.site import Site

NEEDED = "ABCXYZabcxyzÄÖÜäöüß0123456789„“‚‘’–…×−≥+=?!.,:"
LARGEST = 20_000
"""The largest display face, in bytes."""
FONTS = """
() => performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.woff2'))
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])
"""
"""The fonts that the page has fetched, and their weight."""
MISSING = """
async ([address, needed]) => {
  document.fonts.add(await new FontFace('Tested', `url(${address})`).load());
  const pen = document.createElement('canvas').getContext('2d');
  const width = (one, fallback) => {
    pen.font = `100px Tested, ${fallback}`;
    return pen.measureText(one).width;
  };
  return [...needed].filter((one) => width(one, 'monospace') !== width(one, 'serif'));
}
"""
"""The characters that a font lacks: their width depends on the font used instead."""
OBSERVE_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) =>
  [value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))])))
  .observe({ type: 'layout-shift', buffered: true });
"""


def test_titles_are_drawn_in_the_display_face_and_nothing_jumps(site: Site) -> None:
    ada = site.visitor("Ada")
    ada.page.add_init_script(OBSERVE_SHIFTS)
    page = ada.open("/")
    expect(page.locator("article")).to_have_count(4)
    assert page.locator("h1").evaluate("(one) => getComputedStyle(one).fontFamily").startswith('"Baloo 2"')
    [[address, weight]] = page.evaluate(FONTS)
    assert 0 < weight <= LARGEST
    assert page.evaluate(MISSING, [address, NEEDED + "☃"]) == ["☃"]
    assert page.evaluate("() => shifts") == []
