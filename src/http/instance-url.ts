import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Settings } from '../config/configuration.js';

/**
 * Public address of the service, without a trailing slash: the configured one, else the address that the connection
 * came in on. Never what the Host header says, because whoever sends that could have a token's `instance_url` point
 * elsewhere.
 */
export function instanceUrl(settings: Pick<Settings, 'instanceUrl'>, socket: Socket): string {
  if (settings.instanceUrl !== undefined) return settings.instanceUrl.replace(/\/$/, '');
  return `${schemeOf(socket)}://${hostOf(socket)}:${socket.localPort ?? 0}`;
}

/**
 * Addresses that an assertion's `aud` may name: the service and its token endpoint; this machine under its usual name
 * too.
 */
export function audiences(url: string, socket: Socket): string[] {
  const local = isLoopback(socket.localAddress) ? [`${schemeOf(socket)}://localhost:${socket.localPort ?? 0}`] : [];
  return [url, ...local].flatMap((base) => [base, `${base}/services/oauth2/token`]);
}

/** Whether an address is of this machine. */
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
