import { valueTypes } from '../field-types/index.js';
import type { Field, ObjectType } from '../object-type.js';
import { ConditionError, type Condition, MAX_PATTERN } from './condition.js';
import { compileLike, patternLength } from './like.js';
import type { ConditionNode, FieldName, Literal, ReadField } from './condition-tree.js';
import { comparesWith, equalsAny, isId, readOperand } from './operand.js';
import type { FieldValue } from '../record.js';

export type Test = (value: ReadField, now: Date) => boolean;
/** Finds the field that a name refers to. @throws ConditionError */
export type Find = (name: FieldName) => Field;
/** Returns whether a subquery's result contains a value. The result must be available when the test runs. */
export type Among<S> = (query: S, field: Field, position: number) => (value: FieldValue) => boolean;

/** Thrown by a test to pause. The test is run again later. */
export const PAUSED = new Error('condition: paused');

/** Results of a test's parts for one record. A test of thousands of parts can pause between any two of them. */
export class PartResults {
  readonly #results: (boolean | undefined)[] = [];
  #asked = 0;
  /** Returns whether the test should pause before the next part. */
  isOver: () => boolean = () => false;

  /** Caches a test's result until `begin` is called. */
  part<A extends unknown[]>(test: (...args: A) => boolean): (...args: A) => boolean {
    const at = this.#results.push(undefined) - 1;
    return (...args) => {
      const known = this.#results[at];
      if (known !== undefined) return known;
      // At least one part runs per turn, so that the test ends.
      if (this.#asked++ > 0 && this.isOver()) throw PAUSED;
      return (this.#results[at] = test(...args));
    };
  }

  begin(): void {
    this.#results.fill(undefined);
    this.#asked = 0;
  }

  goOn(): void {
    this.#asked = 0;
  }
}

/** Compiles a condition to closures. @throws ConditionError */
export function compile(tree: ConditionNode, type: ObjectType): Condition {
  const fields = new Set<string>();
  const test = compileNode(
    tree,
    (name) => {
      const field = findField(type, name);
      fields.add(field.name);
      return field;
    },
    noQueries,
  );
  return { fields: [...fields], test };
}

const noQueries: Among<never> = () => {
  throw new TypeError('condition: a filter cannot contain a query');
};

/** @param part wraps the test of each part @throws ConditionError */
export function compileNode<S>(
  node: ConditionNode<S>,
  find: Find,
  among: Among<S>,
  part: (test: Test) => Test = (test) => test,
): Test {
  switch (node.kind) {
    case 'and': {
      const parts = node.parts.map((each) => compileNode(each, find, among, part));
      return (value, now) => parts.every((test) => test(value, now));
    }
    case 'or': {
      const parts = node.parts.map((each) => compileNode(each, find, among, part));
      return (value, now) => parts.some((test) => test(value, now));
    }
    case 'not': {
      const test = compileNode(node.part, find, among, part);
      return (value, now) => !test(value, now);
    }
    default:
      return part(compileLeaf(node, find, among));
  }
}

type Leaf<S> = Exclude<ConditionNode<S>, { readonly kind: 'and' | 'or' | 'not' }>;

function compileLeaf<S>(node: Leaf<S>, find: Find, among: Among<S>): Test {
  switch (node.kind) {
    case 'compare': {
      const field = find(node.field);
      if (node.operator !== '=' && node.operator !== '!=')
        refuseUnordered(field, node.operator, node.literal, node.position);
      const operand = readOperand(field, node.literal);
      const { operator } = node;
      return (value, now) => comparesWith(operator, operand, value(field.name), now);
    }
    case 'like':
      return compileLikeNode(find(node.field), node.literal, node.position);
    case 'in': {
      const field = find(node.field);
      const isAny = equalsAny(node.literals.map((literal) => readOperand(field, literal)));
      const { negated } = node;
      return (value, now) => isAny(value(field.name), now) !== negated;
    }
    case 'inQuery': {
      const field = find(node.field);
      const isAmong = among(node.query, field, node.position);
      const { negated } = node;
      return (value) => isAmong(value(field.name)) !== negated;
    }
  }
}

function refuseUnordered(field: Field, operator: string, literal: Literal, position: number): void {
  if (field.valueType === 'boolean')
    throw new ConditionError(`${field.name} is a boolean: use = or !=, not ${operator}`, position);
  // The platform does not store empty strings, so `''` also means blank.
  if (literal.kind === 'null' || (literal.kind === 'text' && literal.text === ''))
    throw new ConditionError(
      `${literal.kind === 'null' ? 'null' : 'An empty string'} has no order: use = or !=, not ${operator}`,
      position,
    );
}

function compileLikeNode(field: Field, literal: Literal, position: number): Test {
  if (!['text', 'picklist'].includes(valueTypes[field.valueType].comparesAs) || isId(field))
    throw new ConditionError(`LIKE compares only strings; ${field.name} is of type ${field.valueType}`, position);
  if (literal.kind !== 'text')
    throw new ConditionError("LIKE expects a string pattern, such as 'Acme%'", literal.position);
  if (patternLength(literal.text, literal.escaped) > MAX_PATTERN)
    throw new ConditionError(`A LIKE pattern may have at most ${MAX_PATTERN} characters`, literal.position);
  const like = compileLike(literal.text, literal.escaped);
  return (value) => {
    const stored = value(field.name);
    return typeof stored === 'string' && stored !== '' && like(stored);
  };
}

function findField(type: ObjectType, { name, position }: FieldName): Field {
  const field = type.field(name);
  if (field !== undefined) return field;
  if (name.includes('.'))
    throw new ConditionError(
      `"${name.slice(0, 80)}": a condition can read only fields of ${type.name}, not of its parents`,
      position,
    );
  const nearest = type.nearestField(name);
  const hint = nearest === undefined ? '' : `. Did you mean '${nearest}'?`;
  throw new ConditionError(`No such column '${name.slice(0, 80)}' on entity '${type.name}'${hint}`, position);
}
