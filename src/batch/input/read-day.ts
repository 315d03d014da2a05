import type { Configuration } from '../../config/configuration.js';
import { createMethods } from '../../matching/methods/create-methods.js';

/**
 * Reads dates as people write them (`31.12.2024`, `12/31/2024`, `31 Dec 2024`), days and months in the order of the
 * default country: just as they are compared.
 *
 * @returns reads a text as `YYYY-MM-DD`; `undefined` for what is no day
 */
export function dayReader({ lists, settings }: Configuration): (text: string) => string | undefined {
  const method = createMethods({ lists, defaultCountry: settings.defaultCountry }).get('date')!;
  return (text) => {
    const day = method.normalise([text]);
    return /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
  };
}
