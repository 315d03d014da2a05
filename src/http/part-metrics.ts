import { Counter, Gauge, type Registry } from 'prom-client';

/** What a node with a part of the indexes counts. */
export interface PartitionedCounts {
  readonly counts: { readonly asked: number; readonly retried: number; readonly failed: number };
  readonly missing: readonly number[];
}

/** Adds what a node with a part of the indexes counts to its metrics. */
export function partMetrics(registry: Registry, node: PartitionedCounts): void {
  const registers = [registry];
  const counter = (name: string, help: string, count: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(count());
      },
    });
  };
  const { counts } = node;
  counter('likeness_parts_asked_total', 'Questions to other parts of the indexes', () => counts.asked);
  counter('likeness_parts_retried_total', 'Those that were asked a second time', () => counts.retried);
  counter('likeness_parts_failed_total', 'Those that nobody answered', () => counts.failed);
  new Gauge({
    name: 'likeness_parts_missing',
    help: 'Parts of the indexes of which no node is known',
    registers,
    collect() {
      this.set(node.missing.length);
    },
  });
}
