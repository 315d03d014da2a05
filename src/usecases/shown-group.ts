import type { FoundGroup, GroupDetails, GroupStatus, ShownGroup } from '../contract/grouping.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import type { Verdict } from '../store/review-decisions.js';
import { chooseMaster } from '../survivorship/choose-master.js';
import type { DuplicateRecord, SurvivorshipRules } from '../survivorship/rules.js';
import { surviveFields } from '../survivorship/survive-fields.js';
import { mergedFields } from '../config/survivorship.js';
import { shortDigest } from './compared-digest.js';
import { explainTexts } from './explain.js';
import type { GroupingParts } from './grouping-work.js';
import { verdictOn } from './judgements.js';

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
    masterId: type === undefined || left.length < 2 ? null : masterOf(parts, type, left).id,
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
  const explanations = shown.pairs.slice(0, MOST_EXPLAINED).flatMap(({ ids }): GroupDetails['explanations'] => {
    const [one, two] = ids.map((each) => parts.transactions.committed(each));
    if (one === undefined || two === undefined) return [];
    return [
      { ids, explanation: explainTexts(scenarios, parts.texts.of(type, one.fields), parts.texts.of(type, two.fields)) },
    ];
  });
  return { ...shown, explanations, merged: mergedRecord(parts, type, shown) };
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

function mergedRecord(
  parts: GroupingParts,
  type: ObjectType,
  { records, masterId }: ShownGroup,
): GroupDetails['merged'] {
  if (masterId === null) return null;
  const left = records.flatMap(({ id }) => parts.transactions.committed(id) ?? []);
  const rules = rulesOf(parts, type);
  const duplicates = left.map((record) => duplicateRecord(record, rules));
  const master = duplicates.find(({ id }) => id === masterId)!;
  const { choices } = surviveFields(duplicates, master, rules, parts.now(), mergedFields(type));
  return choices
    .filter(({ value }) => value !== null)
    .map(({ field, value, from }) => ({ field, value, from: [...from] }));
}

function masterOf(parts: GroupingParts, type: ObjectType, records: readonly StoredRecord[]): DuplicateRecord {
  const rules = rulesOf(parts, type);
  return chooseMaster(
    records.map((record) => duplicateRecord(record, rules)),
    rules,
    parts.now(),
  ).master;
}

function rulesOf({ configuration }: GroupingParts, type: ObjectType): SurvivorshipRules {
  return configuration.survivorship.get(type.name)!;
}

function duplicateRecord({ id, fields }: StoredRecord, { sourceField }: SurvivorshipRules): DuplicateRecord {
  const text = (name: string | undefined) => {
    const value = name === undefined ? undefined : fields[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    id,
    values: fields,
    modified: text('LastModifiedDate'),
    created: text('CreatedDate'),
    source: text(sourceField),
  };
}
