import type { z } from 'zod';
import type { ObjectRegistry } from '../../../records/object-type.js';
import type { Exported } from './export-schema.js';
import type { Used } from './import-report.js';
import type { crossObjectSchema } from '../config-schemas.js';
import type { NotUsed } from './unused-keys.js';

type Maps = z.output<typeof crossObjectSchema>;

/** Imports cross-object maps, one for each pair of objects. `crossObject` of an object turns its maps on. */
export function importCrossObjects(
  { objects }: Exported,
  registry: ObjectRegistry,
  { used, leftOut }: { used: Used[]; leftOut: NotUsed[] },
): Maps {
  const maps: Maps = [];
  objects.forEach((object, i) => {
    object.crossObjects?.forEach(({ objectFrom, fieldFrom, objectTo, fieldTo }, n) => {
      const path = `objects[${i}].crossObjects[${n}]`;
      const leave = (reason: string) => leftOut.push({ path, reason });
      const from = registry.byName(objectFrom);
      const to = registry.byName(objectTo);
      if (from === undefined || to === undefined || from === to)
        return void leave(`${objectFrom} cannot be mapped to ${objectTo}: expected two different known objects`);
      const source = from.field(fieldFrom);
      const target = to.field(fieldTo);
      if (source === undefined) return void leave(`the service has no field ${from.name}.${fieldFrom}`);
      if (target === undefined) return void leave(`the service has no field ${to.name}.${fieldTo}`);
      let map = maps.find((other) => other.from === from.name && other.to === to.name);
      if (map === undefined)
        maps.push((map = { from: from.name, to: to.name, enabled: object.crossObject === true, fields: {} }));
      const taken = Object.hasOwn(map.fields, source.name) ? map.fields[source.name]! : target.name;
      if (taken !== target.name) return void leave(`${from.name}.${source.name} is already mapped to ${taken}`);
      const other = Object.keys(map.fields).find((key) => key !== source.name && map.fields[key] === target.name);
      if (other !== undefined) return void leave(`${to.name}.${target.name} already receives the value of ${other}`);
      map.fields[source.name] = target.name;
      used.push({ path, as: `cross-object map ${from.name} to ${to.name}${map.enabled ? '' : ' (disabled)'}` });
    });
  });
  return maps;
}
