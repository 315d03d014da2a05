import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Partition } from '../index/parts/partition.js';
import type { OwnPart } from '../service/partition/own-part.js';
import type { Partitioning } from '../service/partition/partitioning.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { wrappedSecrets } from '../store/wrapped-secrets.js';
import { PartClient } from './part-client.js';
import { PartDirectory } from './part-directory.js';
import { PartServer } from './part-server.js';
import { RemotePart, type PartCounts } from './remote-part.js';
import { SealedMessages } from './sealed-messages.js';

export interface PartitionedNodeOptions {
  readonly database: NodeDatabase;
  readonly partition: Partition;
  readonly trouble: (message: string) => void;
}

/** A node with one part of the indexes: asks the others, and answers them. */
export class PartitionedNode implements Partitioning {
  readonly counts: PartCounts = { asked: 0, retried: 0, failed: 0 };
  readonly partition: Partition;
  /** By which the others know this process. */
  readonly #node = randomUUID();
  readonly #client: PartClient;
  readonly #suspects = new Map<string, number>();
  #server: PartServer | undefined;

  private constructor(
    private readonly options: PartitionedNodeOptions,
    private readonly directory: PartDirectory,
    private readonly messages: SealedMessages,
  ) {
    this.partition = options.partition;
    this.#client = new PartClient(messages);
  }

  static async open(options: PartitionedNodeOptions): Promise<PartitionedNode> {
    const directory = new PartDirectory(options.database, options.partition);
    return new PartitionedNode(options, directory, new SealedMessages(await directory.secret(wrappedSecrets())));
  }

  others(objectType: string, digest: (scenarioIds: readonly string[]) => string): RemotePart[] {
    const { directory, counts, options } = this;
    const { parts } = this.partition;
    const common = { client: this.#client, directory, counts, suspects: this.#suspects, trouble: options.trouble };
    return Array.from({ length: parts }, (_, part) => new RemotePart(common, { part, parts }, objectType, digest));
  }

  /** Parts, from 0, of which no node is known. */
  get missing(): readonly number[] {
    return this.directory.missing;
  }

  /**
   * Answers the others from now on.
   *
   * @param host that they reach this node by; it listens on that address
   */
  async listen(part: OwnPart, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
    const { messages, options } = this;
    const answer = part.answer.bind(part);
    this.#server = await PartServer.listen({
      ...{ host, port, messages, answer },
      node: this.#node,
      trouble: options.trouble,
    });
    const address = `${isIPv6(host) ? `[${host}]` : host}:${this.#server.port}`;
    await this.directory.announce({ node: this.#node, address }, options.trouble);
  }

  /** The others ask this node no more, but are answered until it is closed. */
  async withdraw(): Promise<void> {
    await this.directory.withdraw().catch((error: unknown) => {
      // Its row counts for half a minute; until then the others try it first, and then a twin.
      this.options.trouble(`the other nodes could not be told that this one leaves: ${(error as Error).message}`);
    });
  }

  async close(): Promise<void> {
    await this.withdraw();
    await this.#server?.close();
    this.#client.close();
  }
}
