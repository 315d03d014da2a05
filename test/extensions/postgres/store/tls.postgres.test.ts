import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../../../support/needs.js';
import { connect } from '../../../../src/extensions/postgres/store/connect.js';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';
import { selfSigned } from '../../../http/certificate.js';
import { owner, PostgresServer } from '../../../support/postgres-server.js';
import { postgres } from './postgres.js';

/** A server with a certificate that the machine's authorities have not signed. */
async function secured(): Promise<{ url: string; cert: string }> {
  // PostgreSQL requires that only its user can read the key.
  const folder = mkdtempSync('/tmp/likeness-tls-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { cert, key } = selfSigned(folder);
  const { uid, gid } = owner();
  if (uid !== undefined) for (const path of [folder, cert, key]) chownSync(path, uid, gid!);
  chmodSync(key, 0o600);
  const addresses = 'listen_addresses=127.0.0.1,127.0.0.2';
  const files = [`ssl_cert_file=${cert}`, `ssl_key_file=${key}`];
  const server = await PostgresServer.start(['fsync=off', addresses, 'ssl=on', ...files]);
  onTestFinished(() => server.close());
  return { url: server.url, cert };
}

/** Connects like the program. @returns whether the connection is encrypted, or the reason why it is refused */
async function encrypted(url: string): Promise<boolean | string> {
  try {
    const client = await connect(locationOf(url).connection, () => undefined);
    const { rows } = await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    await client.end();
    return rows[0]!.ssl;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'refused';
  }
}

postgres.describe('TLS to the database', () => {
  it('sslmode is kept as OPERATIONS.md says', needs('openssl'), async () => {
    const { url, cert } = await secured();
    const refused = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    const cases: Readonly<Record<string, boolean | string>> = {
      '': false,
      'sslmode=disable': false,
      'sslmode=require': refused,
      'sslmode=verify-full': refused,
      [`sslmode=verify-full&sslrootcert=${cert}`]: true,
      'sslmode=no-verify': true,
    };
    for (const [parameters, expected] of Object.entries(cases))
      expect(await encrypted(`${url}?${parameters}`), parameters).toBe(expected);
    // The host does not match the certificate.
    const elsewhere = url.replace('127.0.0.1', '127.0.0.2');
    expect(await encrypted(`${elsewhere}?sslmode=verify-full&sslrootcert=${cert}`)).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    expect(await encrypted(`${elsewhere}?sslmode=no-verify`)).toBe(true);
  });
});
