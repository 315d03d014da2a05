import { shippedList } from './shipped-list.js';

export const titles = shippedList('titles');
/** Names that look like a title or a placeholder. */
export const namesLikeWords: ReadonlySet<string> = new Set(shippedList('names-like-words'));
export const particles = shippedList('particles');
/** To normal forms. */
export const generations: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['junior', 'jr'],
  ['jnr', 'jr'],
  ['jun', 'jr'],
  ['sr', 'sr'],
  ['senior', 'sr'],
  ['snr', 'sr'],
  ['sen', 'sr'],
  ['ii', 'ii'],
  ['2nd', 'ii'],
  ['iii', 'iii'],
  ['3rd', 'iii'],
  ['iv', 'iv'],
  ['4th', 'iv'],
  ['vi', 'vi'],
  ['vii', 'vii'],
  ['viii', 'viii'],
]);
