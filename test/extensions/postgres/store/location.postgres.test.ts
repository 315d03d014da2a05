import { describe, expect, it } from 'vitest';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';

const addressesOf = (url: string): (string | undefined)[] =>
  locationOf(url).connection.hosts.map(({ connectionString }) => connectionString);

describe('the address of a database', () => {
  it.each([
    ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
    ['postgres://a:1,b:2/db', ['postgres://a:1/db', 'postgres://b:2/db']],
    [
      'postgresql://u:p@a,b:2,[::1]:3/db?sslmode=require',
      ['a', 'b:2', '[::1]:3'],
      '?sslmode=require',
      'postgresql://u:p@',
    ],
    ['postgres://u:p@/db?host=a,b&port=1,2', ['a:1', 'b:2']],
    ['postgres://u:p@c:9/db?host=a,::1&port=5', ['a:5', '[::1]:5']],
    ['postgres://u:p@a,b:9/db?port=7', ['a:7', 'b:7']],
    ['postgres://u:p@/db?host=/run/postgresql,b', ['%2Frun%2Fpostgresql', 'b']],
    ['postgres://u:p@:1,b/db?schema=s&target_session_attrs=any', ['localhost:1', 'b']],
  ])('%s names %j', (url, hosts, parameters = '', before = 'postgres://u:p@') => {
    const whole = hosts.map((host) => (host.includes('//') ? host : `${before}${host}/db${parameters}`));
    expect(addressesOf(url)).toEqual(whole);
  });

  it.each([
    ['postgres://a/db', 'any'],
    // A node writes, so it cannot use just any server.
    ['postgres://a,b/db', 'read-write'],
    ['postgres://a/db?target_session_attrs=read-write', 'read-write'],
    ['postgres://a,b/db?target_session_attrs=primary', 'primary'],
    ['postgres://a,b/db?target_session_attrs=any', 'any'],
  ])('%s means a server that is %s', (url, kind) => {
    const { connection, listening } = locationOf(url);
    expect(connection.kind).toBe(kind);
    expect(listening).toBe(connection);
  });

  it('may have a direct address of several hosts in addition, for notifications', () => {
    const direct = 'postgres://a:1,b:2/db?target_session_attrs=primary';
    const { connection, listening } = locationOf(`postgres://pool/db?listen=${encodeURIComponent(direct)}`);
    expect([connection.kind, listening!.kind]).toEqual(['any', 'primary']);
    expect(listening!.hosts.map((host) => host.connectionString)).toEqual(['postgres://a:1/db', 'postgres://b:2/db']);
    expect(locationOf('postgres://pool/db?listen=off').listening).toBeUndefined();
  });

  it.each([
    ['postgres://u:secret@a:1,b/db?schema=mine', 'postgres://u@a:1,b/db (schema mine)'],
    ['postgres://u@a/db?password=secret&sslmode=require', 'postgres://u@a/db?sslmode=require'],
    ['postgres://a', 'postgres://a'],
  ])('%s is shown as %s', (url, shown) => expect(locationOf(url).shown).toBe(shown));

  it.each([
    ['mysql://u:secret@a/db', /^expected a URL such as postgres:/],
    ['postgres://u:secret@a,b:x/db', /^host 2 of 2: expected a name or IP address, and a port after a colon$/],
    // The password is not encoded, so it is parsed as host and port.
    ['postgres://u:secret#word@a/db', /^host 1 of 1: expected a name/],
    ['postgres://u:secret@a:65536/db', /^host 1 of 1: /],
    ['postgres://u:secret@/db?host=a,b,c&port=1,2', /^port: expected one port, or 3 \(one for each host\), not 2$/],
    ['postgres://u:secret@/db?host=a&port=0', /^port: expected numbers from 1 to 65535/],
    [
      'postgres://u:secret@a,b/db?target_session_attrs=standby',
      /^target_session_attrs=standby: expected any, read-write/,
    ],
    ['postgres://u:secret@a/db?listen=postgres://u:secret@b:x/', /^host 1 of 1: /],
  ])('%s is refused, without its password', (url, expected) => {
    expect(() => locationOf(url)).toThrow(TypeError);
    expect(() => locationOf(url)).toThrow(expected);
    expect(() => locationOf(url)).not.toThrow(/secret/);
  });
});
