import type { NodeDatabase } from '../store/postgres/node-database.js';
import { keptProposalSchema, type KeptProposal } from './proposal.js';
import type { ProposalPlace } from './proposal-folder.js';

/** What was learned of each object by whichever of several nodes learns, in their database. */
export class DatabaseProposals implements ProposalPlace {
  readonly #table: string;

  constructor(private readonly database: NodeDatabase) {
    this.#table = `${database.schema}.proposals`;
  }

  async all(): Promise<Map<string, KeptProposal>> {
    const rows = await this.database.query<{ object: string; content: string }>(
      `select object, content from ${this.#table} order by object`,
    );
    const kept = rows.flatMap(({ object, content }) => {
      const read = keptProposalSchema.safeParse(JSON.parse(content));
      return read.success && read.data.object === object ? [read.data] : [];
    });
    return new Map(kept.map((one) => [one.object, one]));
  }

  async put(kept: KeptProposal): Promise<void> {
    await this.database.query(
      `insert into ${this.#table} (object, learned, content) values ($1, $2, $3)
       on conflict (object) do update set learned = excluded.learned, content = excluded.content`,
      [kept.object, kept.time, JSON.stringify(kept)],
    );
  }

  async end(kept: KeptProposal, status: KeptProposal['status']): Promise<void> {
    await this.database.query(`update ${this.#table} set content = $3 where object = $1 and learned = $2`, [
      kept.object,
      kept.time,
      JSON.stringify({ ...kept, status }),
    ]);
  }
}
