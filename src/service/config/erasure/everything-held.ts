import { z } from 'zod';
import { objectDataSchema } from '../../../records/contract/schemas.js';
import { childRelationships } from '../../../records/child-relationships.js';
import { RequestError } from '../../../records/contract/request-error.js';
import { Turns } from '../../../runtime/turns.js';
import { linesOf, type Home } from '../../../store/home/home.js';
import type { AuditLog } from '../../auth/audit-log.js';
import { auditEntrySchema } from '../../auth/shown-audit-entry.js';
import { jobsMentioning } from '../../import/bulk-jobs.js';
import { parseGroup } from '../../jobs/group-file.js';
import type { Likeness } from '../../likeness.js';
import { changeSchema, type ShownChange } from '../../undo/shown-change.js';
import { decisionSchema, type ShownDecision } from '../../review/review-types.js';
import { suspectedPairSchema } from '../../review/suspected-pair-types.js';
import { mergesOf, searchedFor, type SearchedLikeness } from './erasures.js';
import { mentioning, withFiles } from './erase-from-uploads.js';
import type { ErasedStore, Searched } from './resting-place.js';

export const heldSchema = z
  .strictObject({
    recordId: z.string(),
    objectType: z.string(),
    time: z.string().describe('Time of this report'),
    record: objectDataSchema.nullable().describe('The record as stored. Null if it was deleted, merged or erased'),
    mergedInto: z.string().nullable().describe('Id of the surviving record, if this record was merged'),
    merged: z.array(z.string()).describe('Records merged into this record. `history` includes their changes'),
    history: z.array(changeSchema),
    related: z
      .array(z.strictObject({ objectType: z.string(), field: z.string(), records: z.array(objectDataSchema) }))
      .describe('Records that refer to this record, by object and field'),
    suspectedPairs: z.array(suspectedPairSchema),
    decisions: z.array(decisionSchema).describe('Review decisions about this record, with the compared values'),
    groups: z
      .array(z.strictObject({ jobId: z.string(), recordIds: z.array(z.string()), score: z.number() }))
      .describe('Groups of duplicates that contain this record'),
    files: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          clientId: z.string(),
          created: z.string(),
          rows: z.array(z.strictObject({ row: z.int(), values: z.record(z.string(), z.unknown()) })),
        }),
      )
      .describe('Uploaded files of all clients with rows that mention this record. The rows may concern a namesake'),
    bulkJobs: z
      .array(z.strictObject({ id: z.string(), clientId: z.string() }))
      .describe('Bulk queries that mention this record'),
    audit: z.array(auditEntrySchema).describe('Audit log entries that name this record, newest first'),
    cut: z.array(z.string()).describe('Names of lists that were truncated to 1,000 entries'),
    notSearched: z.array(z.string()).describe('Places that were not searched'),
  })
  .meta({ id: 'HeldRecord' });
export type HeldRecord = Omit<z.output<typeof heldSchema>, 'decisions'> & { decisions: ShownDecision[] };

const MOST = 1_000;
const PAGE = 200;

const NOT_SEARCHED: readonly string[] = [
  'responses stored for one day for repeated requests: they contain values of the record',
  'learned models: they contain common values from all records',
  'backups, exports and other files that commands wrote elsewhere',
  'data already sent to clients, webhooks and external logs',
];

export interface EverythingHeldOptions {
  readonly likeness: Pick<
    Likeness,
    'merging' | 'objectTypes' | 'objectType' | 'readRecord' | 'query' | 'history' | 'suspectedPairs' | 'review'
  > &
    SearchedLikeness;
  readonly store: Pick<ErasedStore, 'home' | 'service'>;
  readonly audit: Pick<AuditLog, 'search'>;
  readonly now: () => Date;
}

export class EverythingHeld {
  constructor(private readonly options: EverythingHeldOptions) {}

  /** @param recordId 18 characters; may be a deleted record */
  async of(recordId: string, turns = new Turns()): Promise<HeldRecord> {
    const { likeness, store, audit, now } = this.options;
    const searched = await searchedFor(likeness, recordId);
    const type = likeness.objectTypes().find(({ keyPrefix }) => recordId.startsWith(keyPrefix))!;
    const { parts, survivor } = mergesOf(likeness.merging, recordId);
    const cut = new Set<string>();
    const upToMost = <T>(list: string, all: T[]): T[] => {
      if (all.length > MOST) cut.add(list);
      return all.slice(0, MOST);
    };
    const history: ShownChange[] = [];
    for (const id of [recordId, ...parts]) history.push(...(await this.#changes(id, turns)));
    const related: HeldRecord['related'] = [];
    for (const { child, field } of childRelationships({ types: likeness.objectTypes() }, type)) {
      const records = await this.#children(child.name, field.name, recordId, turns);
      const [objectType, name] = [child.name, field.name];
      if (records.length > 0)
        related.push({ objectType, field: name, records: upToMost(`related.${objectType}.${name}`, records) });
    }
    const recordIds = new Set([recordId, ...parts]);
    const pairs = likeness.suspectedPairs({ recordIds, page: 1, pageSize: MOST });
    if (pairs.totalSize > MOST) cut.add('suspectedPairs');
    return {
      recordId,
      objectType: type.name,
      time: now().toISOString(),
      record: known(() => likeness.readRecord(type.name, recordId)),
      mergedInto: survivor ?? null,
      merged: parts,
      history: upToMost('history', history),
      related,
      suspectedPairs: pairs.records,
      decisions: upToMost('decisions', [...this.#decisions(recordId)]),
      groups: upToMost('groups', await groupsWith(store.home, recordId)),
      files: await this.#files(searched, (file) => cut.add(`files.${file}`)),
      bulkJobs: (await jobsMentioning(store.home, (text) => searched.mentionedBy(text))).map(({ id, clientId }) => ({
        id,
        clientId,
      })),
      audit: upToMost('audit', await audit.search({ most: MOST + 1, target: recordId })),
      cut: [...cut],
      notSearched: [...NOT_SEARCHED],
    };
  }

  async #changes(id: string, turns: Turns): Promise<ShownChange[]> {
    const changes: ShownChange[] = [];
    try {
      for (let page = 1; changes.length <= MOST; page++) {
        const { records, totalSize } = await this.options.likeness.history(id, { page, pageSize: PAGE }, turns);
        changes.push(...records);
        if (records.length === 0 || changes.length >= totalSize) break;
      }
    } catch (error) {
      if (!(error instanceof RequestError && error.status === 404)) throw error;
    }
    return changes;
  }

  async #children(objectType: string, field: string, id: string, turns: Turns): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    const query = { objectType, where: `${field} = '${id}'`, pageSize: PAGE };
    for (let after: string | undefined; found.length <= MOST;) {
      const { records, next } = await this.options.likeness.query({ ...query, after }, turns);
      found.push(...records);
      if (next === null) break;
      after = next;
    }
    return found;
  }

  *#decisions(recordId: string): Generator<ShownDecision> {
    for (let before: string | undefined; ;) {
      const { review } = this.options.likeness;
      const { records, next } = review.decisions({ recordId, before, pageSize: PAGE, texts: true });
      yield* records;
      if (next === null) return;
      before = next;
    }
  }

  async #files(searched: Searched, cut: (file: string) => void): Promise<HeldRecord['files']> {
    return withFiles(this.options.store, async (files) => {
      const found: HeldRecord['files'] = [];
      for await (const { file, found: mentions } of mentioning(files, searched, MOST)) {
        const { id, name, clientId, created } = file;
        if (mentions.isCut) cut(id);
        found.push({ id, name, clientId, created, rows: [...mentions.rows] });
      }
      return found;
    });
  }
}

/** Reads a record. @returns `null` if there is no such record */
function known(read: () => Record<string, unknown>): Record<string, unknown> | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

async function groupsWith(home: Home, recordId: string): Promise<HeldRecord['groups']> {
  const found: HeldRecord['groups'] = [];
  for (const name of await home.contents('jobs', (each) => each.endsWith('.groups'))) {
    const jobId = name.slice('jobs/'.length, -'.groups'.length);
    for await (const line of linesOf(home.pieces(name))) {
      if (!line.includes(recordId)) continue;
      const { members, score } = parseGroup(line);
      found.push({ jobId, recordIds: members.map(({ id }) => id), score });
    }
  }
  return found;
}
