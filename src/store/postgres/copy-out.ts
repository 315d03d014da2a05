import { Query, type Client } from 'pg';

/** Length of the signature of a binary copy, its flags, and of what tells the length of its extension. */
const SIGNATURE_AND_FLAGS = 15;
const LENGTH = 4;
/** In place of the number of columns: there is no further row. */
const END = -1;
const PARTS_AT_ONCE = 8;

/** Whoever runs a query of one column of bytes; its rows are given as they come. */
export interface CopiesOut {
  readonly copyOut: (select: string) => Promise<Buffer[]>;
}

/**
 * Runs a query of one column of bytes, none of them null, by `COPY` in its binary format: in the usual one a byte is
 * two hexadecimal digits, which take several times as long to read.
 *
 * @param select without parameters
 */
export function copyOut(client: Client, select: string): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const query = new CopyQuery({ text: `copy (${select}) to stdout (format binary)` }, (error) => {
      if (error === null) resolve(rowsOf(query.bytes));
      else reject(error);
    });
    client.query(query);
  });
}

/**
 * Parts of something large in the order of their numbers, which begin with 0. The next ones are asked for while the
 * caller uses these.
 *
 * @param parts a query of them with a condition, to which their numbers are added
 */
export async function* readParts(database: CopiesOut, parts: string): AsyncGenerator<Buffer> {
  const ask = (from: number): Promise<Buffer[]> =>
    database.copyOut(`${parts} and part >= ${from} and part < ${from + PARTS_AT_ONCE} order by part`);
  let next = 0;
  for (let coming = ask(next); ;) {
    const got = await coming;
    if (got.length === 0) return;
    coming = ask((next += PARTS_AT_ONCE));
    // Nobody may wait for it any more.
    coming.catch(() => undefined);
    yield* got;
  }
}

/** A query that keeps what is copied out. */
class CopyQuery extends Query {
  readonly bytes: Buffer[] = [];

  constructor(config: { text: string }, done: (error: Error | null) => void) {
    // The callback's place in the constructor of `pg`, whose types leave it out.
    super(...([config, undefined, done] as unknown as [typeof config]));
  }

  /** `pg` calls it with each message, whose memory it uses again. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.bytes.push(Buffer.from(chunk));
  }
}

/** Messages need not end where rows do. */
function rowsOf(messages: readonly Buffer[]): Buffer[] {
  const bytes = Buffer.concat(messages);
  const rows: Buffer[] = [];
  let at = SIGNATURE_AND_FLAGS;
  at += LENGTH + bytes.readInt32BE(at);
  while (bytes.readInt16BE(at) !== END) {
    const from = at + 2 + LENGTH;
    at = from + bytes.readInt32BE(at + 2);
    rows.push(bytes.subarray(from, at));
  }
  return rows;
}
