export interface FieldAddress {
  readonly object: string;
  readonly field: string;
}

export class FormulaCycleError extends Error {
  override readonly name = 'FormulaCycleError';
  constructor(
    /** Fields of the cycle. The first field is repeated at the end. */
    readonly cycle: readonly FieldAddress[],
  ) {
    super(`Formula fields have a circular reference: ${cycle.map(spell).join(' -> ')}`);
  }
}

function spell({ object, field }: FieldAddress): string {
  return `${object}.${field}`;
}

/**
 * Orders formula fields so that each comes after the fields it reads, across objects. Otherwise keeps the order.
 * @param reads fields that a formula reads; several for a reference to several objects
 * @throws FormulaCycleError for a cycle, even if a formula reads its own field on a parent record, as on the platform
 */
export function orderFormulas<F extends FieldAddress>(
  formulas: readonly F[],
  reads: (formula: F) => Iterable<FieldAddress>,
): F[] {
  const byName = new Map(formulas.map((formula) => [spell(formula).toLowerCase(), formula]));
  const ordered: F[] = [];
  const done = new Set<F>();
  for (const formula of formulas) visit(formula, byName, reads, done, ordered);
  return ordered;
}

/** Searches depth first with its own stack, because a chain may have ten thousand formulas. */
function visit<F extends FieldAddress>(
  start: F,
  byName: ReadonlyMap<string, F>,
  reads: (formula: F) => Iterable<FieldAddress>,
  done: Set<F>,
  ordered: F[],
): void {
  if (done.has(start)) return;
  const open = [{ formula: start, rest: reads(start)[Symbol.iterator]() }];
  const onPath = new Set([start]);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.rest.next();
    if (next.done === true) {
      open.pop();
      onPath.delete(top.formula);
      done.add(top.formula);
      ordered.push(top.formula);
      continue;
    }
    const read = byName.get(spell(next.value).toLowerCase());
    if (read === undefined || done.has(read)) continue;
    if (onPath.has(read)) {
      const path = open.map(({ formula }) => formula);
      throw new FormulaCycleError([...path.slice(path.indexOf(read)), read]);
    }
    onPath.add(read);
    open.push({ formula: read, rest: reads(read)[Symbol.iterator]() });
  }
}
