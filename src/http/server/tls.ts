import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../../config/configuration.js';
import { WatchedFile } from '../../auth/watched-file.js';

/** Milliseconds between two looks at the files; SIGHUP looks at once. */
const INTERVAL = 60_000;

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * A certificate and its key.
 *
 * @throws Error that names the file, where one cannot be read or the two do not fit
 */
export function readKeyPair({ cert, key }: TlsFiles): KeyPair {
  const pair = { cert: readPem(cert, 'certificate'), key: readPem(key, 'private key') };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(
      `TLS: ${cert} and ${key} are no certificate with its private key (PEM): ${(error as Error).message}`,
      { cause: error },
    );
  }
  return pair;
}

function readPem(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`TLS: the ${what} ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

/**
 * Serves with new files once they have changed, on new connections. Files that do not fit together (one of two has been
 * replaced) change nothing.
 *
 * @param failed told why new files are not taken
 * @returns ends it
 */
export function followKeyPair(server: Server, files: TlsFiles, failed: (error: Error) => void): () => void {
  const watched = [files.cert, files.key].map((path) => new WatchedFile(path, (text) => text));
  const look = (): string => watched.map((file) => file.read()).join('\n');
  let served = look();
  const renew = (): void => {
    try {
      const now = look();
      if (now === served) return;
      server.setSecureContext({ ...SECURE, ...readKeyPair(files) });
      served = now;
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const timer = setInterval(renew, INTERVAL).unref();
  process.on('SIGHUP', renew);
  return () => {
    clearInterval(timer);
    process.off('SIGHUP', renew);
  };
}

/** Options of every context: no version of TLS that RFC 8996 calls off. */
export const SECURE = { minVersion: 'TLSv1.2' } as const;
