import { statSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { LowSync, type SyncAdapter } from 'lowdb';
import { makeFolderSync, PRIVATE } from '../../runtime/make-folder.js';
import { AuthError } from './auth-error.js';
import { clientsFileSchema, type Client, type ClientsFile, type ExternalIdentity, type TokenForm } from './client.js';
import { replaceFileSync } from '../../store/replace-file.js';
import { withFileLock } from './file-lock.js';
import { licenseSchema, type ApiLicense } from './api-license.js';
import { refuseIfShared } from './private-file.js';
import { redirectUriSchema } from './redirect-uri.js';
import { DEFAULT_SCOPES, SCOPES, type Scope } from './scopes.js';
import { digestSecret, newClientId, newClientSecret } from './secret.js';
import { textOfFile } from '../../runtime/text-of-file.js';

export interface NewClient {
  readonly name: string;
  readonly licence: ApiLicense;
  /** Default: search, upsert and read. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Names of the objects that the client may read and change. Default: all objects. */
  readonly objects?: readonly string[] | undefined;
  readonly publicKeyFile?: string | undefined;
  readonly publicKey?: string | undefined;
  readonly outside?: ExternalIdentity | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  /** Whether the client cannot keep a secret, and therefore gets none. */
  readonly isPublic?: boolean | undefined;
  readonly isSelfRegistered?: boolean | undefined;
  readonly tokenForm?: TokenForm | undefined;
}

export interface ClientCredentials {
  readonly client_id: string;
  /** The secret, which cannot be shown again, because only its digest is stored. */
  readonly client_secret: string;
}

export const CLIENTS_FILE = 'clients.json';

export function clientsPath(dataFolder: string): string {
  return join(dataFolder, CLIENTS_FILE);
}

/**
 * Registers a client. A running server accepts the client immediately.
 * @throws AuthError if the key file or the license is invalid
 */
export function addClient(dataFolder: string, client: NewClient, now: () => number = Date.now): ClientCredentials {
  const name = client.name.trim();
  if (name === '' || name.length > 255)
    throw new AuthError(`the client name has ${name.length} characters: expected 1 to 255`);
  const licence = checkLicence(client.licence);
  const publicKey = publicKeyOf(client);
  const redirectUris = client.redirectUris === undefined ? undefined : checkRedirectUris(client.redirectUris);
  if (client.isPublic === true && redirectUris === undefined)
    throw new AuthError('a client without a secret needs a redirect URI: --redirect-uri');
  const credentials = { client_id: newClientId(), client_secret: newClientSecret() };
  update(dataFolder, (file) => {
    const outside = client.outside;
    if (outside && file.clients.some((other) => isCalled(other, outside)))
      throw new AuthError(`another client already has the user ${outside.subject} of ${outside.issuer}`);
    file.clients.push({
      client_id: credentials.client_id,
      name,
      secretDigest: digestSecret(credentials.client_secret),
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(outside === undefined ? {} : { outside: { ...outside } }),
      licence,
      scopes: [...(client.scopes ?? DEFAULT_SCOPES)],
      ...(client.objects === undefined ? {} : { objects: [...client.objects] }),
      ...(redirectUris === undefined ? {} : { redirectUris }),
      ...(client.isPublic === true && { isPublic: true }),
      ...(client.isSelfRegistered === true && { isSelfRegistered: true }),
      ...(client.tokenForm === undefined ? {} : { tokenForm: client.tokenForm }),
      revoked: false,
      created: new Date(now()).toISOString(),
    });
  });
  return credentials;
}

function publicKeyOf({ publicKey, publicKeyFile }: NewClient): string | undefined {
  if (publicKey !== undefined) return publicKeyPem(publicKey, 'publicKey');
  return publicKeyFile === undefined ? undefined : readPublicKeyFile(publicKeyFile);
}

/** Lists all clients in order of registration, including revoked clients. */
export function listClients(dataFolder: string): readonly Client[] {
  return parseClients(readIfThere(clientsPath(dataFolder)), clientsPath(dataFolder)).clients;
}

/** Revokes a client and its tokens immediately. A revoked client cannot be restored, only replaced by a new one. */
export function revokeClient(dataFolder: string, clientId: string): void {
  change(dataFolder, clientId, (client) => (client.revoked = true));
}

/** Grants, limits or revokes a client's API license. Applies immediately, even to tokens already issued. */
export function setLicence(dataFolder: string, clientId: string, licence: ApiLicense): void {
  const checked = checkLicence(licence);
  change(dataFolder, clientId, (client) => (client.licence = checked));
}

/**
 * Changes a client's scopes. Applies immediately, even to tokens already issued.
 * @param edit receives the current scopes
 * @returns the new scopes, in standard order
 * @throws AuthError if no scope would be left
 */
export function setScopes(
  dataFolder: string,
  clientId: string,
  edit: (scopes: readonly Scope[]) => readonly Scope[],
): readonly Scope[] {
  let after: readonly Scope[] = [];
  change(dataFolder, clientId, (client) => {
    const wanted = new Set(edit(client.scopes));
    if (wanted.size === 0)
      throw new AuthError('a client needs at least one scope; use client revoke to remove its access');
    after = SCOPES.filter((scope) => wanted.has(scope));
    client.scopes = [...after];
  });
  return after;
}

/** @param objects names of the objects that the client may read and change; `undefined` for all objects */
export function setObjects(dataFolder: string, clientId: string, objects: readonly string[] | undefined): void {
  change(dataFolder, clientId, (client) => {
    if (objects === undefined) delete client.objects;
    else client.objects = [...objects];
  });
}

/** Absent members are not changed. */
export interface LoginWays {
  /** An empty list turns authorizations off. */
  readonly redirectUris?: readonly string[] | undefined;
  readonly tokenForm?: TokenForm | undefined;
}

/** Applies immediately. @throws AuthError for an invalid redirect URI */
export function setLoginWays(dataFolder: string, clientId: string, { redirectUris, tokenForm }: LoginWays): void {
  const checked = redirectUris && (redirectUris.length === 0 ? [] : checkRedirectUris(redirectUris));
  change(dataFolder, clientId, (client) => {
    if (checked?.length === 0) delete client.redirectUris;
    else if (checked !== undefined) client.redirectUris = checked;
    if (tokenForm !== undefined) client.tokenForm = tokenForm;
  });
}

/**
 * Gives a client a new secret. The previous secret stays valid for a while, so that callers can switch. Older secrets
 * become invalid immediately.
 * @param overlap milliseconds for which the previous secret stays valid
 * @param now milliseconds since the epoch
 */
export function rotateSecret(dataFolder: string, clientId: string, overlap: number, now: number): ClientCredentials {
  const client_secret = newClientSecret();
  change(dataFolder, clientId, (client) => {
    if (client.revoked) throw new AuthError(`client ${clientId} is revoked and cannot be changed`);
    if (client.isPublic === true) throw new AuthError(`client ${clientId} is public and has no secret`);
    const before = client.secretDigest;
    delete client.previousSecret;
    if (overlap > 0) client.previousSecret = { digest: before, until: new Date(now + overlap).toISOString() };
    client.secretDigest = digestSecret(client_secret);
  });
  return { client_id: clientId, client_secret };
}

/** Parses a clients file. A missing file (`undefined`) has no clients. @throws AuthError that says what is expected */
export function parseClients(text: string | undefined, origin: string): ClientsFile {
  if (text === undefined) return { version: 1, clients: [] };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new AuthError(`${origin}: invalid JSON; restore the file from a backup`);
  }
  const parsed = clientsFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new AuthError(`${origin}: ${issue.path.join('.')}: ${issue.message}`);
}

export function isCalled(client: Client, name: ExternalIdentity): boolean {
  return client.outside?.issuer === name.issuer && client.outside.subject === name.subject;
}

function checkLicence(licence: ApiLicense): ApiLicense {
  const parsed = licenseSchema.safeParse(licence);
  if (parsed.success) return parsed.data;
  throw new AuthError(
    `license: expected none, revoked, or valid with an expiry date such as 2026-12-31; got ${JSON.stringify(licence)}`,
  );
}

function checkRedirectUris(uris: readonly string[]): string[] {
  for (const uri of uris) {
    const parsed = redirectUriSchema.safeParse(uri);
    if (!parsed.success) throw new AuthError(`redirect URI ${JSON.stringify(uri)}: ${parsed.error.issues[0]!.message}`);
  }
  if (uris.length > 20) throw new AuthError('too many redirect URIs: at most 20 are allowed');
  return [...new Set(uris)];
}

function change(dataFolder: string, clientId: string, edit: (client: ClientsFile['clients'][number]) => void): void {
  update(dataFolder, (file) => {
    const client = file.clients.find((one) => one.client_id === clientId);
    if (!client) throw new AuthError(`no client has the Id ${JSON.stringify(clientId)}; \`client list\` shows all Ids`);
    edit(client);
  });
}

export const lockOf = (dataFolder: string): string => `${clientsPath(dataFolder)}.lock`;

/** Reads, changes and writes the file under a lock, so that no change of another process is lost. */
function update(dataFolder: string, edit: (file: ClientsFile) => void): void {
  makeFolderSync(dataFolder, PRIVATE);
  const path = clientsPath(dataFolder);
  withFileLock(lockOf(dataFolder), () => {
    const low = new LowSync<ClientsFile>(new ClientsAdapter(path), { version: 1, clients: [] });
    low.read();
    low.update(edit);
  });
}

/** Writes the file for the owner only, and syncs it. lowdb's own adapter does neither. */
class ClientsAdapter implements SyncAdapter<ClientsFile> {
  constructor(private readonly path: string) {}

  read(): ClientsFile | null {
    const text = readIfThere(this.path);
    return text === undefined ? null : parseClients(text, this.path);
  }

  write(data: ClientsFile): void {
    replaceFileSync(this.path, `${JSON.stringify(data, null, 2)}\n`);
  }
}

function readIfThere(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined) refuseIfShared(path, stat.mode);
  return textOfFile(path);
}

const LEAST_BITS = 2048;
/** Longer keys are rejected, because the time to verify a signature grows with the square of the key's length. */
const MOST_BITS = 8192;
const LEAST_EXPONENT = 65_537n;

/**
 * Reads an RSA public key from a PEM file (SPKI, PKCS #1 or a certificate) or a JWK file, as SPKI in PEM.
 * @throws AuthError if the file contains a private key, another kind of key, or a key of fewer than 2,048 bits
 */
function readPublicKeyFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AuthError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  return publicKeyPem(text, path);
}

/** @param origin where the key is from, for messages */
function publicKeyPem(text: string, origin: string): string {
  const key = parse(text, origin);
  const details = key.asymmetricKeyDetails;
  const bits = details?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa')
    throw new AuthError(`${origin}: expected an RSA public key, found ${key.asymmetricKeyType ?? 'another type'}`);
  if (bits < LEAST_BITS || bits > MOST_BITS)
    throw new AuthError(`${origin}: expected an RSA key of ${LEAST_BITS} to ${MOST_BITS} bits, found ${bits}`);
  if ((details?.publicExponent ?? 0n) < LEAST_EXPONENT)
    throw new AuthError(`${origin}: expected a public exponent of at least ${LEAST_EXPONENT.toString()}`);
  return key.export({ type: 'spki', format: 'pem' }) as string;
}

function parse(text: string, origin: string): KeyObject {
  const expected = 'expected an RSA public key as PEM or JWK';
  if (text.includes('PRIVATE KEY'))
    throw new AuthError(`${origin}: this is a private key; ${expected} (keep the private key secret)`);
  try {
    if (!text.trimStart().startsWith('{')) return createPublicKey(text);
    const jwk = JSON.parse(text) as Record<string, unknown>;
    if (!('d' in jwk)) return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new AuthError(`${origin}: ${expected}`);
  }
  throw new AuthError(`${origin}: this is a private key; ${expected} (keep the private key secret)`);
}
