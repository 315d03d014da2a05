import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TlsFiles } from '../../src/store/config/configuration.js';

/** Creates a self-signed certificate for this machine, and its key. */
export function selfSigned(folder: string, name = 'server'): TlsFiles {
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const command = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -addext';
  const rest = ['subjectAltName=DNS:localhost,IP:127.0.0.1', '-subj', `/CN=${name}`];
  execFileSync('openssl', [...command.split(' '), ...rest, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  });
  return files;
}
