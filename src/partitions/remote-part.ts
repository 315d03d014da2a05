import { PartUnavailableError, type IndexPart, type PartAnswer, type PartQuery } from '../index/parts/index-part.js';
import { shownPartition, type Partition } from '../index/parts/partition.js';
import type { PartClient } from './part-client.js';
import type { PartDirectory, PartNode } from './part-directory.js';

/** Milliseconds in which a node answers, where another one could. */
const PATIENCE_MS = 2_000;
/** The same, where no other one is left: a late answer is better than none. */
const LAST_PATIENCE_MS = 6_000;
/** Milliseconds for which a node that did not answer is asked last. */
const SUSPECT_MS = 5_000;

/** What became of the questions to other parts, for metrics. */
export interface PartCounts {
  /** Questions asked. */
  asked: number;
  /** Those that were asked once more. */
  retried: number;
  /** Those that nobody answered. */
  failed: number;
}

export interface RemotePartParts {
  readonly client: Pick<PartClient, 'ask'>;
  readonly directory: Pick<PartDirectory, 'nodesOf' | 'look'>;
  readonly counts: PartCounts;
  /** Nodes that did not answer, and until when they are asked last. */
  readonly suspects: Map<string, number>;
  readonly trouble: (message: string) => void;
}

/** A part of an object's index on other nodes: one of them is asked, and where it does not answer once a twin of it. */
export class RemotePart implements IndexPart {
  constructor(
    private readonly parts: RemotePartParts,
    private readonly partition: Partition,
    private readonly objectType: string,
    private readonly digest: (scenarioIds: readonly string[]) => string,
  ) {}

  async ask({ scenarios, ...query }: PartQuery): Promise<PartAnswer> {
    const { client, directory, counts } = this.parts;
    const { objectType, partition } = this;
    counts.asked++;
    const scenarioIds = scenarios.map(({ id }) => id);
    const question = { ...query, objectType, scenarioIds, digest: this.digest(scenarioIds) };
    if (directory.nodesOf(partition.part).length === 0) await directory.look().catch(() => undefined);
    const first = this.#choose();
    if (first !== undefined) {
      try {
        return await client.ask(first, question, this.#patienceWith(first));
      } catch (error) {
        this.#suspect(first, error);
        // A connection that the other end has just closed is no reason to give up the only node.
        const second = this.#choose(first) ?? (isQuick(error) ? first : undefined);
        if (second !== undefined) {
          counts.retried++;
          try {
            return await client.ask(second, question, this.#patienceWith(second, true));
          } catch (again) {
            this.#suspect(second, again);
          }
        }
      }
    }
    counts.failed++;
    throw new PartUnavailableError(`part ${shownPartition(partition)} of the index does not answer`);
  }

  /** Milliseconds. A node that has just failed to answer is not waited for long, even if it is the only one. */
  #patienceWith({ node }: PartNode, isLast = this.#others(node).length === 0): number {
    return isLast && !this.#isSuspect(node) ? LAST_PATIENCE_MS : PATIENCE_MS;
  }

  /** Any of those that answered last; else any of the others. */
  #choose(except?: PartNode): PartNode | undefined {
    const nodes = this.#others(except?.node);
    const trusted = nodes.filter(({ node }) => !this.#isSuspect(node));
    const from = trusted.length > 0 ? trusted : nodes;
    return from[Math.floor(Math.random() * from.length)];
  }

  #others(except: string | undefined): readonly PartNode[] {
    return this.parts.directory.nodesOf(this.partition.part).filter(({ node }) => node !== except);
  }

  #isSuspect(node: string): boolean {
    return (this.parts.suspects.get(node) ?? 0) > performance.now();
  }

  #suspect({ node, address }: PartNode, error: unknown): void {
    const { suspects, trouble } = this.parts;
    const now = performance.now();
    if (!this.#isSuspect(node))
      trouble(`part ${shownPartition(this.partition)} at ${address}: ${(error as Error).message}`);
    for (const [known, until] of suspects) if (until <= now) suspects.delete(known);
    suspects.set(node, now + SUSPECT_MS);
  }
}

/** Whether a connection broke, rather than that nothing came in time, or a refusal. */
function isQuick(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
