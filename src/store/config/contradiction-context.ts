import type { ContradictionContext } from '../../matching/contradictions/contradiction.js';
import { nameLists } from '../../matching/lists/name-lists.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { placeholders } from '../../matching/placeholders.js';
import type { Configuration } from './configuration.js';
import { methodOptions } from './resolve-definitions.js';

export function contradictionContext(configuration: Pick<Configuration, 'lists' | 'settings'>): ContradictionContext {
  const methods = createMethods(methodOptions(configuration));
  return {
    names: nameLists(configuration.lists),
    placeholders: placeholders(configuration.lists),
    method(name) {
      const method = methods.get(name);
      if (method === undefined) throw new Error(`contradictions: there is no match method ${name}`);
      return method;
    },
  };
}
