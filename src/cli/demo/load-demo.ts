import { join } from 'node:path';
import type { Configuration } from '../../store/config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import type { Likeness } from '../../service/likeness.js';
import { Failure } from '../../runtime/failure.js';
import { packageRoot } from '../../runtime/package-root.js';
import { openInput } from '../../files/read/open-input.js';

/** Referenced objects first. */
const demoFiles = [
  ['User', 'user.csv'],
  ['Campaign', 'campaign.csv'],
  ['Account', 'account.csv'],
  ['Contact', 'contact.csv'],
  ['Lead', 'lead.csv'],
  ['CampaignMember', 'campaign-member.csv'],
] as const;

const demoFolder = join(packageRoot, 'data/demo');
const caller = { clientId: 'command-line', requestId: 'demo data' };

/**
 * Loads the demo data into an empty data folder. Does nothing if the folder contains other records. Each file is one
 * transaction with a checkpoint, so that an interrupted first startup can be resumed. @returns number of loaded records
 */
export async function loadDemo(likeness: Likeness, configuration: Configuration): Promise<number> {
  const begun = likeness.checkpoint(checkpointOf('User')) > 0;
  const complete = likeness.checkpoint(checkpointOf('CampaignMember')) > 0;
  if (complete || (!begun && likeness.statistics().store.records > 0)) return 0;
  const idsByKey = new Map<string, string>();
  let loaded = 0;
  for (const [name, file] of demoFiles) {
    const type = configuration.registry.byName(name)!;
    const rows = await readDemoFile(join(demoFolder, file));
    const ids =
      likeness.checkpoint(checkpointOf(name)) > 0
        ? idsInOrder(likeness, name, rows.length)
        : await save(likeness, type, rows, idsByKey);
    rows.forEach((row, i) => idsByKey.set(row.get('key')!, ids[i]!));
    loaded += rows.length;
  }
  return loaded;
}

async function readDemoFile(path: string): Promise<Map<string, string>[]> {
  const table = await openInput(path);
  const rows: Map<string, string>[] = [];
  for await (const { cells } of table.rows) {
    rows.push(new Map(table.columns.map((column, i) => [column, cells[i] as string])));
  }
  return rows;
}

async function save(
  likeness: Likeness,
  type: ObjectType,
  rows: readonly ReadonlyMap<string, string>[],
  idsByKey: ReadonlyMap<string, string>,
): Promise<string[]> {
  const answers = await likeness.importBatch(
    type.name,
    rows.map((row) => valuesOf(type, row, idsByKey)),
    { check: false, checkpoint: { name: checkpointOf(type.name), value: rows.length } },
    caller,
  );
  return answers.map(({ objectId, errorMessage }, i) => {
    if (objectId === null) throw new Failure(`demo data: ${rows[i]!.get('key')!}: ${errorMessage ?? 'not saved'}`);
    return objectId;
  });
}

function valuesOf(
  type: ObjectType,
  row: ReadonlyMap<string, string>,
  idsByKey: ReadonlyMap<string, string>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [column, value] of row) {
    if (column === 'key' || value === '') continue;
    values[column] = type.field(column)?.type === 'reference' ? idsByKey.get(value)! : value;
  }
  return values;
}

/** Returns Ids in row order. Record n is row n, because nothing else is written before the demo data is complete. */
function idsInOrder(likeness: Likeness, type: string, count: number): string[] {
  const ids: string[] = [];
  for (const record of likeness.records(type)) {
    ids.push(record['Id'] as string);
    if (ids.length === count) break;
  }
  return ids;
}

function checkpointOf(type: string): string {
  return `demo:${type}`;
}
