import { shippedList } from './shipped-list.js';

export const titles = shippedList('titles');
export const particles = shippedList('particles');
/** Words after a name that tell a father from a son, by the one that is compared. */
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
