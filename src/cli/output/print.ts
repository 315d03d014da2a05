import { once } from 'node:events';
import { streams } from '../../runtime/standard-streams.js';

export const isTerminal = (): boolean => streams().stderr.isTTY === true;

export function print(text: string): void {
  streams().stdout.write(text);
}

/** Prints large output like `print`, but waits for the reader. */
export async function printAll(texts: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { stdout } = streams();
  for await (const text of texts) if (!stdout.write(text)) await once(stdout, 'drain');
}

export function printError(text: string): void {
  streams().stderr.write(text);
}

/** Prints a result. Prints to standard error if standard output is used for data. */
export function show(asJson: boolean | undefined, value: unknown, asText: () => string): void {
  const tell = streams().isTaken ? printError : print;
  tell(asJson === true ? `${JSON.stringify(value, null, 2)}\n` : asText());
}
