import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';

/**
 * The address that a request comes from, as limits count it. Behind reverse proxies it is the one that the outermost of them saw: each appends the address that it
 * was called from to `X-Forwarded-For`, and what stands further left was written by the caller, who may write anything.
 *
 * @param proxies how many reverse proxies stand in front
 */
export function clientAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>, proxies: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (proxies === 0) return countedAddress(direct);
  const header = request.headers['x-forwarded-for'] ?? '';
  const entries = (typeof header === 'string' ? header : header.join(',')).split(',');
  return countedAddress(entries.at(-proxies)?.trim() ?? direct, direct);
}

/** An IPv6 address counts by its network of 64 bits, which is what one subscriber gets. What is no address counts as `otherwise`. */
export function countedAddress(address: string, otherwise = address): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  const [bare = ''] = plain.split('%');
  if (isIP(bare) === 0) return otherwise;
  const [left = '', right] = bare.toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  if (right !== undefined) {
    const tail = right === '' ? [] : right.split(':');
    // A dotted end stands for two groups.
    const length = groups.length + tail.length + (tail.at(-1)?.includes('.') === true ? 1 : 0);
    groups.push(...Array.from({ length: 8 - length }, () => '0'), ...tail);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
