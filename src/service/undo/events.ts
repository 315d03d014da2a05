import { z } from 'zod';
import { DECISION_REASONS } from '../../store/history.js';
import { EVENT_TYPES, type EventType } from '../../store/event-types.js';
import { VERDICTS } from '../../store/review-decisions.js';

/** An event, which contains Ids and types, but no values of records. */
export const eventSchema = z
  .strictObject({
    id: z.string().describe('Id of the event, unchanged if the event is sent again'),
    type: z.enum(EVENT_TYPES),
    timestamp: z.string().describe('Time of the event, ISO 8601'),
    data: z.strictObject({
      objectType: z.string(),
      recordId: z.string().optional().describe('Id of the changed record; only for changes to records'),
      changeId: z.string().nullable().describe('Id of the change, for undo; null if nothing was changed'),
      reason: z.enum(DECISION_REASONS).nullable().optional().describe('Reason for the change to the record'),
      undoes: z.string().optional().describe('Id of the change that this change undid'),
      scenarioId: z.string().optional().describe('record.matched, record.suspected: the scenario that matched'),
      score: z.number().optional().describe('Score of the match, an integer percentage'),
      pairId: z.string().optional().describe('record.suspected: Id of the pair, until someone decides about it'),
      matchedId: z
        .string()
        .optional()
        .describe('record.suspected: Id of the similar record, until someone decides about the pair'),
      mergedInto: z.string().optional().describe('record.merged: Id of the surviving record'),
      decisionId: z.string().optional().describe('review.decided: Id of the decision'),
      verdict: z.enum(VERDICTS).optional(),
      recordIds: z.array(z.string()).optional().describe('review.decided: Ids of the decided records'),
    }),
  })
  .meta({ id: 'Event' });
export type ServiceEvent = z.output<typeof eventSchema>;

/** A position in the order of events: the last change and the last decision sent. */
export interface EventPosition {
  readonly change: number;
  readonly decision: number;
}

export interface EventsRead {
  /**
   * Events in order, each with the position after it. Events of the same change are consecutive and share a position.
   */
  readonly events: readonly { readonly event: ServiceEvent; readonly position: EventPosition }[];
  /** Position to continue from, even if all events before it were filtered out. */
  readonly position: EventPosition;
  readonly hasMore: boolean;
}

export interface EventCount {
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly objectType: string;
  readonly type: EventType;
  readonly count: number;
}

/** All events as far back as the history reaches. Events are derived from the history, not stored. */
export interface Events {
  readonly latest: EventPosition;
  /** The first position after which no event is missing. Earlier events are no longer kept. */
  readonly oldest: EventPosition;
  /**
   * Reads up to 1,000 changes and decisions.
   * @param limit maximum number of those that have events
   */
  read(after: EventPosition, limit: number): EventsRead;
  /** Returns the numbers of events, in no particular order. */
  counts(): Iterable<EventCount>;
  /** Returns a view with the events of only some objects. */
  of(isShown: (objectType: string) => boolean): Events;
  /** Returns the events of a change, or none if it is no longer kept. */
  ofChange(number: number): readonly ServiceEvent[];
}

/** Formats a position, such as `12-3`. */
export function positionText({ change, decision }: EventPosition): string {
  return `${change}-${decision}`;
}

/** @returns `undefined` if the text is not a position */
export function parsePosition(text: string): EventPosition | undefined {
  const parts = /^(\d{1,15})-(\d{1,10})$/.exec(text);
  return parts === null ? undefined : { change: Number(parts[1]), decision: Number(parts[2]) };
}
