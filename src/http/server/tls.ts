import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../../store/config/configuration.js';
import { WatchedFile } from '../../service/auth/watched-file.js';

/** Milliseconds between two checks of the files. SIGHUP triggers an immediate check. */
const INTERVAL = 60_000;

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** Reads a certificate and its key. @throws Error naming the file if a file is unreadable or the two do not match */
export function readKeyPair({ cert, key }: TlsFiles): KeyPair {
  const pair = { cert: readPem(cert, 'certificate'), key: readPem(key, 'private key') };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(
      `TLS: ${cert} and ${key} are not a certificate and its private key (PEM): ${(error as Error).message}`,
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
 * Uses changed files for new connections. Files that do not match are ignored, because one of the files may not have
 * been replaced yet.
 * @param failed called with the reason
 * @returns a function that stops the checks
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

/** Excludes the versions that RFC 8996 deprecates. */
export const SECURE = { minVersion: 'TLSv1.2' } as const;
