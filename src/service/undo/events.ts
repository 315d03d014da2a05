import { z } from 'zod';
import { DECISION_REASONS } from '../../store/history.js';
import { EVENT_TYPES, type EventType } from '../../store/event-types.js';
import { VERDICTS } from '../../store/review-decisions.js';

/** Ids and types, and no value of a record. */
export const eventSchema = z
  .strictObject({
    id: z.string().describe('The same however often the event is told'),
    type: z.enum(EVENT_TYPES),
    timestamp: z.string().describe('When it happened, ISO 8601'),
    data: z.strictObject({
      objectType: z.string(),
      recordId: z.string().optional().describe('Of what happens to a record'),
      changeId: z.string().nullable().describe('What undo takes; null where nothing was changed'),
      reason: z.enum(DECISION_REASONS).nullable().optional().describe('Why the record was changed as it was'),
      undoes: z.string().optional().describe('The change that this one undid'),
      scenarioId: z.string().optional().describe('record.matched, record.suspected: the scenario that found it'),
      score: z.number().optional().describe('Its score: an integer percentage'),
      pairId: z.string().optional().describe('record.suspected: the pair, as long as it waits for a decision'),
      matchedId: z.string().optional().describe('record.suspected: the record that it resembles, as long as'),
      mergedInto: z.string().optional().describe('record.merged: the record that it was merged into'),
      decisionId: z.string().optional().describe('review.decided: the decision'),
      verdict: z.enum(VERDICTS).optional(),
      recordIds: z.array(z.string()).optional().describe('review.decided: the records that it is about'),
    }),
  })
  .meta({ id: 'Event' });
export type ServiceEvent = z.output<typeof eventSchema>;

/** A place in the order of events: the last change and the last decision of people that were told. */
export interface EventPosition {
  readonly change: number;
  readonly decision: number;
}

export interface EventsRead {
  /** In their order, each with the position after it. Events of one change follow each other and share it. */
  readonly events: readonly { readonly event: ServiceEvent; readonly position: EventPosition }[];
  /** Where to go on; what lies before it and is not in `events` is not to be told. */
  readonly position: EventPosition;
  /** Whether there is more to read at once. */
  readonly hasMore: boolean;
}

/** How many events of a kind there are of an object on one day. */
export interface EventCount {
  /** UTC, as a number of days since 1970. */
  readonly day: number;
  readonly objectType: string;
  readonly type: EventType;
  readonly count: number;
}

/** Everything that has happened, as far back as the history reaches: no event is kept a second time for it. */
export interface Events {
  /** After the last event. */
  readonly latest: EventPosition;
  /** The first position from which no event is missing: what lies before it is no longer kept. */
  readonly oldest: EventPosition;
  /**
   * Events after a position. Looks at a thousand changes at the most.
   *
   * @param limit changes and decisions told
   */
  read(after: EventPosition, limit: number): EventsRead;
  /** How many there are, in no order. */
  counts(): Iterable<EventCount>;
  /** The same, of some objects only. */
  of(isShown: (objectType: string) => boolean): Events;
  /** The events of one change, by its number; none when it is no longer kept. */
  ofChange(number: number): readonly ServiceEvent[];
}

/** `12-3`: how a position is written. */
export function positionText({ change, decision }: EventPosition): string {
  return `${change}-${decision}`;
}

/** @returns `undefined` for what is no position */
export function parsePosition(text: string): EventPosition | undefined {
  const parts = /^(\d{1,15})-(\d{1,10})$/.exec(text);
  return parts === null ? undefined : { change: Number(parts[1]), decision: Number(parts[2]) };
}
