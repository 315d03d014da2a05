import type {
  FoundGroup,
  GroupDetails,
  GroupSurvivors,
  GroupStatus,
  GroupingSubject,
  Readiness,
  ShownGroup,
} from './group-types.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { fold } from '../../matching/text/fold.js';
import type { StoredRecord } from '../../records/record.js';
import type { Verdict } from '../../store/review-decisions.js';
import { isMergeable } from '../../store/transactions/references.js';
import { shortDigest } from '../review/compared-digest.js';
import type { ShownContradiction } from '../explain/explanation.js';
import { explainTexts } from '../explain/explain.js';
import { comparedTexts, groupedObjects, groupingScope, type GroupedObjects } from './grouping-scope.js';
import type { GroupingParts } from './grouping-work.js';
import { verdictAgainst, verdictOn } from '../review/judgements.js';
import { join } from '../merge/merge.js';
import { chooseSurvivors, type Survivors } from '../merge/merge-survivors.js';
import type { SurvivorshipRules } from '../../matching/survivorship/rules.js';

/** Maximum number of pairs that are shown and explained. Explaining one takes about 0.1 ms. */
const MOST_SHOWN = 50;
const MOST_EXPLAINED = 10;
const BEST_EXPLAINED = 4;
const MOST_DIFFERING = 10;

/** Returns a group with the current state of its records. @param fields compared fields */
export function shownGroup(
  parts: GroupingParts,
  subject: GroupingSubject,
  id: string,
  group: FoundGroup,
  fields: readonly string[],
): ShownGroup {
  const { objectType, crossObject = null } = subject;
  const objects = known(() => groupedObjects(parts, subject));
  const stored = storedOf(parts, group);
  const records = group.members.map((member, i): ShownGroup['records'][number] => {
    const record = stored[i];
    if (record === undefined) return { id: member.id, state: 'deleted' };
    const { Name: name } = record.fields;
    const named = typeof name === 'string' ? { name } : {};
    return {
      id: member.id,
      state: isUnchanged(parts, objects, member, record, fields) ? 'unchanged' : 'changed',
      ...named,
    };
  });
  const left = stored.filter((record) => record !== undefined);
  const all = left.map((record) => (objects ? comparedTexts(parts.texts, objects, record, fields) : {}));
  const type = typeOf(parts, subject);
  return {
    id,
    objectType,
    crossObject,
    score: group.score,
    status: statusOf(parts, type, group, left),
    isStale: records.some(({ state }) => state !== 'unchanged'),
    records,
    pairs: group.pairs
      .slice(0, MOST_SHOWN)
      .map(([one, two, score]) => ({ ids: [group.members[one]!.id, group.members[two]!.id], score })),
    found: {
      pairs: group.pairs.length,
      highest: group.pairs[0]?.[2] ?? group.score,
      possible: (group.members.length * (group.members.length - 1)) / 2,
    },
    differing: differing(all, fields),
    contradictions: contradictionsAmong(parts, type, left),
    masterId: (type && survivorsOf(parts, type, left)?.master.id) ?? null,
  };
}

const storedOf = (parts: GroupingParts, group: FoundGroup) =>
  group.members.map(({ id }) => parts.transactions.committed(id));

const typeOf = ({ configuration }: GroupingParts, { objectType, crossObject = null }: GroupingSubject) =>
  crossObject === null ? configuration.registry.byName(objectType) : undefined;

function isUnchanged(
  { texts }: GroupingParts,
  objects: GroupedObjects | undefined,
  { digest }: FoundGroup['members'][number],
  record: StoredRecord,
  fields: readonly string[],
): boolean {
  return objects !== undefined && shortDigest(comparedTexts(texts, objects, record, fields), fields) === digest;
}

export function groupStatus(parts: GroupingParts, subject: GroupingSubject, group: FoundGroup): GroupStatus {
  const left = storedOf(parts, group).filter((record) => record !== undefined);
  return statusOf(parts, typeOf(parts, subject), group, left);
}

export function contradictionsOf(
  parts: GroupingParts,
  subject: GroupingSubject,
  group: FoundGroup,
): readonly ShownContradiction[] {
  const left = storedOf(parts, group).filter((record) => record !== undefined);
  return contradictionsAmong(parts, typeOf(parts, subject), left);
}

/** Returns the contradictions between any two of the records, one per kind. */
function contradictionsAmong(
  { judge, scenarios }: GroupingParts,
  type: ObjectType | undefined,
  records: readonly StoredRecord[],
): readonly ShownContradiction[] {
  if (type === undefined) return [];
  const asking = scenarios.all(type.name);
  const parties = records.map(({ fields }) => judge.party(type, fields));
  const found = new Map<string, ShownContradiction>();
  parties.forEach((one, i) => {
    for (const other of parties.slice(i + 1))
      for (const each of judge.contradictions(type, one, other, asking))
        if (!found.has(each.kind)) found.set(each.kind, each);
  });
  return [...found.values()];
}

/** Returns whether a job may merge a group. `merge` then checks again. */
export function readiness(
  parts: GroupingParts,
  subject: GroupingSubject,
  group: FoundGroup,
  fields: readonly string[],
): Readiness {
  const type = typeOf(parts, subject);
  const objects = known(() => groupedObjects(parts, subject));
  const stored = storedOf(parts, group);
  const isSame = group.members.every(
    (member, i) => stored[i] !== undefined && isUnchanged(parts, objects, member, stored[i], fields),
  );
  if (type === undefined || !isSame) return 'no';
  const ids = new Set(group.members.map(({ id }) => id));
  const isDecided = verdictAgainst(parts, (id) => parts.transactions.committed(id), type, ids) !== undefined;
  return isDecided ? 'no' : groundsAmong(parts, type, stored as StoredRecord[]);
}

function groundsAmong({ judge, scenarios }: GroupingParts, type: ObjectType, records: StoredRecord[]): Readiness {
  const asking = scenarios.all(type.name);
  const parties = records.map(({ fields }) => judge.party(type, fields));
  const sure = parties.map((_, i) => i);
  const possible = [...sure];
  for (const [i, one] of parties.entries())
    for (const [j, other] of parties.slice(0, i).entries()) {
      const { grounds } = judge.opinion(type, one, other, asking);
      if (grounds === undefined) return 'no';
      if (grounds !== 'none') join(possible, i, j);
      if (grounds === 'enough') join(sure, i, j);
    }
  const isOne = (heads: readonly number[]): boolean => heads.every((head) => head === heads[0]);
  return isOne(sure) ? 'yes' : isOne(possible) ? 'unlessShared' : 'no';
}

export function groupDetails(
  parts: GroupingParts,
  subject: GroupingSubject,
  id: string,
  group: FoundGroup,
  fields: readonly string[],
  scenarioIds: readonly string[],
): GroupDetails {
  const shown = shownGroup(parts, subject, id, group, fields);
  const objects = known(() => groupedObjects(parts, subject));
  if (objects === undefined) return { ...shown, explanations: [], merged: null };
  const { type, cross } = objects;
  const { scenarios, fields: compared } = known(() => groupingScope(parts, subject, scenarioIds)) ?? {
    scenarios: [],
    fields: [],
  };
  const left = shown.records.flatMap((record) => parts.transactions.committed(record.id) ?? []);
  // Other fields can be compared only if all records are of one object.
  const all = cross === undefined ? parts.texts.fields(type) : compared;
  const explanations = pairsToExplain(group, cross !== undefined).flatMap((ids): GroupDetails['explanations'] => {
    const [one, two] = ids.map((each) => parts.transactions.committed(each));
    if (one === undefined || two === undefined) return [];
    const [first, second] = [one, two].map((record) => comparedTexts(parts.texts, objects, record, all));
    return [{ ids, explanation: explainTexts(scenarios, first!, second!) }];
  });
  const merged = cross === undefined ? survivorsOf(parts, type, left)?.fields : undefined;
  return { ...shown, explanations, merged: merged ?? null };
}

/** Returns fields whose values differ, without blanks. Ignores case, accents and punctuation. */
function differing(all: readonly FieldTexts[], fields: readonly string[]): string[] {
  const differ = (field: string): boolean => {
    const [first, ...others] = new Set(all.map((texts) => plain(texts[field] ?? '')).filter((text) => text !== ''));
    return others.some((other) => !isSameNumber(first!, other));
  };
  return fields.filter(differ).slice(0, MOST_DIFFERING);
}

const plain = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether two phone numbers are equal except for a country code. */
function isSameNumber(one: string, other: string): boolean {
  const [short, long] = [one, other].map((text) => text.replace(/^0+/, '')).sort((a, b) => a.length - b.length);
  return /^\d{7,}$/.test(short!) && /^\d+$/.test(long!) && long!.endsWith(short!) && long!.length - short!.length <= 3;
}

/** Returns doubtful pairs first: pairs that no scenario found, then the weakest pairs. */
function pairsToExplain({ members, pairs }: FoundGroup, isAcross: boolean): [string, string][] {
  const idsOf = (one: number, two: number): [string, string] => [members[one]!.id, members[two]!.id];
  const key = (one: number, two: number): string => `${Math.min(one, two)} ${Math.max(one, two)}`;
  const found = new Set(pairs.map(([one, two]) => key(one, two)));
  const missing: [string, string][] = [];
  // With two objects, pairs of one object are not compared.
  for (let one = 0; one < members.length && !isAcross; one++)
    for (let two = one + 1; two < members.length && missing.length < MOST_EXPLAINED - BEST_EXPLAINED; two++)
      if (!found.has(key(one, two))) missing.push(idsOf(one, two));
  const room = MOST_EXPLAINED - missing.length;
  const all = pairs.map(([one, two]) => idsOf(one, two));
  if (all.length <= room) return [...missing, ...all];
  const weakest = all.slice(BEST_EXPLAINED - room).toReversed();
  return [...missing, ...weakest, ...all.slice(0, BEST_EXPLAINED)];
}

export function groupSurvivors(
  parts: GroupingParts,
  objectType: string,
  ids: readonly string[],
  rules?: SurvivorshipRules,
): GroupSurvivors | undefined {
  const { configuration } = parts;
  const type = configuration.registry.byName(objectType);
  if (type === undefined) return undefined;
  const survivorship = rules && new Map([...configuration.survivorship, [type.name, rules]]);
  const by = survivorship ? { ...parts, configuration: { ...configuration, survivorship } } : parts;
  const found = survivorsOf(
    by,
    type,
    ids.flatMap((id) => parts.transactions.committed(id) ?? []),
  );
  return found && { masterId: found.master.id, masterRule: found.masterRule, fields: found.fields };
}

/** Returns `undefined` if the configuration no longer has the objects, map or scenarios. */
function known<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Returns the status. A group is decided when people have decided each of its pairs. */
function statusOf(
  parts: GroupingParts,
  type: ObjectType | undefined,
  group: FoundGroup,
  left: readonly StoredRecord[],
): GroupStatus {
  if (left.length < 2) return 'gone';
  if (type === undefined) return 'open';
  const isLeft = new Set(left.map((record) => record.id));
  if (!left.some((record) => parts.store.reviewCount(record.id) > 0)) return 'open';
  const get = (id: string) => parts.transactions.committed(id);
  const verdicts = new Set<Verdict | undefined>();
  for (const [a, b] of group.pairs) {
    const [one, two] = [group.members[a]!.id, group.members[b]!.id];
    if (isLeft.has(one) && isLeft.has(two)) verdicts.add(verdictOn(parts, get, type, one, two));
    if (verdicts.has(undefined) || verdicts.has('duplicate')) return 'open';
  }
  if (verdicts.has('later')) return 'later';
  return verdicts.size === 0 ? 'open' : 'notDuplicate';
}

/** Merges the remaining records for display. Returns `undefined` if the merge would be rejected. */
function survivorsOf(parts: GroupingParts, type: ObjectType, left: readonly StoredRecord[]): Survivors | undefined {
  if (left.length < 2 || !isMergeable(type)) return undefined;
  const committed = { get: (id: string) => parts.transactions.committed(id) };
  return known(() => chooseSurvivors(parts, committed, type, left, undefined, {}, () => undefined, parts.now()));
}
