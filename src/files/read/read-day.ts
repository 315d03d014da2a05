import type { Configuration } from '../../store/config/configuration.js';
import { createMethods } from '../../matching/methods/create-methods.js';

/** `31.12.2024`, `12/31/2024`, `31 Dec 2024`, in the default country's order, to `YYYY-MM-DD`; else `undefined`. */
export function dayReader({ lists, settings }: Configuration): (text: string) => string | undefined {
  const method = createMethods({ lists, defaultCountry: settings.defaultCountry }).get('date')!;
  return (text) => {
    const day = method.normalise([text]);
    return /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
  };
}
