import type { StoredRecord } from '../../src/records/record.js';

/** Acknowledged changes. After an interrupted request, the old and the new state are accepted. */
export class Acknowledged {
  readonly #stored = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #titles = new Map<string, { least: number; most: number }>();

  created(id: string): void {
    this.#stored.add(id);
  }

  /** A deletion was sent. Until the response, the old and the new state are accepted. */
  deleting(id: string): void {
    this.#stored.delete(id);
  }

  deleted(id: string): void {
    this.#deleted.add(id);
  }

  /** @returns the number to send as the record's title */
  nextTitle(id: string): number {
    const title = this.#titles.get(id) ?? { least: 0, most: 0 };
    this.#titles.set(id, title);
    return ++title.most;
  }

  titled(id: string, number: number): void {
    this.#titles.get(id)!.least = number;
  }

  get size(): number {
    return this.#stored.size + this.#deleted.size + this.#titles.size;
  }

  /** @returns one line for each lost change or restored record */
  faults(get: (id: string) => StoredRecord | undefined): string[] {
    const faults: string[] = [];
    for (const id of this.#stored) if (get(id) === undefined) faults.push(`${id}: was created, but is lost`);
    for (const id of this.#deleted) if (get(id) !== undefined) faults.push(`${id}: was deleted, but is still stored`);
    for (const [id, { least, most }] of this.#titles) {
      const found = Number(get(id)?.fields['Title'] ?? 0);
      if (!(found >= least && found <= most))
        faults.push(`${id}: update ${least} was acknowledged, ${found} is stored`);
    }
    return faults;
  }
}
