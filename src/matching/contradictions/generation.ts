import { shownText, type ContradictionKind } from './contradiction.js';

const FIELDS = ['FirstName', 'MiddleName', 'LastName', 'Suffix', 'Name'];
/** Generation marks with the same meaning: the second person with a name may be called II or junior. */
const ALSO: Readonly<Record<string, string>> = { ii: 'jr', i: 'sr' };

/** Different generational suffixes in names (Sr, Jr, II, der Ältere), in any field. */
export const generation: ContradictionKind = {
  name: 'generation',
  title: 'different generations',
  reads: ({ name }, isPerson) => isPerson && FIELDS.includes(name),
  find({ one, other }, fields) {
    const [a, b] = [one.name.generation, other.name.generation];
    if (a === '' || b === '' || a === b || (ALSO[a] ?? a) === (ALSO[b] ?? b)) return undefined;
    return {
      kind: 'generation',
      field: fields.includes('LastName') ? 'FirstName+LastName' : fields.join('+'),
      one: shownText(one, fields),
      other: shownText(other, fields),
    };
  },
};
