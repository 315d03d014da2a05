import type { ListenOptions } from '../../http/server/server.js';
import { Failure } from '../../runtime/failure.js';

/** Why a service cannot listen, as text; other errors unchanged. */
export function listenFailure(error: unknown, { host, port }: ListenOptions): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Failure(
      `port ${port} on ${host} is used by another program; choose another port with --port N or PORT=N`,
    );
  }
  if (code === 'EACCES') return new Failure(`port ${port} needs more rights; choose one above 1023`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Failure(`${host} is not an address of this machine; choose one with --host or HOST, such as 127.0.0.1`);
  }
  return error;
}
