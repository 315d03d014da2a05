import { SortedPages, type SortedPagesImage } from '../runtime/memory/sorted-pages.js';
import { joinId, numberOf, numbersAbove, seriesOf } from './record-key.js';

/** Records whose Ids begin with the same ten characters. See `record-key.ts`. */
export interface Series {
  readonly index: number;
  readonly name: string;
  /** Address in the arena by number in the series, 0 if there is no record. */
  readonly addresses: SortedPages;
  /** All types that the series' records have ever had. Usually there is one. */
  readonly types: Set<string>;
}

export interface SeriesTableImage {
  readonly series: readonly {
    readonly name: string;
    readonly types: readonly string[];
    readonly addresses: SortedPagesImage;
  }[];
}

/** Addresses in the arena by record Id, in four bytes per record if Ids are dense. */
export class SeriesTable {
  readonly #series: Series[] = [];
  readonly #byName = new Map<string, Series>();

  /** @param image its arrays are used without copying */
  constructor(image?: SeriesTableImage) {
    for (const { name, types, addresses } of image?.series ?? []) this.#add(name, new SortedPages(addresses), types);
  }

  image(): SeriesTableImage {
    return {
      series: this.#series.map(({ name, types, addresses }) => ({
        name,
        types: [...types],
        addresses: addresses.image(),
      })),
    };
  }

  get bytes(): number {
    return this.#series.reduce((sum, { addresses }) => sum + addresses.bytes, 0);
  }

  at(index: number): Series {
    return this.#series[index]!;
  }

  named(name: string): Series {
    return this.#byName.get(name) ?? this.#add(name, new SortedPages(), []);
  }

  #add(name: string, addresses: SortedPages, types: readonly string[]): Series {
    const series = { index: this.#series.length, name, addresses, types: new Set(types) };
    this.#series.push(series);
    this.#byName.set(name, series);
    return series;
  }

  /** Returns the series of an Id, which may be any string, or `undefined` if there is no such series. */
  find(id: string): Series | undefined {
    return numberOf(id) < 0 ? undefined : this.#byName.get(seriesOf(id));
  }

  /** Returns the address of an Id's record, or 0 if there is no such record. The Id may be any string. */
  addressOf(id: string): number {
    return this.find(id)?.addresses.get(numberOf(id)) ?? 0;
  }

  /** Counts a type's Ids that are lower than `id`. @param isOf called only for series with records of several types */
  countBelow(type: string, id: string, isOf: (address: number) => boolean): number {
    let count = 0;
    for (const { name, addresses, types } of this.#ordered(type)) {
      if (name > seriesOf(id)) break;
      const end = name === seriesOf(id) ? numberOf(id) : Infinity;
      if (types.size === 1) count += addresses.countBelow(end);
      else for (const number of addresses.numbers()) if (number < end && isOf(addresses.get(number))) count++;
    }
    return count;
  }

  idAt(type: string, rank: number, isOf: (address: number) => boolean): string | undefined {
    let rest = rank;
    for (const { name, addresses, types } of this.#ordered(type)) {
      if (types.size === 1) {
        const number = addresses.numberAt(rest);
        if (number !== undefined) return joinId(name, number);
        rest -= addresses.countBelow(Infinity);
      } else
        for (const number of addresses.numbers())
          if (isOf(addresses.get(number)) && rest-- === 0) return joinId(name, number);
    }
    return undefined;
  }

  names(): string[] {
    return this.#ordered().map(({ name }) => name);
  }

  #ordered(type?: string): Series[] {
    const series = this.#series.filter(({ types }) => type === undefined || types.has(type));
    return series.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Iterates, in Id order, over the Ids that have an address. The table may change during the iteration. Each Id that
   * is not removed is visited exactly once.
   * @param type only series that ever had a record of this type
   * @param after the last Id to skip
   */
  *entries(type?: string, after = ''): Iterable<{ id: string; address: number }> {
    for (const { name, addresses } of this.#ordered(type)) {
      const from = numbersAbove(after, name);
      if (from === undefined) continue;
      for (const number of addresses.numbers(from)) yield { id: joinId(name, number), address: addresses.get(number) };
    }
  }
}
