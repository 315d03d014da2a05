import { Writable } from 'node:stream';
import { run } from '../../src/cli/main.js';

// Tests must not depend on a developer's environment.
for (const name of ['LIKENESS_DATA', 'LIKENESS_CONFIG', 'LIKENESS_TOKEN', 'LIKENESS_SECRET_FILE', 'PORT', 'HOST'])
  Reflect.deleteProperty(process.env, name);

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Splits a command line at white space. Inserted values stay whole; lists insert their members. */
export function words(texts: TemplateStringsArray, ...values: readonly (string | readonly string[])[]): string[] {
  const all: string[] = [];
  let word = '';
  const end = () => {
    if (word !== '') all.push(word);
    word = '';
  };
  for (const [i, text] of texts.entries()) {
    for (const part of text.split(/(\s+)/)) {
      if (part.trim() === '') end();
      else word += part;
    }
    const value = values[i] ?? '';
    if (typeof value === 'string') word += value;
    else all.push(...value);
  }
  end();
  return all;
}

/** Runs the command line in this process. */
export async function cli(args: readonly string[]): Promise<Result> {
  const texts = { stdout: '', stderr: '' };
  const into = (name: keyof typeof texts) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString();
        done();
      },
    });
  const code = await run(args, { stdout: into('stdout'), stderr: into('stderr') });
  return { code, ...texts };
}

/** Like `cli`, for commands that must succeed. */
export async function done(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(args);
  if (code !== 0) throw new Error(`likeness ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

export async function json<T>(args: readonly string[]): Promise<T> {
  return JSON.parse(await done(args)) as T;
}

/** Adds a client with a license and returns a token. @param by option that names the data folder or database */
export async function newToken(place: string, by: '--data' | '--store' = '--data'): Promise<string> {
  const { client_id } = await json<{ client_id: string }>(words`client add test --all-scopes ${by} ${place}
    --json`);
  return (await done(['token', '--client', client_id, by, place])).trim();
}
