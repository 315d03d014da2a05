import { isIP } from 'node:net';

export interface IpNetwork {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Parses `10.1.2.3`, `10.0.0.0/8` or `fd00::/8`. Returns `undefined` for other strings. */
export function parseNetwork(text: string): IpNetwork | undefined {
  const [address = '', length, ...more] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || address.includes('%') || more.length > 0) return undefined;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const bits = length === undefined ? most : Number(length);
  return bits <= most ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
}
