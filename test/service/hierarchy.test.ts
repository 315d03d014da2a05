import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import type { FieldValues } from '../../src/records/record.js';
import { checkHierarchy } from '../../src/service/upsert/hierarchy.js';

const FIELD = 'ParentId';
const id = (number: number) => makeId('001', number);

/** Returns whether following the parents leads back to the record. */
function leadsBack(parents: ReadonlyMap<string, string>, start: string): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(start); at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === start) return true;
    seen.add(at);
  }
  return false;
}

it('refuses exactly the parents that lead back to the record, also among records that are not stored yet', () => {
  const step = fc.record({ child: fc.nat(7), parent: fc.option(fc.nat(7), { freq: 6 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const parents = new Map<string, string>();
      for (const { child, parent } of steps) {
        const [record, above] = [id(child), parent === null ? null : id(parent)];
        const fieldsOf = (of: string): FieldValues => ({ [FIELD]: parents.get(of) ?? null });
        const get = (of: string) => (parents.has(of) ? { id: of, type: 'Account', fields: fieldsOf(of) } : undefined);
        const wanted = new Map(parents);
        if (above === null) wanted.delete(record);
        else wanted.set(record, above);
        const check = () => checkHierarchy(get, record, [FIELD], fieldsOf(record), { [FIELD]: above });
        if (leadsBack(wanted, record)) {
          expect(check).toThrow('CIRCULAR_DEPENDENCY');
          continue;
        }
        check();
        parents.clear();
        for (const [key, value] of wanted) parents.set(key, value);
        for (const each of parents.keys()) expect(leadsBack(parents, each)).toBe(false);
      }
    }),
  );
});
