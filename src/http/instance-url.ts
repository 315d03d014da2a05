import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Settings } from '../store/config/configuration.js';

/**
 * Returns the public URL without a trailing slash: the configured URL, or else the local address of the connection. The
 * Host header is never used, because an attacker could use it to change the `instance_url` of a token response.
 */
export function instanceUrl(settings: Pick<Settings, 'instanceUrl'>, socket: Socket): string {
  if (settings.instanceUrl !== undefined) return settings.instanceUrl.replace(/\/$/, '');
  return `${schemeOf(socket)}://${hostOf(socket)}:${socket.localPort ?? 0}`;
}

/** Returns the URLs allowed in an assertion's `aud`: the service and its token endpoint, including at `localhost`. */
export function audiences(url: string, socket: Socket): string[] {
  const local = isLoopback(socket.localAddress) ? [`${schemeOf(socket)}://localhost:${socket.localPort ?? 0}`] : [];
  return [url, ...local].flatMap((base) => [base, `${base}/services/oauth2/token`]);
}

export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, '');
  return plain === '::1' || (plain?.startsWith('127.') ?? false);
}

function schemeOf(socket: Socket): 'http' | 'https' {
  return (socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http';
}

function hostOf(socket: Socket): string {
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return address.includes(':') ? `[${address}]` : address;
}
