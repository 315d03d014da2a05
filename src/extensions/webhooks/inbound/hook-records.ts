import { MOST } from '../../../store/config/config-limits.js';
import type { InboundHook } from '../../../store/config/inbound-schema.js';
import { valueAt } from '../../../store/config/value-path.js';

/** Empty if the message is not about records. */
export function recordsOf(hook: InboundHook, message: unknown): Record<string, unknown>[] {
  const elements = hook.each === undefined ? message : valueAt(message, hook.each);
  const all: readonly unknown[] = hook.each !== undefined && Array.isArray(elements) ? elements : [elements];
  return all.slice(0, MOST.hookRecords).flatMap((element) => {
    // A condition may refer to the whole message, or to one of its elements.
    const meets = hook.when.every(({ path, values }) => {
      const found = valueAt(element, path) ?? valueAt(message, path);
      return values.some((value) => value === found);
    });
    return meets ? [recordOf(hook, element)] : [];
  });
}

function recordOf({ fields, defaults }: InboundHook, element: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = { ...defaults };
  for (const { field, path } of fields) {
    const value = valueAt(element, path);
    if (typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' || typeof value === 'boolean')
      values[field] = value;
  }
  return values;
}
