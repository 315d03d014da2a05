import { computed, signal } from '@preact/signals';

/**
 * The path selects the view, and the fragment (`#`) its content. Values of records therefore never appear in a server's
 * log. Every view can be linked and reloaded, and is in the browser's history.
 */
export const BASE = '/console';

const read = (): { readonly path: string; readonly hash: string } => ({
  path: location.pathname
    .slice(BASE.length)
    .split('/')
    .filter((part) => part !== '')
    .join('/'),
  hash: location.hash.slice(1),
});
const place = signal(read());

/** Segments of the path after `/console`, decoded. */
export const parts = computed(() =>
  place.value.path === '' ? [] : place.value.path.split('/').map((part) => decoded(part)),
);
export const parameters = computed(() => new URLSearchParams(place.value.hash));

export function addressOf(path: readonly string[], values: Readonly<Record<string, string>> = {}): string {
  const shown = Object.entries(values).filter(([, value]) => value !== '');
  const hash = new URLSearchParams(shown).toString();
  return `${BASE}/${path.map(encodeURIComponent).join('/')}${hash === '' ? '' : `#${hash}`}`;
}

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  place.value = read();
}

export function followLinks(): void {
  addEventListener('popstate', () => (place.value = read()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null || link.origin !== location.origin || !link.pathname.startsWith(BASE) || link.target !== '')
      return;
    event.preventDefault();
    go(link.pathname + link.hash);
    document.querySelector('main')?.focus();
    scrollTo(0, 0);
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
