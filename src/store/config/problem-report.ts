import { nameHint } from '../../records/nearest-name.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { Problem } from './problem.js';

export class ProblemReport {
  #count = 0;

  constructor(
    private readonly file: string,
    private readonly problems: Problem[],
  ) {}

  get count(): number {
    return this.#count;
  }

  add(path: string, message: string): void {
    this.#count += 1;
    this.problems.push({ file: this.file, path, message });
  }
}

export function knownObject(
  registry: ObjectRegistry,
  name: string,
  path: string,
  report: ProblemReport,
): ObjectType | undefined {
  const type = registry.byName(name);
  const names = registry.types.map((each) => each.name);
  if (type === undefined) report.add(path, `unknown object ${name}${nameHint(name, names)}`);
  return type;
}

export function knownField(type: ObjectType, name: string, path: string, report: ProblemReport): Field | undefined {
  const field = type.field(name);
  const names = type.fields.map((each) => each.name);
  if (field === undefined) report.add(path, `${type.name} has no field ${name}${nameHint(name, names)}`);
  return field;
}
