/**
 * Events of records. If an upsert finds a duplicate, the events are `record.updated` and `record.matched`. For a new
 * record with a suspected duplicate, they are `record.created` and `record.suspected`. A merged record has
 * `record.merged`, and no `record.deleted`.
 */
export const RECORD_EVENTS = [
  'record.created',
  'record.updated',
  'record.matched',
  'record.suspected',
  'record.merged',
  'record.deleted',
] as const;
export type RecordEvent = (typeof RECORD_EVENTS)[number];
/** All events that can be read again from the store, in order of their numbers. */
export const EVENT_TYPES = [...RECORD_EVENTS, 'review.decided'] as const;
export type EventType = (typeof EVENT_TYPES)[number];
