import { hashPair } from '../../memory/hash.js';
import type { ComparedColumn } from './compared-columns.js';
import { EQUAL, NOT } from './reach.js';
import type { KeyList, ListPlan, PlannedReach } from './list-plan.js';
import { keysOfValue, wholeKey, type ValueKeys } from './value-keys.js';

/** The sides of a join that a key is for, as bits: `FILED | ASKED` is both. */
export const FILED = 1;
export const ASKED = 2;

/** Values and kinds of rows that are remembered. */
const MOST_REMEMBERED = 1 << 15;
/** Bits of the second half of a key: together with 32 others a whole number that JavaScript and SQL hold exactly. */
export const LOW_BITS = 21;

/** @param key below 2^53 */
export type TakeKey = (list: number, key: number, side: number) => void;

/** The keys of rows, by the lists of a plan. */
export class RowKeys {
  private readonly values: Map<string, ValueKeys>[];
  private readonly kinds: Map<string, Uint8Array>[];
  private readonly parts: readonly (readonly number[])[];
  private readonly isIn: Uint8Array;
  private readonly sides = new Map<number, number>();

  constructor(
    private readonly plan: ListPlan,
    private readonly columns: readonly ComparedColumn[],
  ) {
    this.values = columns.map(() => new Map<string, ValueKeys>());
    this.kinds = plan.scenarios.map(() => new Map<string, Uint8Array>());
    this.parts = plan.lists.map(({ agreement }) => [...agreement.keys()].filter((column) => agreement[column] !== NOT));
    this.isIn = new Uint8Array(plan.lists.length);
  }

  /** @param normals of a row, by column; `''` is blank */
  each(normals: readonly string[], take: TakeKey): void {
    this.isIn.fill(0);
    this.plan.scenarios.forEach((scenario, s) => {
      const lists = this.listsOf(scenario, this.kinds[s]!, normals);
      for (let n = 0; n < lists.length; n++) this.isIn[n]! |= lists[n]!;
    });
    for (let n = 0; n < this.isIn.length; n++)
      if (this.isIn[n] === 1) this.keysIn(this.plan.lists[n]!, this.parts[n]!, normals, take);
  }

  /** By list: 1 where rows like this one may have to be found by it. */
  private listsOf(
    { reach, columns, greatest }: PlannedReach,
    kinds: Map<string, Uint8Array>,
    normals: readonly string[],
  ) {
    const own = columns.map((column) => normals[column]!);
    const kind = reach.kindOf(own);
    const known = kinds.get(kind);
    if (known) return known;
    reach.setRow(own);
    const lists = Uint8Array.from(this.plan.lists, (_, n) => {
      const isFilled = this.parts[n]!.every((column) => normals[column] !== '');
      return isFilled && greatest[n]!.some((agreement) => reach.mayReach(agreement)) ? 1 : 0;
    });
    if (kinds.size >= MOST_REMEMBERED) kinds.clear();
    kinds.set(kind, lists);
    return lists;
  }

  private keysIn(
    { number, agreement }: KeyList,
    parts: readonly number[],
    normals: readonly string[],
    take: TakeKey,
  ): void {
    const keys = parts.map((column) => this.keysOf(column, agreement[column]!, normals[column]!));
    const isOneSided = keys.every(({ filed, asked }) => filed === asked);
    const filed = combined(keys.map((each) => each.filed));
    if (isOneSided) {
      if (filed.length === 1) take(number, filed[0]!, FILED | ASKED);
      else for (const key of new Set(filed)) take(number, key, FILED | ASKED);
      return;
    }
    const { sides } = this;
    sides.clear();
    for (const key of filed) sides.set(key, FILED);
    for (const key of combined(keys.map((each) => each.asked))) sides.set(key, (sides.get(key) ?? 0) | ASKED);
    for (const [key, side] of sides) take(number, key, side);
  }

  private keysOf(column: number, way: number, normal: string): ValueKeys {
    if (way === EQUAL) {
      const keys = [wholeKey(normal)];
      return { filed: keys, asked: keys };
    }
    const values = this.values[column]!;
    const known = values.get(normal);
    if (known) return known;
    if (values.size >= MOST_REMEMBERED) values.clear();
    const keys = keysOfValue(this.columns[column]!.method, normal);
    values.set(normal, keys);
    return keys;
  }
}

/** One key of each column together, in all ways. */
function combined(keys: readonly (readonly number[])[]): number[] {
  const [first, ...others] = keys;
  if (others.length === 0) return first!.map((key) => key >>> 0);
  const last = others.pop()!;
  let heads = first!;
  for (const more of others) heads = heads.flatMap((head) => more.map((key) => hashPair(head, key)));
  const all: number[] = [];
  for (const head of heads) {
    const high = (head >>> 0) * 2 ** LOW_BITS;
    for (const key of last) all.push(high + spread(key));
  }
  return all;
}

/** Some keys are no hashes, such as numbers. */
function spread(key: number): number {
  const mixed = Math.imul(key ^ (key >>> 15), 0x9e3779b1);
  return (mixed ^ (mixed >>> 16)) >>> (32 - LOW_BITS);
}
