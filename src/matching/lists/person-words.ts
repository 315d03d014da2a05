import { shippedGroups, shippedList } from './shipped-list.js';

export const titles = shippedList('titles');
/** Names that look like titles or placeholders. */
export const namesLikeWords: ReadonlySet<string> = new Set(shippedList('names-like-words'));
export const particles = shippedList('particles');
export const generations = shippedGroups('generations');
