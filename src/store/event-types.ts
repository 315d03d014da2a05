/**
 * Events of records. An upsert that found a duplicate is told twice, as `record.updated` and as `record.matched`;
 * a record that was created beside one that it resembles as `record.created` and as `record.suspected`. A record that
 * was merged into another one is told as `record.merged`, not as `record.deleted`.
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
/** All that the store tells again: these have a place in the order of events. */
export const EVENT_TYPES = [...RECORD_EVENTS, 'review.decided'] as const;
export type EventType = (typeof EVENT_TYPES)[number];
