import { connect } from 'node:net';
import { once } from 'node:events';

export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends raw bytes and reads until the server has responded or closed the connection. Serves tests of requests that no
 * HTTP client would send. `status` is 0 if the server closed the connection without a response.
 */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  let text = '';
  try {
    for await (const chunk of socket) {
      text += String(chunk);
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) continue;
      // The response to HEAD states the length of a body that is not sent.
      if (String(parts[0]).startsWith('HEAD ')) break;
      const length = /content-length: (\d+)/i.exec(text.slice(0, end));
      if (!length || /^HTTP\/1\.1 1/.test(text)) continue;
      if (Buffer.byteLength(text.slice(end + 4)) >= Number(length[1])) break;
    }
  } catch {
    // The server may reset the connection after its response.
  }
  socket.destroy();
  const end = text.indexOf('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
    head: text.slice(0, Math.max(end, 0)),
    body: text.slice(end + 4),
  };
}
