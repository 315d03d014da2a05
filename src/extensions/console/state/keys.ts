import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { addressOf, go } from './router.js';

export const helpShown = signal(false);

const VIEWS: Readonly<Record<string, string>> = {
  s: 'search',
  r: 'records',
  v: 'review',
  i: 'import',
  c: 'scenarios',
  o: 'overview',
  p: 'operations',
  t: 'settings',
};
/** Maximum milliseconds between the two keys of a combination such as `g s`. */
const SECOND_KEY = 1_500;

type Handler = (event: KeyboardEvent) => void;
type Keys = Readonly<Record<string, Handler>>;
const active: Keys[] = [];

/**
 * Registers the keys of a visible view. The view shown last has priority. The keys change together with the view.
 * Otherwise, keys pressed quickly would apply to the previous view.
 */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    active.unshift(keys);
    return () => void active.splice(active.indexOf(keys), 1);
  });
}

let prefix = 0;

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyped(event.target)) {
      // Remove the focus from the input, so that keys apply to the view again.
      if (event.key === 'Escape' && !event.defaultPrevented) (event.target as HTMLElement).blur();
      return;
    }
    const { key } = event;
    if (document.querySelector('dialog[open]') !== null) return;
    if (event.timeStamp < prefix && VIEWS[key] !== undefined) {
      prefix = 0;
      go(addressOf([VIEWS[key]]));
    } else if (key === 'g') prefix = event.timeStamp + SECOND_KEY;
    // Do not handle Enter if it activates the focused button or link.
    else if (key === 'Enter' && isPressed(event.target)) return;
    else if (key === '?') helpShown.value = true;
    else if (key === '/') {
      document.querySelector<HTMLElement>('main input, main select, main textarea')?.focus();
      event.preventDefault();
    } else {
      const handler = active.find((keys) => Object.hasOwn(keys, key))?.[key];
      if (handler === undefined) return;
      event.preventDefault();
      handler(event);
    }
  });
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}

function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a[href], button, summary') !== null;
}
