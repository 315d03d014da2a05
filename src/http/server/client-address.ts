import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { parseNetwork } from '../../config/ip-network.js';

export interface Proxies {
  /** Addresses and networks of the reverse proxies in front, as `parseNetwork` reads them. */
  readonly trustedProxies: readonly string[];
  /**
   * Where they are not known by address: how many stand in front of every connection. Whoever reaches the port past
   * them can forge its address.
   */
  readonly proxies: number;
}

type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;

/** Hops of `X-Forwarded-For` that are looked at: a header may have thousands. */
const MOST_HOPS = 32;

/**
 * The addresses that requests come from, as limits count them. Each reverse proxy appends the address that it was
 * called from to `X-Forwarded-For`; what stands further left was written by the caller, who may write anything. So the
 * header is believed only from a trusted proxy, and the address is the last hop in it that is none.
 */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #count: number;
  readonly #knowsProxies: boolean;
  #warned = false;

  /** @param warn told once, when the header arrives from where it is not believed */
  constructor(
    { trustedProxies, proxies }: Proxies,
    private readonly warn: (message: string) => void = () => undefined,
  ) {
    this.#count = proxies;
    this.#knowsProxies = trustedProxies.length > 0;
    for (const text of trustedProxies) {
      const network = parseNetwork(text);
      if (network === undefined) throw new Error(`likeness: trustedProxies: ${text} is no address and no network`);
      this.#trusted.addSubnet(network.address, network.bits, network.family);
    }
  }

  /** Whether many clients may come on connections from this address. */
  isProxy(address: string): boolean {
    return this.#count > 0 || this.#isTrusted(plainAddress(address));
  }

  /** @param counted the connection's own address, counted: what a request without a proxy comes from */
  of(request: Addressed, counted = countedAddress(request.socket.remoteAddress ?? 'unknown')): string {
    if (!this.#knowsProxies && this.#count === 0 && this.#warned) return counted;
    const header = request.headers['x-forwarded-for'];
    if (header === undefined) return counted;
    const hops = lastHops(typeof header === 'string' ? header : header.join(','));
    if (this.#count > 0) return countedAddress(hops[this.#count - 1] ?? counted, counted);
    return this.#isTrusted(plainAddress(request.socket.remoteAddress ?? ''))
      ? countedAddress(this.#lastUntrusted(hops), counted)
      : this.#disbelieve(counted);
  }

  /**
   * @returns the first from the right that is no trusted proxy; the last trusted one where there is none, or what
   * stands before it is no address
   */
  #lastUntrusted(hops: readonly string[]): string {
    let last = '';
    for (const hop of hops) {
      const address = plainAddress(hop);
      if (isIP(address) === 0) return last;
      last = address;
      if (!this.#isTrusted(address)) return last;
    }
    return last;
  }

  #disbelieve(counted: string): string {
    if (this.#warned) return counted;
    this.#warned = true;
    this.warn(
      this.#knowsProxies
        ? 'X-Forwarded-For arrived from an address that is not among trustedProxies (settings.json); it is not believed'
        : 'X-Forwarded-For arrived, but no proxy is trusted: all behind it count as one address. Name it in trustedProxies (settings.json)',
    );
    return counted;
  }

  #isTrusted(address: string): boolean {
    if (!this.#knowsProxies) return false;
    const version = isIP(address);
    return version !== 0 && this.#trusted.check(address, version === 4 ? 'ipv4' : 'ipv6');
  }
}

/** From the right. */
function lastHops(header: string): string[] {
  const hops: string[] = [];
  for (let end = header.length; end >= 0 && hops.length < MOST_HOPS;) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1);
    hops.push(header.slice(comma + 1, end).trim());
    end = comma;
  }
  return hops;
}

/**
 * Without the port that some proxies append, without brackets, zone and the prefix of an IPv4 address that came by
 * IPv6.
 */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const [unzoned = ''] = bare.split('%');
  return unzoned.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * An IPv6 address counts by its network of 64 bits, which is what one subscriber gets. What is no address counts as
 * `otherwise`.
 */
export function countedAddress(address: string, otherwise = address): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain;
  if (isIP(plain) === 0) return otherwise;
  const [left = '', right] = plain.toLowerCase().split('::');
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
