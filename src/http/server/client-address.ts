import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { parseNetwork } from '../../store/config/ip-network.js';

export interface Proxies {
  /** Addresses and networks in the format of `parseNetwork`. */
  readonly trustedProxies: readonly string[];
  /** Number of proxies with unknown addresses. A client that bypasses them can forge its address. */
  readonly proxies: number;
}

type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;

/** Maximum number of hops that are read. A header can contain thousands. */
const MOST_HOPS = 32;

/**
 * Each reverse proxy appends its caller's address to `X-Forwarded-For`, and entries further left may be forged. The
 * header is used only from a trusted proxy, and the client is the last untrusted hop.
 */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #count: number;
  readonly #knowsProxies: boolean;
  #warned = false;

  /** @param warn called once, when the header arrives from an untrusted address */
  constructor(
    { trustedProxies, proxies }: Proxies,
    private readonly warn: (message: string) => void = () => undefined,
  ) {
    this.#count = proxies;
    this.#knowsProxies = trustedProxies.length > 0;
    for (const text of trustedProxies) {
      const network = parseNetwork(text);
      if (network === undefined)
        throw new Error(`likeness: trustedProxies: ${text} is neither an address nor a network`);
      this.#trusted.addSubnet(network.address, network.bits, network.family);
    }
  }

  isProxy(address: string): boolean {
    return this.#count > 0 || this.#isTrusted(plainAddress(address));
  }

  /** Returns the client's address. @param counted the connection's counted address, used without a proxy */
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

  /** Returns the rightmost untrusted hop or, if that is missing or invalid, the trusted hop nearest to the client. */
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
        ? 'X-Forwarded-For was ignored because the sender is not listed in trustedProxies (settings.json)'
        : 'X-Forwarded-For was ignored because no proxy is trusted, so all its clients share one address. List the proxy in trustedProxies (settings.json)',
    );
    return counted;
  }

  #isTrusted(address: string): boolean {
    if (!this.#knowsProxies) return false;
    const version = isIP(address);
    return version !== 0 && this.#trusted.check(address, version === 4 ? 'ipv4' : 'ipv6');
  }
}

function lastHops(header: string): string[] {
  const hops: string[] = [];
  for (let end = header.length; end >= 0 && hops.length < MOST_HOPS;) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1);
    hops.push(header.slice(comma + 1, end).trim());
    end = comma;
  }
  return hops;
}

/** Removes a port, brackets, zone, and the prefix of an IPv4 address in IPv6. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const [unzoned = ''] = bare.split('%');
  return unzoned.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Returns the address used for limits, which is the 64-bit network for IPv6. @param otherwise result for an invalid
 * address
 */
export function countedAddress(address: string, otherwise = address): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain;
  if (isIP(plain) === 0) return otherwise;
  const [left = '', right] = plain.toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  if (right !== undefined) {
    const tail = right === '' ? [] : right.split(':');
    // A dotted suffix, as in `::ffff:192.0.2.1`, counts as two groups.
    const length = groups.length + tail.length + (tail.at(-1)?.includes('.') === true ? 1 : 0);
    groups.push(...Array.from({ length: 8 - length }, () => '0'), ...tail);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
