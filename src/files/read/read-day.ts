import type { Configuration } from '../../store/config/configuration.js';
import { createMethods } from '../../matching/methods/create-methods.js';

/**
 * Usual formats (`31.12.2024`, `12/31/2024`, `31 Dec 2024`), with day and month in the order of the default country.
 * @returns converts a text to `YYYY-MM-DD`; `undefined` if it is no date
 */
export function dayReader({ lists, settings }: Configuration): (text: string) => string | undefined {
  const method = createMethods({ lists, defaultCountry: settings.defaultCountry }).get('date')!;
  return (text) => {
    const day = method.normalise([text]);
    return /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
  };
}
