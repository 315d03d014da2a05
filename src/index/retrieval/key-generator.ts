import type { Retrieval } from '../../matching/method.js';
import type { CandidateGenerator } from './candidate-generator.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import { KeyLists, type KeyListsImage } from '../../runtime/memory/key-lists.js';
import { ListPool } from '../../runtime/memory/list-pool.js';

export class KeyGenerator implements CandidateGenerator {
  private readonly lists: KeyLists;
  readonly flexsearchBytes = 0;

  constructor(
    private readonly retrieval: Extract<Retrieval<unknown>, { kind: 'keys' }>,
    image?: KeyListsImage,
    lists?: KeyLists,
  ) {
    this.lists = lists ?? new KeyLists(image);
  }

  probedBy(retrieval: Retrieval<unknown>): KeyGenerator {
    if (retrieval.kind !== 'keys') throw new Error('index: a key index supports only searches by keys');
    return new KeyGenerator(retrieval, undefined, this.lists);
  }

  image(): KeyListsImage {
    return this.lists.image();
  }

  add(id: number, value: unknown): void {
    for (const key of this.retrieval.keys(value)) this.lists.add(key, id);
  }

  candidates(query: unknown, into: IdCollector, above = 0): void {
    const { pool } = this.lists;
    const probes = this.retrieval.probes(query);
    this.lists.fetch(probes);
    for (let p = 0; p < probes.length; p++) {
      const head = this.lists.head(probes[p]!);
      if (head > above) into.add(head);
      else if (head < 0) {
        const page = pool.pages[ListPool.page(head)]!;
        const start = ListPool.start(head);
        // Iterates backwards, because the newest values are at the end of a list.
        for (let i = start + pool.length(head) - 1; i >= start && page[i]! > above; i--) into.add(page[i]!);
      }
    }
  }

  count(query: unknown): number {
    const probes = this.retrieval.probes(query);
    this.lists.fetch(probes);
    let count = 0;
    for (let p = 0; p < probes.length; p++) count += this.lists.pool.length(this.lists.head(probes[p]!));
    return count;
  }

  get bytes(): number {
    return this.lists.bytes;
  }
}
