/** Addresses of pages: a tiny router over the browser's history. */
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string | null }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; move: number; viewpoint: number; analysed: number }
  | { page: 'rules'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'about' }
  | { page: 'games' }
  | { page: 'puzzles' }
  | { page: 'puzzle'; id: string; puzzle: string | null }
  | { page: 'daily'; day: string | null }
  | { page: 'return'; token: string }
  | { page: 'devices' }
  | { page: 'device'; token: string }
  | { page: 'lost' };

export function parse({ pathname, search, hash }: Location): Route {
  const [first = '', second, ...rest] = pathname.split('/').filter(Boolean).map(decoded);
  if (first === 'puzzles' && second && rest.length < 2) {
    return { page: 'puzzle', id: second, puzzle: rest[0] ?? null };
  }
  if (rest.length) return { page: 'lost' };
  if (first === '' && !second) return { page: 'home' };
  if (first === 'new') return { page: 'new', game: second ?? null };
  if ((first === 'table' || first === 'join') && second) return { page: 'table', id: second.toUpperCase() };
  if (first === 'replay' && second) {
    const query = new URLSearchParams(search);
    const seat = (name: string) => {
      const number = Number.parseInt(query.get(name) ?? '');
      return number >= 0 ? number : -1;
    };
    const move = Number.parseInt(hash.slice(1)) || 0;
    return { page: 'replay', id: second, move, viewpoint: seat('eyes'), analysed: seat('analysis') };
  }
  if ((first === 'rules' || first === 'learn') && second) return { page: first, game: second };
  if (first === 'daily') return { page: 'daily', day: second ?? null };
  if (first === 'return' && second) return { page: 'return', token: second };
  if (first === 'device' && !second && hash.length > 1) return { page: 'device', token: hash.slice(1) };
  if ((first === 'about' || first === 'games' || first === 'devices' || first === 'puzzles') && !second) return { page: first };
  return { page: 'lost' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state.raw<Route>(parse(location));

  constructor() {
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Go to a page; `replace` leaves no trace of the present one in the history. */
  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState']({}, '', path);
    this.#read();
  }

  /** A way to go on from here once an answer is there: whoever has gone elsewhere meanwhile stays there. */
  onward(): typeof this.go {
    const from = this.route;
    return (path, how) => {
      if (from === this.route) this.go(path, how);
    };
  }

  #read(): void {
    this.route = parse(location);
  }

  /** Links of our own are followed without loading the page again. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
