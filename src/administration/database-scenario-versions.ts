import type { NodeDatabase } from '../store/postgres/node-database.js';
import { MOST_VERSIONS, nextVersion, parseVersion, type KeptVersion, type VersionPlace } from './scenario-versions.js';

/** Earlier states of scenarios, whichever of several nodes they were changed at, in their database. */
export class DatabaseScenarioVersions implements VersionPlace {
  readonly #table: string;

  constructor(private readonly database: NodeDatabase) {
    this.#table = `${database.schema}.scenario_versions`;
  }

  async list(id: string): Promise<KeptVersion[]> {
    const rows = await this.database.query<{ number: number; content: string }>(
      `select number, content from ${this.#table} where id = $1 order by number desc`,
      [id],
    );
    return rows.flatMap(({ number, content }) => parseVersion(content, id, number) ?? []);
  }

  async find(id: string, number: number): Promise<KeptVersion | undefined> {
    const [row] = await this.database.query<{ content: string }>(
      `select content from ${this.#table} where id = $1 and number = $2`,
      [id, number],
    );
    return row && parseVersion(row.content, id, number);
  }

  async keep(...[id, action, definition, actor]: Parameters<VersionPlace['keep']>): Promise<void> {
    await this.database.transaction(async (query) => {
      // Whoever changes a scenario at another node waits: numbers rise by one.
      await query(`lock table ${this.#table} in exclusive mode`);
      const [row] = await query<{ number: number; content: string }>(
        `select number, content from ${this.#table} where id = $1 order by number desc limit 1`,
        [id],
      );
      const last = row && parseVersion(row.content, id, row.number);
      const now = new Date(this.database.clock.now());
      const kept = nextVersion(last, { id, action, definition }, actor, now);
      if (kept === undefined) return;
      await query(`insert into ${this.#table} (id, number, content) values ($1, $2, $3)`, [
        id,
        kept.number,
        JSON.stringify(kept),
      ]);
      await query(`delete from ${this.#table} where id = $1 and number <= $2`, [id, kept.number - MOST_VERSIONS]);
    });
  }
}
