import { ConditionError } from '../../records/condition/condition.js';
import { compileNode, PartResults, type Test } from '../../records/condition/compile-condition.js';
import type { ConditionNode, FieldName } from '../../records/condition/condition-tree.js';
import { MOST } from '../../store/config/config-limits.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import { childRelationships, type ChildRelationship } from '../../records/child-relationships.js';
import { isDeletedField, readableField } from '../../records/is-deleted-field.js';
import { nameHint } from '../../records/nearest-name.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { FieldValue } from '../../records/record.js';
import { isSortable } from '../../records/sortable.js';
import { dateFunctions } from './query-date-functions.js';
import { QueryError } from './query-error.js';
import { isAggregate, type QueryAggregate, type QueryNode, type SelectItem } from './query-tree.js';

/** A value read from a record or one of its parents. */
export interface Column {
  /** Key in conditions, in declared spelling: `Account.Owner.Name`, `CALENDAR_YEAR(CreatedDate)`. */
  readonly key: string;
  /** References that lead from the record to the record with the field. */
  readonly steps: readonly Field[];
  readonly field: Field;
  /** Name of a date function applied to the value. */
  readonly call: string | undefined;
}

export interface AggregateColumn {
  readonly key: string;
  readonly aggregate: QueryAggregate;
  readonly of: Column;
}

export type Output =
  | {
      readonly kind: 'value';
      readonly column: Column;
      /** Replaces the field's name in the output. */
      readonly alias?: string | undefined;
    }
  | { readonly kind: 'children'; readonly relationship: ChildRelationship; readonly query: CompiledQuery }
  | {
      readonly kind: 'typeof';
      readonly reference: Column;
      readonly whens: ReadonlyMap<string, readonly Column[]>;
      readonly otherwise: readonly Column[];
    };

interface GroupedOutput {
  readonly name: string;
  readonly of: Column | AggregateColumn;
}

export interface Grouped {
  readonly groups: readonly Column[];
  readonly aggregates: readonly AggregateColumn[];
  readonly outputs: readonly GroupedOutput[];
  readonly having: Test | undefined;
}

interface InQuery {
  readonly query: CompiledQuery;
  readonly values: Set<string>;
}

export interface OrderColumn {
  readonly of: Column | AggregateColumn;
  readonly isDescending: boolean;
  readonly areBlanksLast: boolean;
}

export interface Conjunct {
  readonly column: Column;
  readonly node: Extract<ConditionNode<QueryNode>, { readonly field: FieldName }>;
  readonly values?: ReadonlySet<string>;
}

export interface CompiledQuery {
  readonly type: ObjectType;
  readonly isCount: boolean;
  readonly isMine: boolean;
  readonly outputs: readonly Output[];
  /** Absent if each row is a record. */
  readonly grouped: Grouped | undefined;
  /** Conditions on single fields that must all be true. */
  readonly conjuncts: readonly Conjunct[];
  readonly test: Test | undefined;
  /** Results of the parts of `test`, whose evaluation may pause. */
  readonly results: PartResults;
  /** Columns by their key in conditions. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly inQueries: readonly InQuery[];
  readonly orderBy: readonly OrderColumn[];
  readonly limit: number | undefined;
  readonly offset: number;
}

const invalidField = (reason: string, at: number) => new QueryError('INVALID_FIELD', reason, at);
const malformed = (reason: string, at: number) => new QueryError('MALFORMED_QUERY', reason, at);

/** Maximum LIMIT of a query that selects all fields, as on the platform. */
const MOST_ALL_FIELDS = 200;

/**
 * Resolves the names in a query.
 * @param registry without the objects hidden from the caller
 * @throws QueryError with the platform's code and the position of the fault
 */
export function compileQuery(node: QueryNode, registry: ObjectRegistry): CompiledQuery {
  const type = objectOf(node.from, registry);
  try {
    return new QueryCompiler(node, type, registry).compile();
  } catch (error) {
    if (error instanceof ConditionError) throw invalidField(error.message, error.position);
    throw error;
  }
}

function objectOf({ name, position }: FieldName, registry: ObjectRegistry): ObjectType {
  const type = registry.byName(name);
  if (type !== undefined) return type;
  const names = registry.types.map((one) => one.name);
  throw new QueryError(
    'INVALID_TYPE',
    `sObject type '${shorten(name)}' is not supported${nameHint(name, names)}`,
    position,
  );
}

class QueryCompiler {
  readonly #columns = new Map<string, Column>();
  readonly #inQueries: InQuery[] = [];
  readonly #conjuncts: Conjunct[] = [];
  readonly #results = new PartResults();
  readonly #valuesOf = new Map<QueryNode, ReadonlySet<string>>();
  readonly #aliases = new Map<string, string>();

  constructor(
    private readonly node: QueryNode,
    private readonly type: ObjectType,
    private readonly registry: ObjectRegistry,
  ) {
    const { alias, aliases } = node;
    this.#aliases.set(type.name.toLowerCase(), '');
    if (alias !== undefined) this.#aliases.set(alias.name.toLowerCase(), '');
    for (const one of aliases) this.#aliases.set(one.alias.name.toLowerCase(), this.#withoutAlias(one.path.name));
  }

  compile(): CompiledQuery {
    const { node, type } = this;
    const { items, limit, offset = 0, isCount, isMine, where } = node;
    if (offset > MOST.queryOffset)
      throw new QueryError(
        'NUMBER_OUTSIDE_VALID_RANGE',
        `Maximum SOQL offset allowed is ${MOST.queryOffset}`,
        node.position,
      );
    if (isMine && type.field('OwnerId') === undefined)
      throw invalidField(`${type.name} has no owner, which USING SCOPE mine requires`, node.position);
    const part = (one: Test) => this.#results.part(one);
    const test = where && this.#test(where, (name) => this.#column(name), part);
    if (where !== undefined) this.#addConjuncts(where);
    const isGrouped =
      node.groupBy.length > 0 ||
      node.having !== undefined ||
      items.some((item) => item.kind === 'field' && isAggregate(item.field.call));
    const grouped = isGrouped ? this.#grouped() : undefined;
    return {
      ...{ type, isCount, isMine, test, grouped, conjuncts: this.#conjuncts, results: this.#results },
      outputs: isGrouped ? [] : this.#outputs(),
      columns: this.#columns,
      inQueries: this.#inQueries,
      orderBy: grouped?.orderBy ?? node.orderBy.map((item) => ({ ...item, of: this.#sortColumn(item.field) })),
      limit,
      offset,
    };
  }

  #test(
    condition: ConditionNode<QueryNode>,
    find: (name: FieldName) => Column | AggregateColumn,
    part?: (test: Test) => Test,
  ): Test {
    return compileNode(
      condition,
      (name) => {
        const found = find(name);
        return { ...fieldOf(found), name: found.key };
      },
      (query, field, position) => this.#among(query, field, position),
      part,
    );
  }

  #among(node: QueryNode, field: Field, position: number): (value: FieldValue) => boolean {
    if (!isKey(field))
      throw new ConditionError(`${field.name} is not an Id: a query in a condition can only return Ids`, position);
    const query = compileQuery(node, this.registry);
    const [output] = query.outputs;
    if (query.outputs.length !== 1 || output?.kind !== 'value' || !isKey(output.column.field))
      throw new ConditionError(
        'A query in a condition must select exactly one field: an Id or a reference',
        node.position,
      );
    if (this.#inQueries.length === MOST.queriesInConditions)
      throw new ConditionError(`Conditions can contain at most ${MOST.queriesInConditions} queries`, position);
    const values = new Set<string>();
    this.#inQueries.push({ query, values });
    this.#valuesOf.set(node, values);
    return (value) => typeof value === 'string' && values.has(value);
  }

  #addConjuncts(node: ConditionNode<QueryNode>): void {
    if ('parts' in node) {
      if (node.kind === 'and') for (const part of node.parts) this.#addConjuncts(part);
      return;
    }
    if (node.kind === 'not') return;
    const values = node.kind === 'inQuery' ? this.#valuesOf.get(node.query) : undefined;
    this.#conjuncts.push({ column: this.#column(node.field), node, ...(values && { values }) });
  }

  #outputs(): Output[] {
    const outputs: Output[] = [];
    const met = new Set<string>();
    for (const item of this.node.items)
      for (const output of this.#output(item)) {
        const key = keyOf(output);
        // Check immediately, because a field named a thousand times would produce a thousand outputs.
        if (met.has(key)) throw invalidField(`duplicate field selected: ${key}`, placeOf(item));
        met.add(key);
        outputs.push(output);
      }
    return outputs;
  }

  #output(item: SelectItem): Output[] {
    switch (item.kind) {
      case 'field': {
        if (item.alias !== undefined && item.field.isShown !== true)
          throw malformed('only aggregate expressions use field aliasing', item.alias.position);
        return [{ kind: 'value', column: this.#column(item.field), alias: item.alias?.name }];
      }
      case 'fields':
        return this.#allFields(item.which, item.position);
      case 'children':
        return [this.#children(item.query, item.position)];
      case 'typeof':
        return [this.#typeOf(item)];
    }
  }

  #allFields(which: 'ALL' | 'STANDARD' | 'CUSTOM', position: number): Output[] {
    const { limit = Infinity } = this.node;
    if (which !== 'STANDARD' && limit > MOST_ALL_FIELDS)
      throw malformed(`The SOQL FIELDS function must have a LIMIT of at most ${MOST_ALL_FIELDS}`, position);
    return [...this.type.fields, isDeletedField]
      .filter(({ isCustom }) => which === 'ALL' || isCustom === (which === 'CUSTOM'))
      .map((field) => ({ kind: 'value', column: this.#known({ key: field.name, steps: [], field, call: undefined }) }));
  }

  #children(query: QueryNode, position: number): Output {
    const { type, registry } = this;
    const named = this.#withoutAlias(query.from.name);
    const relationships = childRelationships(registry, type).filter(({ name }) => name !== null);
    const relationship = relationships.find(({ name }) => name!.toLowerCase() === named.toLowerCase());
    if (relationship === undefined) {
      const names = relationships.map(({ name }) => name!);
      throw new QueryError(
        'INVALID_TYPE',
        `Didn't understand relationship '${shorten(query.from.name)}' in FROM part of query call` +
          nameHint(named, names),
        query.from.position,
      );
    }
    const from = { name: relationship.child.name, position: query.from.position };
    const compiled = compileQuery({ ...query, from }, registry);
    if (compiled.grouped !== undefined || compiled.isCount)
      throw malformed('Aggregates are not supported in a query for children', position);
    return { kind: 'children', relationship, query: compiled };
  }

  #typeOf({ field, whens, otherwise }: Extract<SelectItem, { kind: 'typeof' }>): Output {
    const path = this.#withoutAlias(field.name);
    const reference = this.type.relationship(path);
    if (reference?.referenceTo === undefined || reference.referenceTo.length < 2)
      throw invalidField(`TYPEOF requires the relationship name of a reference to several objects`, field.position);
    const byType = whens.map(({ type, fields }): [string, Column[]] => {
      const target = objectOf(type, this.registry);
      return [target.name, fields.map((one) => this.#ofTarget(one, target))];
    });
    const shared = this.#targets(reference)[0]!;
    return {
      kind: 'typeof',
      reference: this.#known({ key: reference.name, steps: [], field: reference, call: undefined }),
      whens: new Map(byType),
      otherwise: otherwise.map((one) => this.#ofTarget(one, shared)),
    };
  }

  #ofTarget({ name, position }: FieldName, target: ObjectType): Column {
    const field = readableField(target, name);
    if (field === undefined) throw invalidField(unknownField(target, name), position);
    return { key: field.name, steps: [], field, call: undefined };
  }

  #grouped(): Grouped & { orderBy: OrderColumn[] } {
    const { node } = this;
    const groups = node.groupBy.map((name) => this.#column(name));
    const aggregates = new Map<string, AggregateColumn>();
    const aliased = new Map<string, Column | AggregateColumn>();
    const read = (name: FieldName): Column | AggregateColumn => {
      if (name.call === undefined && aliased.has(name.name.toLowerCase())) return aliased.get(name.name.toLowerCase())!;
      if (isAggregate(name.call)) {
        const column = this.#aggregate(name, name.call);
        if (!aggregates.has(column.key)) aggregates.set(column.key, column);
        return aggregates.get(column.key)!;
      }
      const column = this.#column(name);
      if (!groups.includes(column))
        throw malformed(`Field must be grouped or aggregated: ${column.key}`, name.position);
      return column;
    };
    let unnamed = 0;
    const outputs = node.items.map((item): GroupedOutput => {
      if (item.kind !== 'field')
        throw malformed('Grouped queries can select only fields and aggregates', placeOf(item));
      const of = read(item.field);
      if (item.alias !== undefined) aliased.set(item.alias.name.toLowerCase(), of);
      const isNamed = item.alias !== undefined || ('steps' in of && of.call === undefined);
      return { name: item.alias?.name ?? (isNamed ? fieldOf(of).name : `expr${unnamed++}`), of };
    });
    const having = node.having && this.#test(node.having, read);
    const orderBy = node.orderBy.map((item) => ({ ...item, of: read(item.field) }));
    return { groups, aggregates: [...aggregates.values()], outputs, having, orderBy };
  }

  #aggregate(name: FieldName, aggregate: QueryAggregate): AggregateColumn {
    const of = this.#column({ name: name.name, position: name.position });
    const { valueType } = of.field;
    const isNumber = ['integer', 'number', 'currency', 'percent'].includes(valueType);
    const isMisused =
      aggregate === 'SUM' || aggregate === 'AVG'
        ? !isNumber
        : (aggregate === 'MIN' || aggregate === 'MAX') && (valueType === 'boolean' || valueType === 'textarea');
    if (isMisused) throw malformed(`field ${of.key} does not support aggregate operator ${aggregate}`, name.position);
    return { key: `${aggregate}(${of.key})`, aggregate, of };
  }

  #sortColumn(name: FieldName): Column {
    const column = this.#column(name);
    if (column.field.type !== 'formula' && column.call === undefined && !isSortable(column.field))
      throw invalidField(`field '${column.key}' can not be sorted in a query call`, name.position);
    return column;
  }

  #column({ name, call, position }: FieldName): Column {
    if (isAggregate(call))
      throw malformed(`${call}: aggregates are allowed only in SELECT, HAVING and ORDER BY`, position);
    const path = this.#withoutAlias(name).split('.');
    if (path.length > MOST.queryPath + 1)
      throw invalidField(`A path can have at most ${MOST.queryPath} relationships`, position);
    const steps: Field[] = [];
    let types: readonly ObjectType[] = [this.type];
    for (const step of path.slice(0, -1)) {
      const reference = types.map((type) => type.relationship(step)).find((field) => field !== undefined);
      if (reference === undefined)
        throw invalidField(
          `Didn't understand relationship '${shorten(step)}' in field path. ` +
            "If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name",
          position,
        );
      steps.push(reference);
      types = this.#targets(reference);
    }
    const last = path.at(-1)!;
    const field = types.map((type) => readableField(type, last)).find((one) => one !== undefined);
    if (field === undefined) throw invalidField(unknownField(types[0] ?? this.type, last), position);
    const written = [...steps.map(({ relationshipName }) => relationshipName!), field.name].join('.');
    if (call !== undefined && field.valueType !== 'date' && field.valueType !== 'datetime')
      throw invalidField(`${call} requires a date or a datetime; ${written} is neither`, position);
    return this.#known({ key: call === undefined ? written : `${call}(${written})`, steps, field, call });
  }

  #known(column: Column): Column {
    const known = this.#columns.get(column.key);
    if (known === undefined) this.#columns.set(column.key, column);
    return known ?? column;
  }

  #targets({ referenceTo = [] }: Field): ObjectType[] {
    return referenceTo.flatMap((name) => this.registry.byName(name) ?? []);
  }

  #withoutAlias(path: string): string {
    const [first, ...rest] = path.split('.') as [string, ...string[]];
    const meant = rest.length === 0 ? undefined : this.#aliases.get(first.toLowerCase());
    if (meant === undefined) return path;
    return [...(meant === '' ? [] : [meant]), ...rest].join('.');
  }
}

function keyOf(output: Output): string {
  if (output.kind === 'value') return output.alias ?? output.column.key;
  return output.kind === 'children' ? output.relationship.name! : `TYPEOF ${output.reference.key}`;
}

/** Returns the field that conditions use. The field's type is numeric for counts and date parts. */
function fieldOf(of: Column | AggregateColumn): Field {
  if ('steps' in of) {
    if (of.call === undefined) return of.field;
    const [first] = [dateFunctions.get(of.call)!(new Date(0))];
    return { ...of.field, valueType: typeof first === 'number' ? 'integer' : 'date' };
  }
  if (of.aggregate === 'MIN' || of.aggregate === 'MAX') return fieldOf(of.of);
  return { ...of.of.field, valueType: 'number' };
}

function isKey({ name, valueType }: Field): boolean {
  return valueType === 'reference' || name === 'Id' || name.endsWith('.Id');
}

function placeOf(item: SelectItem | undefined): number {
  if (item === undefined) return 0;
  return 'position' in item ? item.position : item.field.position;
}
