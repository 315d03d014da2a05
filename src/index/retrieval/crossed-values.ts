import type { Crossed, MatchMethod, Similarity } from '../../matching/method.js';
import { IdCollector } from '../../runtime/memory/id-collector.js';
import type { ValueDictionary } from './similar-value-search.js';
import { BulkKeys, QUERY, STORED } from './bulk-keys.js';

type TakePair = (lower: number, higher: number, similarity: Similarity) => void;

/** List n, from 1, has the members from `starts[n]` up to, but not including, `starts[n + 1]`. */
interface Lists {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/**
 * Self-join of values with two parts that are similar only crosswise (swapped names): the first part of each is similar
 * to the second part of the other. For each first part, lists the values with a similar second part, grouped by their
 * own first parts. Each value with that first part is compared with the listed values that may be similar to it. First
 * parts with few similar parts come first, so that initials, which are similar to many parts, rarely cause a search.
 */
export class CrossedValues {
  private readonly crossed: Crossed;
  private readonly texts: string[] = [''];
  private readonly prepared: unknown[] = [];
  private readonly firsts: Int32Array;
  private readonly seconds: Int32Array;

  constructor(
    private readonly method: MatchMethod,
    dictionary: ValueDictionary,
  ) {
    this.crossed = method.crossed!;
    const numbers = new Map<string, number>();
    const numberOf = (text: string): number => {
      let number = numbers.get(text);
      if (number === undefined) {
        number = this.texts.push(text) - 1;
        numbers.set(text, number);
      }
      return number;
    };
    this.firsts = new Int32Array(dictionary.size + 1);
    this.seconds = new Int32Array(dictionary.size + 1);
    for (let value = 1; value <= dictionary.size; value++) {
      const [one, two] = this.crossed.split(dictionary.text(value));
      this.firsts[value] = numberOf(one);
      this.seconds[value] = numberOf(two);
    }
  }

  pairs(take: TakePair): void {
    const { firsts, seconds, texts } = this;
    const count = texts.length;
    const byFirst = listsOf(firsts, count);
    const alike = this.secondsAlike(byFirst, listsOf(seconds, count));
    const order = this.cheapestFirst(alike);
    const ranks = new Int32Array(count);
    order.forEach((first, rank) => (ranks[first] = rank));
    const bySecond = listsOf(seconds, count, inOrder(byFirst, order));
    const alikeFirsts = inverse(alike, order);
    const marked = new MarkedValues(count, firsts.length);
    for (const [rank, first] of order.entries()) {
      for (let at = alike.starts[first]!; at < alike.starts[first + 1]!; at++) {
        const second = alike.members[at]!;
        for (let n = bySecond.starts[second + 1]! - 1; n >= bySecond.starts[second]!; n--) {
          const part = firsts[bySecond.members[n]!]!;
          if (ranks[part]! < rank) break;
          marked.add(first, part, bySecond.members[n]!);
        }
      }
      for (let at = byFirst.starts[first]!; at < byFirst.starts[first + 1]!; at++) {
        const value = byFirst.members[at]!;
        const second = seconds[value]!;
        const meet = this.meeting(value, take);
        for (let n = alikeFirsts.starts[second + 1]! - 1; n >= alikeFirsts.starts[second]!; n--) {
          const part = alikeFirsts.members[n]!;
          if (ranks[part]! < rank) break;
          marked.each(first, part, meet);
        }
      }
    }
  }

  /** A pair whose values have the same first part is found twice, so one of the two results is ignored. */
  private meeting(value: number, take: TakePair): (other: number) => void {
    let whole: unknown;
    return (other) => {
      if (this.firsts[other] === this.firsts[value] && other <= value) return;
      whole ??= this.wholeOf(value);
      const similarity = this.method.compare(whole, this.wholeOf(other));
      if (similarity > 0) take(Math.min(value, other), Math.max(value, other), similarity);
    };
  }

  /** Orders first parts by the number of values whose second part is similar, ascending. */
  private cheapestFirst(alike: Lists): Int32Array {
    const values = new Int32Array(this.texts.length);
    for (const second of this.seconds) values[second]!++;
    const costs = new Float64Array(this.texts.length);
    for (let first = 1; first < costs.length; first++)
      for (let at = alike.starts[first]!; at < alike.starts[first + 1]!; at++)
        costs[first]! += values[alike.members[at]!]!;
    const firsts = Int32Array.from(costs.keys()).filter((first) => first > 0);
    return firsts.sort((a, b) => costs[a]! - costs[b]! || a - b);
  }

  private wholeOf(value: number): unknown {
    const first = this.firsts[value]!;
    const second = this.seconds[value]!;
    return this.crossed.assemble(this.preparedOf(first), this.preparedOf(second));
  }

  private secondsAlike(byFirst: Lists, bySecond: Lists): Lists {
    const { texts, crossed } = this;
    const keys = new BulkKeys(crossed.part.retrieval, undefined, false);
    for (let part = 1; part < texts.length; part++) {
      const roles = (isListed(bySecond, part) ? STORED : 0) | (isListed(byFirst, part) ? QUERY : 0);
      keys.add(part, this.preparedOf(part), roles);
    }
    const collector = new IdCollector();
    const starts = new Int32Array(texts.length + 1);
    let members = new Int32Array(1 << 10);
    let count = 0;
    for (let part = 1; part < texts.length; part++) {
      starts[part] = count;
      if (!isListed(byFirst, part)) continue;
      const query = this.preparedOf(part);
      collector.clear();
      keys.joined(part, collector);
      for (let i = 0; i < collector.count; i++) {
        const other = collector.ids[i]!;
        if (crossed.part.compare(query, this.preparedOf(other)) === 0) continue;
        if (count === members.length) {
          const larger = new Int32Array(2 * count);
          larger.set(members);
          members = larger;
        }
        members[count++] = other;
      }
    }
    starts[texts.length] = count;
    return { starts, members: members.subarray(0, count) };
  }

  private preparedOf(part: number): unknown {
    return (this.prepared[part] ??= this.crossed.part.prepare(this.texts[part]!));
  }
}

/** Lists of values by first part, valid only if marked for the current first part, so that they need no clearing. */
class MarkedValues {
  private readonly marks: Int32Array;
  private readonly heads: Int32Array;
  private readonly next: Int32Array;

  constructor(parts: number, values: number) {
    this.marks = new Int32Array(parts);
    this.heads = new Int32Array(parts);
    this.next = new Int32Array(values);
  }

  add(first: number, part: number, value: number): void {
    const { marks, heads, next } = this;
    next[value] = marks[part] === first ? heads[part]! : 0;
    marks[part] = first;
    heads[part] = value;
  }

  each(first: number, part: number, take: (value: number) => void): void {
    if (this.marks[part] !== first) return;
    for (let value = this.heads[part]!; value !== 0; value = this.next[value]!) take(value);
  }
}

/** @param numberOf number of each member's list, from 1 @param count greater than all list numbers */
function listsOf(numberOf: Int32Array, count: number, order?: Int32Array): Lists {
  const starts = new Int32Array(count + 1);
  for (let member = 1; member < numberOf.length; member++) starts[numberOf[member]! + 1]!++;
  for (let number = 1; number <= count; number++) starts[number]! += starts[number - 1]!;
  const next = starts.slice();
  const members = new Int32Array(numberOf.length - 1);
  for (let i = 0; i < members.length; i++) {
    const member = order ? order[i]! : i + 1;
    members[next[numberOf[member]!]!++] = member;
  }
  return { starts, members };
}

function inOrder({ starts, members }: Lists, order: Int32Array): Int32Array {
  const all = new Int32Array(members.length);
  let count = 0;
  for (const number of order)
    for (let at = starts[number]!; at < starts[number + 1]!; at++) all[count++] = members[at]!;
  return all;
}

/** Returns for each member the lists that contain it, in the given order. */
function inverse({ starts, members }: Lists, order: Int32Array): Lists {
  const inverted = new Int32Array(starts.length);
  for (const member of members) inverted[member + 1]!++;
  for (let number = 1; number < inverted.length; number++) inverted[number]! += inverted[number - 1]!;
  const next = inverted.slice();
  const numbers = new Int32Array(members.length);
  for (const number of order)
    for (let at = starts[number]!; at < starts[number + 1]!; at++) numbers[next[members[at]!]!++] = number;
  return { starts: inverted, members: numbers };
}

function isListed({ starts }: Lists, number: number): boolean {
  return starts[number + 1]! > starts[number]!;
}
