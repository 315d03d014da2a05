import type {
  FoundGroup,
  GroupDetails,
  GroupSurvivors,
  GroupStatus,
  GroupingSubject,
  ShownGroup,
} from './group-types.js';
import { RequestError } from '../../contract/request-error.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldTexts } from '../../matching/normalized-record.js';
import type { StoredRecord } from '../../records/record.js';
import type { Verdict } from '../../store/review-decisions.js';
import { isMergeable } from '../../transactions/references.js';
import { shortDigest } from '../review/compared-digest.js';
import { explainTexts } from '../explain/explain.js';
import { comparedTexts, groupedObjects, groupingScope } from './grouping-scope.js';
import type { GroupingParts } from './grouping-work.js';
import { verdictOn } from '../review/judgements.js';
import { chooseSurvivors, type Survivors } from '../merge/merge-survivors.js';
import type { SurvivorshipRules } from '../../survivorship/rules.js';

/** Pairs of a group that are shown, and that are explained: each takes some 0.1 ms. */
const MOST_SHOWN = 50;
const MOST_EXPLAINED = 10;
/** The best pairs among them, where there are more. */
const BEST_EXPLAINED = 4;
const MOST_DIFFERING = 10;

/** A group with what has become of its records since it was found. @param fields that were compared */
export function shownGroup(
  parts: GroupingParts,
  subject: GroupingSubject,
  id: string,
  group: FoundGroup,
  fields: readonly string[],
): ShownGroup {
  const { objectType, crossObject = null } = subject;
  const objects = known(() => groupedObjects(parts, subject));
  const stored = group.members.map((member) => parts.transactions.committed(member.id));
  const records = group.members.map((member, i): ShownGroup['records'][number] => {
    const record = stored[i];
    if (record === undefined) return { id: member.id, state: 'deleted' };
    const isUnchanged =
      objects !== undefined &&
      shortDigest(comparedTexts(parts.texts, objects, record, fields), fields) === member.digest;
    const { Name: name } = record.fields;
    const named = typeof name === 'string' ? { name } : {};
    return { id: member.id, state: isUnchanged ? 'unchanged' : 'changed', ...named };
  });
  const left = stored.filter((record) => record !== undefined);
  const all = left.map((record) => (objects ? comparedTexts(parts.texts, objects, record, fields) : {}));
  const type = crossObject === null ? parts.configuration.registry.byName(objectType) : undefined;
  return {
    id,
    objectType,
    crossObject,
    score: group.score,
    status: left.length < 2 ? 'gone' : type === undefined ? 'open' : statusOf(parts, type, group, left),
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
    masterId: (type && survivorsOf(parts, type, left)?.master.id) ?? null,
  };
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
  // An explanation shows fields that the scenarios do not compare only where all records are of one object.
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

/** The compared fields that are not the same, or blank, in all records. */
function differing(all: readonly FieldTexts[], fields: readonly string[]): string[] {
  const differ = (field: string): boolean => new Set(all.map((texts) => texts[field] ?? '')).size > 1;
  return fields.filter(differ).slice(0, MOST_DIFFERING);
}

/** Pairs that do not fit come first: those that no scenario found, then the weakest that one did. */
function pairsToExplain({ members, pairs }: FoundGroup, isAcross: boolean): [string, string][] {
  const idsOf = (one: number, two: number): [string, string] => [members[one]!.id, members[two]!.id];
  const key = (one: number, two: number): string => `${Math.min(one, two)} ${Math.max(one, two)}`;
  const found = new Set(pairs.map(([one, two]) => key(one, two)));
  const missing: [string, string][] = [];
  // Pairs within one object are not compared where there are two.
  for (let one = 0; one < members.length && !isAcross; one++)
    for (let two = one + 1; two < members.length && missing.length < MOST_EXPLAINED - BEST_EXPLAINED; two++)
      if (!found.has(key(one, two))) missing.push(idsOf(one, two));
  const room = MOST_EXPLAINED - missing.length;
  const all = pairs.map(([one, two]) => idsOf(one, two));
  if (all.length <= room) return [...missing, ...all];
  const weakest = all.slice(BEST_EXPLAINED - room).toReversed();
  return [...missing, ...weakest, ...all.slice(0, BEST_EXPLAINED)];
}

/** @param rules default: those in use */
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

/** By the configuration as it is now; `undefined` where it has no such objects, map or scenarios any more. */
function known<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Decided as a whole: what people say of every pair that was found. */
function statusOf(
  parts: GroupingParts,
  type: ObjectType,
  group: FoundGroup,
  left: readonly StoredRecord[],
): GroupStatus {
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

/** Result of merging the records that are left; `undefined` where it would be refused. */
function survivorsOf(parts: GroupingParts, type: ObjectType, left: readonly StoredRecord[]): Survivors | undefined {
  if (left.length < 2 || !isMergeable(type)) return undefined;
  const committed = { get: (id: string) => parts.transactions.committed(id) };
  return known(() => chooseSurvivors(parts, committed, type, left, undefined, {}, () => undefined, parts.now()));
}
