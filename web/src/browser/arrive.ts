// Move the focus to the heading of a new page, so that screen readers start there. The first page is left to the browser.

import { route } from './route.svelte';

/** An attachment for the h1 of a page. */
export function arrive(heading: HTMLElement): void {
  if (!route.moved) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
