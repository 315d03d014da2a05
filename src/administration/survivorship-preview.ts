import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestError } from '../contract/request-error.js';
import type { JobGroups } from '../jobs/job-groups.js';
import type { GroupSurvivors } from '../service/group/group-types.js';
import type { Likeness } from '../service/likeness.js';
import type { SettingsEditing } from './settings-editing.js';

/** Groups that are looked at, and those of them that are shown. */
const MOST_LOOKED_AT = 200;
const MOST_SHOWN = 8;
const PAGE = 20;

export interface PreviewedGroup {
  readonly id: string;
  readonly score: number;
  readonly ids: readonly string[];
  readonly before: GroupSurvivors;
  readonly after: GroupSurvivors;
  /** Fields whose value would be another one; whether another record would stay stands beside. */
  readonly changed: readonly string[];
}

export interface PreviewedSurvivorship {
  /** The job whose groups these are; `null`: none has grouped the object. */
  readonly jobId: string | null;
  readonly looked: number;
  /** How many of them would survive otherwise. */
  readonly differing: number;
  /** Those that would survive otherwise come first. */
  readonly groups: readonly PreviewedGroup[];
}

/** Applies edited survivorship rules to the groups that the last job found. Nothing is saved or merged. */
export class SurvivorshipPreview {
  constructor(
    private readonly editing: Pick<SettingsEditing, 'try'>,
    private readonly groups: Pick<JobGroups, 'page'>,
    private readonly likeness: Pick<Likeness, 'grouping' | 'objectType'>,
  ) {}

  /** @param value rules as survivorship.json has them; `undefined`: the usual ones. @throws as `SettingsEditing.try` */
  async of(object: string, value: unknown): Promise<PreviewedSurvivorship> {
    const { name } = this.likeness.objectType(object);
    const { configuration } = await this.editing.try('survivorship', object, value);
    const rules = configuration.survivorship.get(name)!;
    const [differing, alike]: [PreviewedGroup[], PreviewedGroup[]] = [[], []];
    let after: string | undefined;
    let looked = 0;
    let jobId: string | null = null;
    do {
      const page = await this.#page(name, after);
      if (page === undefined) break;
      jobId = page.jobId;
      for (const { id, score, records } of page.records) {
        const ids = records.filter(({ state }) => state !== 'deleted').map((record) => record.id);
        const [now, then] = [undefined, rules].map((by) => this.likeness.grouping.survivors(name, ids, by));
        if (now === undefined || then === undefined) continue;
        looked += 1;
        const one: PreviewedGroup = { id, score, ids, before: now, after: then, changed: changedFields(now, then) };
        (one.changed.length > 0 || now.masterId !== then.masterId ? differing : alike).push(one);
      }
      after = page.next ?? undefined;
      await nextTurn();
    } while (after !== undefined && looked < MOST_LOOKED_AT);
    return { jobId, looked, differing: differing.length, groups: [...differing, ...alike].slice(0, MOST_SHOWN) };
  }

  /** `undefined` where no job has grouped the object. */
  async #page(objectType: string, after: string | undefined) {
    try {
      return await this.groups.page({ objectType, pageSize: PAGE, ...(after !== undefined && { after }) });
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return undefined;
      throw error;
    }
  }
}

/** A value that only one side names is one in which the records do not differ by the other. */
function changedFields(before: GroupSurvivors, after: GroupSurvivors): string[] {
  const values = (side: GroupSurvivors) => new Map(side.fields.map(({ field, value }) => [field, value]));
  const [one, other] = [values(before), values(after)];
  return [...new Set([...one.keys(), ...other.keys()])].filter((field) => one.get(field) !== other.get(field));
}
