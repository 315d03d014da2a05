/**
 * Events of records. An upsert that found a duplicate emits `record.updated` and `record.matched`. A new record with a
 * suspected duplicate emits `record.created` and `record.suspected`. A merged record emits `record.merged`, not
 * `record.deleted`.
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
/** All events that can be read again from the store. Events are numbered in order. */
export const EVENT_TYPES = [...RECORD_EVENTS, 'review.decided'] as const;
export type EventType = (typeof EVENT_TYPES)[number];
