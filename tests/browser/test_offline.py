"""Without a connection the client still opens, and says that it is offline."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.site import Site, words


def test_the_client_opens_offline_and_says_so(site: Site) -> None:
    ada = site.visitor(service_worker=True)
    page = ada.open("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ada.context.set_offline(True)
    page.reload()
    expect(page.locator("h1").first).to_be_visible()
    said = page.get_by_text(words("offline.none")).or_(page.get_by_text(words("offline.unreachable")))
    expect(said.first).to_be_visible()
    ada.context.set_offline(False)
    page.reload()
    expect(said).to_have_count(0)


def test_the_manifest_makes_it_installable(site: Site) -> None:
    page = site.visitor().open("/")
    manifest = site.call("GET", page.locator("link[rel=manifest]").get_attribute("href") or "")
    assert manifest["start_url"] == "/"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert page.request.get(site.address + icon["src"]).ok
