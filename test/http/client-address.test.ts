import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress, countedAddress } from '../../src/http/client-address.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('the address that a request comes from', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });

  it('without proxies is that of the connection, whatever the header says', () => {
    expect(clientAddress(from('192.0.2.1', '198.51.100.1'), 0)).toBe('192.0.2.1');
  });

  it('behind proxies is the one that the outermost saw', () => {
    const forwarded = '10.9.9.9, 198.51.100.1, 198.51.100.2';
    expect(clientAddress(from('192.0.2.1', forwarded), 1)).toBe('198.51.100.2');
    expect(clientAddress(from('192.0.2.1', forwarded), 2)).toBe('198.51.100.1');
  });

  it('is that of the connection where the header does not reach so far or holds no address', () => {
    expect(clientAddress(from('192.0.2.1', '198.51.100.1'), 2)).toBe('192.0.2.1');
    expect(clientAddress(from('192.0.2.1', ''), 1)).toBe('192.0.2.1');
    expect(clientAddress(from('192.0.2.1', 'x'.repeat(10_000)), 1)).toBe('192.0.2.1');
    expect(clientAddress(from('192.0.2.1'), 1)).toBe('192.0.2.1');
  });
});
