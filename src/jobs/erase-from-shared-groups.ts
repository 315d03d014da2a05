import type { NodeDatabase } from '../store/postgres/node-database.js';
import { withoutRecord } from './erase-from-groups.js';
import { groupLine, parseGroup } from './group-file.js';

/**
 * Takes a record out of the groups of all jobs of several nodes, which may go on; the numbers of the groups stay. A job
 * that runs has read the record: it begins anew, and what nodes share of it is gone.
 */
export function eraseFromSharedGroups(database: NodeDatabase, recordId: string): Promise<void> {
  const { schema } = database;
  return database.transaction(async (query) => {
    const running = await query<{ id: string; content: string }>(
      `select id, content from ${schema}.jobs where not has_ended for update`,
    );
    for (const { id, content } of running) {
      // Not one of the attempts of a job that ends its process.
      const job = { ...(JSON.parse(content) as object), attempts: 0 };
      await query(`update ${schema}.jobs set interrupted = true, content = $2 where id = $1`, [
        id,
        JSON.stringify(job),
      ]);
    }
    await query(`delete from ${schema}.job_work`);
    // Ids are letters and digits.
    const name = JSON.stringify(recordId);
    const parts = await query<{ job: string; part: number; lines: string }>(
      `select job, part, lines from ${schema}.job_groups where position($1 in lines) > 0 for update`,
      [name],
    );
    for (const { job, part, lines } of parts) {
      const left = lines.split('\n').map((line) => groupLine(withoutRecord(parseGroup(line), recordId)).trimEnd());
      await query(`update ${schema}.job_groups set lines = $3 where job = $1 and part = $2`, [
        job,
        part,
        left.join('\n'),
      ]);
    }
    const merges = await query<{ job: string; number: string; ids: string }>(
      `select job, number, ids from ${schema}.job_merges where position($1 in ids) > 0 for update`,
      [name],
    );
    for (const { job, number, ids } of merges) {
      const left = (JSON.parse(ids) as string[]).filter((id) => id !== recordId);
      await query(`update ${schema}.job_merges set ids = $3 where job = $1 and number = $2`, [
        job,
        number,
        JSON.stringify(left),
      ]);
    }
  });
}
