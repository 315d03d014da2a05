import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ClientAddresses, countedAddress } from '../../src/http/server/client-address.js';
import { rowsOf } from '../support/entries.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

const behind = (...trustedProxies: string[]) => new ClientAddresses({ trustedProxies, proxies: 0 });
const counting = (proxies: number) => new ClientAddresses({ trustedProxies: [], proxies });

describe('the address that a request comes from', () => {
  it.each(
    rowsOf<[string, string]>(`
    192.0.2.1 → 192.0.2.1 | ::ffff:192.0.2.1 → 192.0.2.1 | ::1 → 0:0:0:0::/64 | 2001:DB8::1 → 2001:db8:0:0::/64
    2001:db8:0:0:1:2:3:4 → 2001:db8:0:0::/64 | 2001:db8:1:2:: → 2001:db8:1:2::/64 | fe80::1%eth0 → fe80:0:0:0::/64
    64:ff9b::192.0.2.33 → 64:ff9b:0:0::/64 | 1:2:3:4:5:6:192.0.2.33 → 1:2:3:4::/64 | 198.51.100.1:4711 → 198.51.100.1
    [2001:db8:1:2::3]:443 → 2001:db8:1:2::/64 | unknown → unknown
  `),
  )('%s counts as %s', (address, counted) => expect(countedAddress(address)).toBe(counted));

  it('without proxies is that of the connection, whatever the header says', () => {
    expect(behind().of(from('192.0.2.1', '198.51.100.1'))).toBe('192.0.2.1');
  });

  it('behind trusted proxies is the last hop that is none of them; what is further left was written by the caller', () => {
    const addresses = behind('10.0.0.0/8', '2001:db8:f::/48');
    expect(addresses.of(from('10.1.1.1', '203.0.113.77, 198.51.100.1'))).toBe('198.51.100.1');
    expect(addresses.of(from('::ffff:10.1.1.1', '203.0.113.77,198.51.100.1 , 10.9.9.9'))).toBe('198.51.100.1');
    expect(addresses.of(from('2001:db8:f::1', '2001:db8:1:2::3, 10.2.2.2'))).toBe('2001:db8:1:2::/64');
    expect(addresses.of(from('10.1.1.1', '198.51.100.1:55000'))).toBe('198.51.100.1');
    expect(addresses.isProxy('10.1.1.1')).toBe(true);
    expect(addresses.isProxy('192.0.2.1')).toBe(false);
  });

  it('is not believed from an address that is no trusted proxy: the port may be reached past them', () => {
    expect(behind('10.0.0.0/8').of(from('192.0.2.1', '198.51.100.1'))).toBe('192.0.2.1');
    expect(behind('10.0.0.1').of(from('10.0.0.2', '198.51.100.1'))).toBe('10.0.0.2');
  });

  it('is the last trusted hop where the header holds none before it, or no address', () => {
    const addresses = behind('10.0.0.0/8');
    expect(addresses.of(from('10.1.1.1'))).toBe('10.1.1.1');
    expect(addresses.of(from('10.1.1.1', ''))).toBe('10.1.1.1');
    expect(addresses.of(from('10.1.1.1', 'x'.repeat(10_000)))).toBe('10.1.1.1');
    expect(addresses.of(from('10.1.1.1', 'unknown, 10.2.2.2'))).toBe('10.2.2.2');
    expect(addresses.of(from('10.1.1.1', Array(10_000).fill('10.3.3.3').join(',')))).toBe('10.3.3.3');
  });

  it('where proxies are only counted, is the one that the outermost saw', () => {
    const forwarded = '10.9.9.9, 198.51.100.1, 198.51.100.2';
    expect(counting(1).of(from('192.0.2.1', forwarded))).toBe('198.51.100.2');
    expect(counting(2).of(from('192.0.2.1', forwarded))).toBe('198.51.100.1');
    expect(counting(2).of(from('192.0.2.1', '198.51.100.1'))).toBe('192.0.2.1');
    expect(counting(1).of(from('192.0.2.1', ''))).toBe('192.0.2.1');
    expect(counting(1).of(from('192.0.2.1', 'x'.repeat(10_000)))).toBe('192.0.2.1');
    expect(counting(1).of(from('192.0.2.1'))).toBe('192.0.2.1');
  });

  it('warns once when the header arrives and is not believed', () => {
    for (const trustedProxies of [[], ['10.0.0.0/8']]) {
      const told: string[] = [];
      const addresses = new ClientAddresses({ trustedProxies, proxies: 0 }, (message) => told.push(message));
      addresses.of(from('192.0.2.1'));
      expect(told).toEqual([]);
      for (let i = 0; i < 3; i++) addresses.of(from('192.0.2.1', '198.51.100.1'));
      expect(told).toHaveLength(1);
      expect(told[0]).toContain('X-Forwarded-For');
      expect(told[0]).toContain('trustedProxies');
    }
  });
});
