import type { Events } from '../undo/events.js';
import { DAY } from '../../store/counts-by-day.js';
import type { EventType } from '../../store/event-types.js';

export const MOST_DAYS = 90;

/** Number of events by type, of one object on one day (UTC). */
export type DayCounts = Partial<Record<EventType, number>>;

/**
 * @param now milliseconds since the epoch
 * @returns days with their objects, oldest first; the last is today; a day without events has no objects
 */
export function dailyActivity(
  events: Events,
  days: number,
  now = Date.now(),
): { day: string; objects: ReadonlyMap<string, DayCounts> }[] {
  const today = Math.floor(now / DAY);
  const byDay = new Map<number, Map<string, DayCounts>>();
  for (const { day, objectType, type, count } of events.counts()) {
    if (day <= today - days || day > today) continue;
    const objects = byDay.get(day) ?? new Map<string, DayCounts>();
    const counts = objects.get(objectType) ?? {};
    counts[type] = (counts[type] ?? 0) + count;
    byDay.set(day, objects.set(objectType, counts));
  }
  return Array.from({ length: days }, (_, i) => {
    const day = today - days + 1 + i;
    return { day: new Date(day * DAY).toISOString().slice(0, 10), objects: byDay.get(day) ?? new Map() };
  });
}
