import type { EventCount, EventPosition, Events, EventsRead, ServiceEvent } from './events.js';
import type { EventType } from '../../store/event-types.js';
import { CHANGE_COUNTER, type CountedChanges, type ChangeOutline } from '../../store/history.js';
import type { RecordView } from '../../store/record-view.js';
import { decisionId, DECISION_COUNTER, type ReviewDecision } from '../../store/review-decisions.js';
import { changeId } from './change-id.js';

/** Number of changes and decisions read at a time. Reading them takes about a millisecond. */
const LOOKED_AT = 1_000;

type Source = Pick<
  RecordView,
  'changesAfter' | 'changeCounts' | 'change' | 'counter' | 'reviewDecision' | 'reviewCounts' | 'suspectedPairsOf'
>;

export class RecordedEvents implements Events {
  /** @param isShown whether to return an object's events; default: all */
  constructor(
    private readonly source: () => Source,
    private readonly isShown: (objectType: string) => boolean = () => true,
  ) {}

  of(isShown: (objectType: string) => boolean): RecordedEvents {
    return new RecordedEvents(this.source, isShown);
  }

  get latest(): EventPosition {
    const source = this.source();
    return { change: source.counter(CHANGE_COUNTER), decision: source.counter(DECISION_COUNTER) };
  }

  get oldest(): EventPosition {
    for (const { number } of this.source().changesAfter(0)) return { change: number - 1, decision: 0 };
    return { change: this.latest.change, decision: 0 };
  }

  read(after: EventPosition, limit: number): EventsRead {
    const source = this.source();
    const last = this.latest;
    const changes = source.changesAfter(after.change)[Symbol.iterator]();
    let { change, decision } = after;
    let next = nextChange(changes);
    const events: { event: ServiceEvent; position: EventPosition }[] = [];
    let told = 0;
    let looked = 0;
    for (; looked < LOOKED_AT && told < limit && (next !== undefined || decision < last.decision); looked++) {
      const judged = decision < last.decision ? source.reviewDecision(decisionId(decision + 1)) : undefined;
      // This number has no decision, because the decision was revoked or dropped.
      if (decision < last.decision && judged === undefined) {
        decision++;
        continue;
      }
      const isChange = next !== undefined && (judged === undefined || next.time <= judged.time);
      if (isChange) change = next!.number;
      else decision++;
      const position = { change, decision };
      const found = isChange ? this.#shown(next!.objectType, () => changeEvents(next!, source)) : [];
      if (!isChange) found.push(...this.#shown(judged!.objectType, () => [reviewEvent(judged!)]));
      for (const event of found) events.push({ event, position });
      if (found.length > 0) told++;
      if (isChange) next = nextChange(changes);
    }
    const hasMore = next !== undefined || decision < last.decision;
    // Also skip unused numbers, and the numbers of erased changes.
    return { events, position: { change: hasMore ? change : Math.max(change, last.change), decision }, hasMore };
  }

  *counts(): Iterable<EventCount> {
    const source = this.source();
    for (const { day, objectType, count, ...kind } of source.changeCounts())
      if (this.isShown(objectType)) for (const type of typesOf(kind)) yield { day, objectType, type, count };
    for (const { day, kind: objectType, count } of source.reviewCounts())
      if (this.isShown(objectType)) yield { day, objectType, type: 'review.decided', count };
  }

  ofChange(number: number): readonly ServiceEvent[] {
    const source = this.source();
    const change = source.change(number);
    return change === undefined ? [] : this.#shown(change.objectType, () => changeEvents(change, source));
  }

  #shown(objectType: string, events: () => ServiceEvent[]): ServiceEvent[] {
    return this.isShown(objectType) ? events() : [];
  }
}

function nextChange(changes: Iterator<ChangeOutline>): ChangeOutline | undefined {
  const step = changes.next();
  return step.done === true ? undefined : step.value;
}

/** Reasons for creating a record despite a similar record. */
const SUSPECTED: ReadonlySet<string | null> = new Set(['belowBar', 'contradicted', 'noGrounds', 'reported']);

const MERGED: readonly EventType[] = ['record.merged'];
const DELETED: readonly EventType[] = ['record.deleted'];
const CREATED: readonly EventType[] = ['record.created'];
const CREATED_SUSPECTED: readonly EventType[] = ['record.created', 'record.suspected'];
const UPDATED: readonly EventType[] = ['record.updated'];
const UPDATED_MATCHED: readonly EventType[] = ['record.updated', 'record.matched'];

/** Returns the event types of a change, the basic type first. */
function eventTypesOf({ action, mergedInto, decision }: ChangeOutline): readonly EventType[] {
  return typesOf({ action, isMerged: mergedInto !== undefined, reason: decision?.reason ?? null });
}

function typesOf({ action, isMerged, reason }: Pick<CountedChanges, 'action' | 'isMerged' | 'reason'>) {
  if (action === 'delete') return isMerged ? MERGED : DELETED;
  if (action === 'create') return SUSPECTED.has(reason) ? CREATED_SUSPECTED : CREATED;
  return reason === 'duplicate' ? UPDATED_MATCHED : UPDATED;
}

function changeEvents(change: ChangeOutline, source: Source): ServiceEvent[] {
  const { number, recordId, objectType, decision, undoes, mergedInto, time } = change;
  const id = changeId(number);
  const data = {
    objectType,
    recordId,
    changeId: id,
    reason: decision?.reason ?? null,
    ...(undoes !== undefined && { undoes: changeId(undoes) }),
    ...(mergedInto !== undefined && { mergedInto }),
  };
  return eventTypesOf(change).map((type) => ({
    id: `${id}.${type}`,
    type,
    timestamp: time,
    data:
      type === 'record.matched' || type === 'record.suspected'
        ? { ...data, ...found(change), ...(type === 'record.suspected' && suspectedWith(recordId, source)) }
        : data,
  }));
}

function found({ decision }: ChangeOutline): Pick<ServiceEvent['data'], 'scenarioId' | 'score'> {
  return {
    ...(decision?.scenarioId !== undefined && { scenarioId: decision.scenarioId }),
    ...(decision?.score !== undefined && { score: decision.score }),
  };
}

function suspectedWith(recordId: string, source: Source): Pick<ServiceEvent['data'], 'pairId' | 'matchedId'> {
  for (const { id, createdId, matchedId } of source.suspectedPairsOf(recordId))
    if (createdId === recordId) return { pairId: id, matchedId };
  return {};
}

function reviewEvent({ id, objectType, time, verdict, records, changeId }: ReviewDecision): ServiceEvent {
  return {
    id: `${id}.review.decided`,
    type: 'review.decided',
    timestamp: time,
    data: {
      objectType,
      changeId: changeId ?? null,
      decisionId: id,
      verdict,
      recordIds: records.map((record) => record.id),
    },
  };
}
