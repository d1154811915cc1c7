// Who comes to another page hears its heading first: the focus goes there. The first page is left to the browser.

import { route } from './route.svelte';

/** To be attached to the h1 of a page. */
export function arrive(heading: HTMLElement): void {
  if (!route.moved) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
