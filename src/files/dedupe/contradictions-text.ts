import type { Contradiction, ContradictionKindName } from '../../matching/contradictions/contradiction.js';
import { contradictionKinds } from '../../matching/contradictions/contradictions.js';

const titles = new Map(contradictionKinds.map(({ name, title }) => [name, title]));

export const titleOf = (kind: ContradictionKindName): string => titles.get(kind)!;

/** For a cell: `other birth dates (1951-02-03 / 1980-11-30); two first names (Tim / Tom)`; `''` for none. */
export function contradictionsText(found: readonly Contradiction[]): string {
  return found.map(({ kind, one, other }) => `${titleOf(kind)} (${one} / ${other})`).join('; ');
}
