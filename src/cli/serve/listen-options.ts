import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { rootCertificates } from 'node:tls';
import type { Settings, TlsFiles } from '../../store/config/configuration.js';
import { isLoopback } from '../../http/instance-url.js';
import { readKeyPair } from '../../http/server/tls.js';
import { flag, orVariable, parsed, parsedOr, text, type Values } from '../command.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { parsePort } from '../options.js';

export const listeningOptions = {
  port: orVariable('PORT', parsedOr('--port <n>', 'port to listen on; 0 chooses a free port', parsePort, 8080)),
  host: orVariable(
    'HOST',
    parsedOr('--host <h>', 'address to listen on', (text) => text, '127.0.0.1'),
  ),
  tlsCert: orVariable(
    'LIKENESS_TLS_CERT',
    text('--tls-cert <file>', 'PEM file with the certificate chain, to serve HTTPS'),
  ),
  tlsKey: orVariable('LIKENESS_TLS_KEY', text('--tls-key <file>', 'PEM file with the private key of the certificate')),
  insecure: orVariable(
    'LIKENESS_INSECURE',
    flag('--insecure', 'allow plain HTTP from other machines, in a trusted network'),
  ),
  metricsPort: orVariable(
    'LIKENESS_METRICS_PORT',
    parsed('--metrics-port <n>', 'port that serves only /metrics, without a token', parsePort),
  ),
  metricsHost: orVariable(
    'LIKENESS_METRICS_HOST',
    text('--metrics-host <h>', 'address to listen on for --metrics-port (default: 127.0.0.1)'),
  ),
};
export const advertiseOption = {
  advertise: orVariable(
    'LIKENESS_ADVERTISE',
    parsed(
      '--advertise <url>',
      'URL at which other nodes reach this node (default: the listening address)',
      parseAdvertised,
    ),
  ),
};

/** @throws WrongUse unless the URL has a scheme, host and port */
function parseAdvertised(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  throw new WrongUse(`--advertise ${text}: expected the address of this node, such as https://node-1.internal:8080`);
}

/** Returns the configured URL or the listening URL. In the latter, the first non-local address replaces a wildcard. */
export function advertisedUrl(advertise: string | undefined, listening: string): string {
  if (advertise !== undefined) return advertise;
  const url = new URL(listening);
  if (!ALL_ADDRESSES.has(url.hostname)) return url.origin;
  const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each);
  url.hostname = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? hostname();
  return url.origin;
}

const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

/** Returns the certificates that this node trusts when it calls other nodes. `undefined` means Node's own list only. */
export function trustedByNodes(tls: TlsFiles | undefined): readonly string[] | undefined {
  if (tls === undefined) return undefined;
  // Add these certificates, because Node trusts them only if no other certificates are given.
  const { NODE_EXTRA_CA_CERTS: extra = '' } = process.env;
  return [...rootCertificates, ...[extra, tls.cert].flatMap(contentOf)];
}

function contentOf(path: string): string[] {
  try {
    return path === '' ? [] : [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
}

export type ListeningOptions = Pick<Given, 'port' | 'host'> & Partial<Omit<Given, 'port' | 'host'>>;
type Given = Values<typeof listeningOptions>;

/** `undefined` means plain HTTP. @throws WrongUse if plain HTTP needs explicit consent; Failure for unusable files */
export async function tlsFor(options: ListeningOptions, settings: Settings): Promise<TlsFiles | undefined> {
  const { tlsCert: cert, tlsKey: key, host, insecure } = options;
  if ((cert === undefined) !== (key === undefined))
    throw new WrongUse('give --tls-cert and --tls-key together, for a certificate and its private key');
  const tls = cert === undefined || key === undefined ? settings.tls : { cert, key };
  if (tls !== undefined) {
    try {
      readKeyPair(tls);
    } catch (error) {
      throw new Failure((error as Error).message);
    }
    return tls;
  }
  const hasProxy = settings.proxies > 0 || settings.trustedProxies.length > 0;
  if (insecure !== true && !hasProxy && (await isBeyondThisMachine(host)))
    throw new WrongUse(
      `not listening on ${host} without TLS: secrets, tokens and records would cross the network unencrypted. ` +
        'Give --tls-cert FILE and --tls-key FILE, or list the proxy that terminates TLS in trustedProxies of settings.json. ' +
        'In a trusted network, such as a container with a port published on loopback, use --insecure or LIKENESS_INSECURE=1',
    );
  return undefined;
}

export function metricsFor(
  { metricsPort, metricsHost }: ListeningOptions,
  settings: Settings,
): { readonly host: string; readonly port: number } | undefined {
  const port = metricsPort ?? settings.metricsPort;
  return port === undefined ? undefined : { host: metricsHost ?? settings.metricsHost, port };
}

async function isBeyondThisMachine(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return !isLoopback(host);
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.some(({ address }) => !isLoopback(address));
  } catch {
    // Ignore an unknown address here, because listening will report it.
    return false;
  }
}
