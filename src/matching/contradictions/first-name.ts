import { shownText, type ContradictionKind } from './contradiction.js';

const FIELDS = ['FirstName', 'MiddleName', 'LastName', 'Name'];

export const firstName: ContradictionKind = {
  name: 'firstName',
  title: 'different first names',
  reads: ({ name }, isPerson) => isPerson && FIELDS.includes(name),
  find({ one, other, names }, fields) {
    if (names.first !== 'two') return undefined;
    const hasFirst = (one.texts['FirstName'] ?? '') !== '' && (other.texts['FirstName'] ?? '') !== '';
    const shown = hasFirst ? ['FirstName', 'MiddleName'].filter((field) => fields.includes(field)) : fields;
    return {
      kind: 'firstName',
      field: hasFirst ? 'FirstName' : 'FirstName+LastName',
      one: shownText(one, shown),
      other: shownText(other, shown),
    };
  },
};
