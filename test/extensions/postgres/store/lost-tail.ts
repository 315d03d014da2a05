import { contact } from '../../../store/contact.js';
import type { TestDatabase } from './postgres.js';

/**
 * Resets a database to an earlier position, like the promotion of a replica that lacks the last commits.
 *
 * @param instead numbers of contacts that another node commits before any node notices
 */
export async function loseTail(database: TestDatabase, position: number, ...instead: number[]): Promise<void> {
  const { schema } = database;
  const bodies = instead.map((number) => JSON.stringify({ t: [{ kind: 'put', record: contact(number) }] }));
  // Use one statement, because a promotion is atomic.
  await database.query(
    `do $$ begin
      delete from ${schema}.commits where position > ${position};
      update ${schema}.head set position = ${position};
      insert into ${schema}.commits (position, writer, number, body)
        select ${position} + b.i, '00000000-0000-4000-8000-000000000000', b.i, b.body
        from jsonb_array_elements_text('${JSON.stringify(bodies)}') with ordinality b(body, i);
      update ${schema}.head set position = ${position + instead.length};
    end $$`,
  );
}
