import { accepted, wrongType } from '../coerced.js';
import { readDate, readDatetime } from '../dates.js';
import type { ValueTypeDefinition } from './type-definition.js';

/** Accepts a datetime that is midnight in UTC, because no information is lost. */
export const date = momentType('date', (text) => readDate(text) ?? midnight(readDatetime(text)), 'YYYY-MM-DD');

export const datetime = momentType('datetime', readDatetime, 'YYYY-MM-DDTHH:mm:ss.SSSZ');

function momentType(
  name: 'date' | 'datetime',
  read: (text: string) => string | undefined,
  form: string,
): ValueTypeDefinition {
  return {
    attributes: ['required', 'default'],
    coerce(field, value) {
      const text = typeof value === 'string' ? value.trim() : undefined;
      if (text === '') return accepted(null);
      const moment = text === undefined ? undefined : read(text);
      return moment === undefined ? wrongType(field.name, `a ${name}, ${form}`, value) : accepted(moment);
    },
    comparesAs: name,
    blank: null,
  };
}

function midnight(datetime: string | undefined): string | undefined {
  return datetime?.endsWith('T00:00:00.000+0000') === true ? datetime.slice(0, 10) : undefined;
}
