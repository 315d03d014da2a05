import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection that a test can write bytes to at any time. */
export interface RawConnection {
  readonly socket: Socket;
  /** Returns all bytes received so far. */
  readonly text: () => string;
  readonly statuses: () => number[];
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
  write(...parts: (string | Buffer)[]): void;
}

/** @param localAddress local source address, such as 127.0.0.2 */
export async function rawConnection(port: number, localAddress?: string): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) });
  let text = '';
  socket.on('data', (data) => (text += data.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => void socket.on('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return {
    socket,
    text: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1])),
    closed,
    write: (...parts) => {
      for (const part of parts) socket.write(part);
    },
  };
}

export function header(
  method: string,
  path: string,
  length: number,
  fields: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/json', ...fields });
  return [
    `${method} ${path} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');
}
