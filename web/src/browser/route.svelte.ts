// The current page, from the path of the address. Secrets come after '#', which browsers never send to a server.

export type Place =
  | { page: 'start' }
  | { page: 'new'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'summary'; game: string }
  | { page: 'fair' }
  | { page: 'me' }
  | { page: 'lost' };

export function placeOf(path: string): Place {
  const [page = '', id = ''] = path.split('/').slice(1);
  if (page === '') return { page: 'start' };
  if (page === 'new' && id) return { page: 'new', game: id };
  if (page === 'learn' && id) return { page: 'learn', game: id };
  if (page === 'table' && id) return { page: 'table', id };
  if (page === 'replay' && id) return { page: 'replay', id };
  if (page === 'summary' && id) return { page, game: id };
  if (page === 'fair' || page === 'me') return { page };
  return { page: 'lost' };
}

class Route {
  place = $state.raw<Place>({ page: 'start' });
  query = $state.raw(new URLSearchParams());
  secret = $state('');
  /** Whether the player has navigated since the first page. */
  moved = false;

  constructor() {
    for (const change of ['popstate', 'hashchange'])
      addEventListener(change, () => {
        this.moved = true;
        this.read();
      });
    this.read();
  }

  /** Go to another page, or to another moment of the same one (`replace`: without a new history entry). */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else {
      history.pushState(null, '', address);
      this.moved = true;
      scrollTo(0, 0);
    }
    this.read();
  }

  private read(): void {
    const place = placeOf(location.pathname);
    // Another moment of the same page does not load the page again.
    if (JSON.stringify(place) !== JSON.stringify(this.place)) this.place = place;
    this.query = new URLSearchParams(location.search);
    this.secret = location.hash.slice(1);
  }
}

export const route = new Route();

/** For links: change the page without reloading, unless the player opens it in another tab. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname && !link.search)) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
