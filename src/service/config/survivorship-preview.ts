import { z } from 'zod';
import { RequestError } from '../../records/contract/request-error.js';
import { Turns } from '../../runtime/turns.js';
import type { JobGroups } from '../jobs/job-groups.js';
import { groupSurvivorsSchema, type GroupSurvivors } from '../group/group-types.js';
import type { Likeness } from '../likeness.js';
import type { PartEditing } from './part-editing.js';

const MOST_LOOKED_AT = 200;
const MOST_SHOWN = 8;
const PAGE = 20;
/** Scheduler steps counted for each record of a group, to which two sets of rules are applied. */
const RECORD_STEPS = 16;

export const survivorshipPreviewSchema = z
  .strictObject({
    jobId: z.string().nullable().describe('Job whose groups were used. Null if the object has no finished job'),
    looked: z.int().describe('Number of groups compared, at most 200, best first'),
    differing: z.int().describe('Number of groups with a different result'),
    groups: z.array(
      z.strictObject({
        id: z.string(),
        score: z.number(),
        ids: z.array(z.string()),
        before: groupSurvivorsSchema,
        after: groupSurvivorsSchema,
        changed: z.array(z.string()).describe('Fields whose surviving values differ'),
      }),
    ),
    hasValues: z.boolean().describe('Whether the client can read record values'),
  })
  .meta({ id: 'SurvivorshipPreview' });
export type PreviewedSurvivorship = Omit<z.output<typeof survivorshipPreviewSchema>, 'hasValues'>;
export type PreviewedGroup = PreviewedSurvivorship['groups'][number];

/** Applies edited survivorship rules to the groups of the last job. Saves and merges nothing. */
export class SurvivorshipPreview {
  constructor(
    private readonly editing: Pick<PartEditing<unknown>, 'try'>,
    private readonly groups: Pick<JobGroups, 'page'>,
    private readonly likeness: Pick<Likeness, 'grouping' | 'objectType'>,
  ) {}

  /** @param value rules as in survivorship.json; `undefined` for the default @throws like `PartEditing.try` */
  async of(object: string, value: unknown, turns = new Turns()): Promise<PreviewedSurvivorship> {
    const { name } = this.likeness.objectType(object);
    const { configuration } = await this.editing.try(object, value);
    const rules = configuration.survivorship.get(name)!;
    const [differing, alike]: [PreviewedGroup[], PreviewedGroup[]] = [[], []];
    let after: string | undefined;
    let looked = 0;
    let jobId: string | null = null;
    do {
      const page = await this.#page(name, after, turns);
      if (page === undefined) break;
      jobId = page.jobId;
      for (const { id, score, records } of page.records) {
        const ids = records.filter(({ state }) => state !== 'deleted').map((record) => record.id);
        const [now, then] = [undefined, rules].map((by) => this.likeness.grouping.survivors(name, ids, by));
        if (now === undefined || then === undefined) continue;
        looked += 1;
        if (turns.spend(RECORD_STEPS * ids.length)) await turns.next();
        const one: PreviewedGroup = { id, score, ids, before: now, after: then, changed: changedFields(now, then) };
        (one.changed.length > 0 || now.masterId !== then.masterId ? differing : alike).push(one);
      }
      after = page.next ?? undefined;
    } while (after !== undefined && looked < MOST_LOOKED_AT);
    return { jobId, looked, differing: differing.length, groups: [...differing, ...alike].slice(0, MOST_SHOWN) };
  }

  /** Returns `undefined` if no job has grouped the object. */
  async #page(objectType: string, after: string | undefined, turns: Turns) {
    try {
      return await this.groups.page({ objectType, pageSize: PAGE, ...(after !== undefined && { after }) }, turns);
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return undefined;
      throw error;
    }
  }
}

/** Returns the fields whose values differ. A side has no entry for a field if its records agree on it. */
function changedFields(before: GroupSurvivors, after: GroupSurvivors): string[] {
  const values = (side: GroupSurvivors) => new Map(side.fields.map(({ field, value }) => [field, value]));
  const [one, other] = [values(before), values(after)];
  return [...new Set([...one.keys(), ...other.keys()])].filter((field) => one.get(field) !== other.get(field));
}
