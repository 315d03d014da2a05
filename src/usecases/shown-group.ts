import type { FoundGroup, GroupDetails, GroupStatus, ShownGroup } from '../contract/grouping.js';
import { RequestError } from '../contract/request-error.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import type { Verdict } from '../store/review-decisions.js';
import { isMergeable } from '../transactions/references.js';
import { shortDigest } from './compared-digest.js';
import { explainTexts } from './explain.js';
import type { GroupingParts } from './grouping-work.js';
import { verdictOn } from './judgements.js';
import { chooseSurvivors, type Survivors } from './merge-survivors.js';

/** Pairs of a group that are shown, and that are explained: each takes some 0.1 ms. */
const MOST_SHOWN = 50;
const MOST_EXPLAINED = 10;

/** A group with what has become of its records since it was found. @param fields that were compared */
export function shownGroup(
  parts: GroupingParts,
  objectType: string,
  id: string,
  group: FoundGroup,
  fields: readonly string[],
): ShownGroup {
  const type = parts.configuration.registry.byName(objectType);
  const stored = group.members.map((member) => parts.transactions.committed(member.id));
  const records = group.members.map((member, i): ShownGroup['records'][number] => {
    const record = stored[i];
    if (record === undefined || type === undefined) return { id: member.id, state: 'deleted' };
    const isUnchanged = shortDigest(parts.texts.of(type, record.fields, fields), fields) === member.digest;
    return { id: member.id, state: isUnchanged ? 'unchanged' : 'changed' };
  });
  const left = stored.filter((record) => record !== undefined);
  return {
    id,
    objectType,
    score: group.score,
    status: type === undefined || left.length < 2 ? 'gone' : statusOf(parts, type, group, left),
    isStale: records.some(({ state }) => state !== 'unchanged'),
    records,
    pairs: group.pairs
      .slice(0, MOST_SHOWN)
      .map(([one, two, score]) => ({ ids: [group.members[one]!.id, group.members[two]!.id], score })),
    masterId: (type && survivorsOf(parts, type, left)?.master.id) ?? null,
  };
}

export function groupDetails(
  parts: GroupingParts,
  objectType: string,
  id: string,
  group: FoundGroup,
  fields: readonly string[],
  scenarioIds: readonly string[],
): GroupDetails {
  const shown = shownGroup(parts, objectType, id, group, fields);
  const type = parts.configuration.registry.byName(objectType);
  if (type === undefined) return { ...shown, explanations: [], merged: null };
  const scenarios = parts.scenarios.choose(type.name, 'restSearch', scenarioIds);
  const left = shown.records.flatMap((record) => parts.transactions.committed(record.id) ?? []);
  const explanations = shown.pairs.slice(0, MOST_EXPLAINED).flatMap(({ ids }): GroupDetails['explanations'] => {
    const [one, two] = ids.map((each) => parts.transactions.committed(each));
    if (one === undefined || two === undefined) return [];
    return [
      { ids, explanation: explainTexts(scenarios, parts.texts.of(type, one.fields), parts.texts.of(type, two.fields)) },
    ];
  });
  return { ...shown, explanations, merged: survivorsOf(parts, type, left)?.fields ?? null };
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

/** What merging what is left would give; `undefined` where it would be refused. */
function survivorsOf(parts: GroupingParts, type: ObjectType, left: readonly StoredRecord[]): Survivors | undefined {
  if (left.length < 2 || !isMergeable(type)) return undefined;
  const committed = { get: (id: string) => parts.transactions.committed(id) };
  try {
    return chooseSurvivors(parts, committed, type, left, undefined, {}, () => undefined, parts.now());
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
