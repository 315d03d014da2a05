import { RequestError } from '../../records/contract/request-error.js';
import type { Likeness } from '../../service/likeness.js';
import { idCounter, installationCounter } from '../../store/installation.js';
import { unguard } from '../../files/write/csv.js';
import { COMMON_INSTALLATION, keyPrefixOf, makeId, normaliseId } from '../../records/ids.js';
import { isKeptField, type ObjectType } from '../../records/object-type.js';
import { Failure } from '../../runtime/failure.js';
import { textOf } from '../../files/read/input-table.js';
import type { Mapping } from '../../files/read/mapping.js';
import type { FileToImport } from './file-to-import.js';

/** Maps the columns of authors, times and auto-numbers to their fields if the file contains Ids, as an export does. */
export function withKeptColumns(type: ObjectType, columns: readonly string[], mapping: Mapping): Mapping {
  if (!mapping.fields.some(({ field }) => field === 'Id')) return mapping;
  const keptBy = (column: string) => {
    const field = type.field(column);
    return field !== undefined && isKeptField(field) ? field.name : undefined;
  };
  const kept = columns.flatMap((column, position) => {
    const field = keptBy(column);
    return field === undefined ? [] : [{ field, positions: [position] }];
  });
  const unused = mapping.unused.filter(({ column }) => keptBy(column) === undefined);
  return { fields: [...mapping.fields, ...kept], unused };
}

/** Checks, before saving, that new Ids are in ascending order. @throws Failure with the first wrong row */
export async function checkOrder(likeness: Pick<Likeness, 'checkpoint'>, file: FileToImport): Promise<void> {
  const { type } = file;
  const table = await file.openAgain();
  const positionIn = () => file.mapping(table.columns).fields.find(({ field }) => field === 'Id')?.positions[0];
  let known = table.columns.length;
  let position = positionIn();
  const { keyPrefix } = type;
  const installation = likeness.checkpoint(installationCounter(keyPrefix)) || COMMON_INSTALLATION;
  let last = makeId(keyPrefix, likeness.checkpoint(idCounter(keyPrefix)), installation);
  const given = last;
  for await (const { number, cells } of table.rows) {
    if (table.columns.length !== known) {
      known = table.columns.length;
      position = positionIn();
    }
    const id = position === undefined ? undefined : normaliseId(unguard(textOf(cells[position])).trim());
    if (id === undefined || keyPrefixOf(id) !== keyPrefix || id <= given) continue;
    if (id < last)
      throw new Failure(
        `row ${number}: Id ${id} comes after ${last}; new records with Ids must be in ascending order: sort the file by Id`,
      );
    last = id;
  }
}

/** Describes required references to missing records. Call it last, because Ids may be imported in any order. */
export function brokenReferences(likeness: Likeness, types: Iterable<ObjectType>): string[] {
  const broken: string[] = [];
  for (const type of types) {
    const fields = type.fields.filter(({ mustExist }) => mustExist === true);
    if (fields.length === 0) continue;
    let count = 0;
    let example = '';
    for (const record of likeness.records(type.name))
      for (const { name, referenceTo } of fields) {
        const target = record[name];
        if (typeof target !== 'string' || isStored(likeness, referenceTo ?? [], target)) continue;
        if (count++ === 0) example = `${name} of ${String(record['Id'])} to ${target}`;
      }
    if (count > 0) broken.push(`${type.name}: ${count} references to missing records, such as ${example}`);
  }
  return broken;
}

function isStored(likeness: Likeness, types: readonly string[], id: string): boolean {
  return types.some((type) => {
    try {
      likeness.readRecord(type, id, ['Id']);
      return true;
    } catch (error) {
      if (error instanceof RequestError) return false;
      throw error;
    }
  });
}
