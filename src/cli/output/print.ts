import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';

/** Where one run of the program writes. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

const given = new AsyncLocalStorage<Streams>();

/** Runs with streams other than the process's own: several runs may share a process. */
export function writingTo<Result>(streams: Streams, run: () => Result): Result {
  return given.run(streams, run);
}

const streams = (): Streams => given.getStore() ?? process;

export const isTerminal = (): boolean => streams().stderr.isTTY === true;

export function print(text: string): void {
  streams().stdout.write(text);
}

/** As `print`, for much: waits for the reader. */
export async function printAll(texts: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { stdout } = streams();
  for await (const text of texts) if (!stdout.write(text)) await once(stdout, 'drain');
}

export function printError(text: string): void {
  streams().stderr.write(text);
}

/** JSON for programs, text for people. */
export function show(asJson: boolean | undefined, value: unknown, asText: () => string): void {
  print(asJson === true ? `${JSON.stringify(value, null, 2)}\n` : asText());
}
