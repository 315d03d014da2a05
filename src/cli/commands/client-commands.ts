import type { Command } from 'commander';
import {
  addClient,
  listClients,
  revokeClient,
  rotateSecret,
  setLicence,
  type NewClient,
} from '../../service/auth/client-store.js';
import { licenseUntilSchema, type ApiLicense } from '../../service/auth/api-license.js';
import { licenceText, scopeText } from '../../service/auth/client-texts.js';
import { DEFAULT_SCOPES, SCOPES } from '../../service/auth/scopes.js';
import { argument, command, commandGroup, flag, text } from '../command.js';
import { WrongUse } from '../../runtime/failure.js';
import { configOption, jsonOption, list, overlapOption } from '../options.js';
import { onSharedFiles, sharedDataOptions } from '../shared-folder-files.js';
import { print, printError, show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import {
  loginCommand,
  objectNames,
  objectsCommand,
  redirectUris,
  scopesCommand,
  scopesOf,
  tokenForm,
} from './client-rights-commands.js';

export const clientCommand = (): Command =>
  commandGroup(
    'client',
    'manage the clients that may call the service, and their API licenses (works while a server is running; changes take effect immediately)',
    [
      addCommand(),
      listCommand(),
      revokeCommand(),
      licenceCommand(),
      scopesCommand(),
      objectsCommand(),
      loginCommand(),
      rotateCommand(),
    ],
  );

const addCommand = (): Command =>
  command({
    name: 'add',
    description: 'register a client; its secret is shown once',
    inputs: {
      name: argument('<name>', 'display name of the client'),
      licence: flag('--no-licence', 'add the client without an API license, so that the service rejects its requests'),
      licenceUntil: text('--licence-until <date>', 'last day of the license, such as 2026-12-31'),
      publicKey: text('--public-key <file>', 'RSA public key (PEM or JWK) for the JWT bearer grant'),
      issuer: text(
        '--issuer <issuer>',
        'issuer (the `iss` claim) of the external identity provider of the client or person',
      ),
      subject: text(
        '--subject <subject>',
        'subject (the `sub` claim) that identifies the client or person at the provider',
      ),
      scope: list('--scope <scope>', 'scope of the client; may be repeated', 'search, upsert, read'),
      allScopes: flag('--all-scopes', 'grant all scopes'),
      object: list('--object <type>', 'limit the client to records of this object; may be repeated', 'all objects'),
      redirectUri: redirectUris(),
      public: flag('--public', 'public client without a secret, such as a web page, a desktop app or a phone app'),
      tokenForm: tokenForm(),
      ...sharedDataOptions,
      ...configOption,
      ...jsonOption,
    },
    examples: [
      'client add "Web shop"',
      'client add "Trial" --licence-until 2026-12-31 --json',
      'client add "Integration" --public-key integration.pem',
      'client add "Lead forms" --scope search,upsert --object Lead',
      'client add "Desktop app" --public --redirect-uri http://localhost/done',
    ],
    run: onSharedFiles(async ({ name, data, json, ...given }, record, now) => {
      if (given.allScopes === true && given.scope.length > 0)
        throw new WrongUse('give either --scope or --all-scopes, not both');
      if (given.licence === false && given.licenceUntil !== undefined)
        throw new WrongUse('give either --no-licence or --licence-until, not both');
      const named = given.scope.length === 0 ? DEFAULT_SCOPES : scopesOf(given.scope);
      const scopes = given.allScopes === true ? SCOPES : named;
      const client: NewClient = {
        name,
        licence: given.licence === false ? { state: 'none' } : validUntil('--licence-until', given.licenceUntil),
        scopes,
        objects: await objectNames(given.object, given.config, given.store),
        publicKeyFile: given.publicKey,
        outside: outsideName(given),
        redirectUris: given.redirectUri.length === 0 ? undefined : given.redirectUri,
        isPublic: given.public,
        tokenForm: given.tokenForm,
      };
      const credentials = addClient(data, client, now);
      record({ action: 'clientAdded', target: [credentials.client_id], name, detail: scopeText(scopes) });
      if (given.public === true) {
        show(json, { client_id: credentials.client_id }, () => `client_id      ${credentials.client_id}\n`);
        return;
      }
      show(json, credentials, () => credentialsText(credentials));
      if (json !== true) printError('Save this secret: it will not be shown again.\n');
    }),
  });

const listCommand = (): Command =>
  command({
    name: 'list',
    description: 'list the clients',
    inputs: { ...sharedDataOptions, ...jsonOption },
    examples: ['client list', 'client list --json'],
    run: onSharedFiles(({ data, json }, _record, now) => {
      const clients = listClients(data).map((client) => ({
        client_id: client.client_id,
        name: client.name,
        licence: client.licence,
        scopes: client.scopes,
        objects: client.objects ?? null,
        redirectUris: client.redirectUris ?? [],
        public: client.isPublic === true,
        revoked: client.revoked,
        created: client.created,
      }));
      show(json, clients, () =>
        table(
          ['client_id', 'name', 'state', 'licence', 'scopes', 'objects', 'created'],
          clients.map(({ client_id, name, licence, scopes, objects, revoked, created }) => [
            client_id,
            name,
            revoked ? 'revoked' : 'active',
            licenceText(licence, now()),
            scopeText(scopes),
            objects?.join(' ') ?? 'all',
            created.slice(0, 10),
          ]),
        ),
      );
    }),
  });

const revokeCommand = (): Command =>
  command({
    name: 'revoke',
    description: "revoke a client's access immediately, including issued tokens; this cannot be undone",
    inputs: { id: argument('<id>', 'client_id'), ...sharedDataOptions },
    examples: ['client revoke 0123456789abcdef0123456789abcdef'],
    run: onSharedFiles(({ id, data }, record) => {
      revokeClient(data, id);
      record({ action: 'clientRevoked', target: [id] });
      print(`client ${id} is revoked\n`);
    }),
  });

const licenceCommand = (): Command =>
  command({
    name: 'licence',
    description: 'grant, limit or revoke the API license of a client; effective from the next request',
    inputs: {
      id: argument('<id>', 'client_id'),
      until: text('--until <date>', 'last day of the license (default: unlimited)'),
      revoke: flag('--revoke', 'revoke the license'),
      ...sharedDataOptions,
    },
    examples: [
      'client licence 0123456789abcdef0123456789abcdef --until 2026-12-31',
      'client licence 0123456789abcdef0123456789abcdef --revoke',
    ],
    run: onSharedFiles(({ id, until, revoke, data }, record, now) => {
      if (revoke === true && until !== undefined) throw new WrongUse('give either --until or --revoke, not both');
      const licence: ApiLicense = revoke === true ? { state: 'revoked' } : validUntil('--until', until);
      setLicence(data, id, licence);
      record({ action: 'licenceChanged', target: [id], detail: licenceText(licence, now()) });
      print(`client ${id}: license ${licenceText(licence, now())}\n`);
    }),
  });

const rotateCommand = (): Command =>
  command({
    name: 'rotate',
    description: 'create a new secret for a client and show it once; the previous secret remains valid for a while',
    inputs: {
      id: argument('<id>', 'client_id'),
      overlap: overlapOption('stays valid'),
      now: flag(
        '--now',
        'invalidate the previous secret now; to also invalidate tokens that were issued for it, use `client revoke` or `key rotate --now`',
      ),
      ...sharedDataOptions,
      ...jsonOption,
    },
    examples: [
      'client rotate 0123456789abcdef0123456789abcdef',
      'client rotate 0123456789abcdef0123456789abcdef --overlap 7d',
      'client rotate 0123456789abcdef0123456789abcdef --now',
    ],
    run: onSharedFiles(({ id, data, json, ...given }, record, clock) => {
      const overlap = given.now === true ? 0 : given.overlap;
      const now = clock();
      const credentials = rotateSecret(data, id, overlap, now);
      const until = new Date(now + overlap).toISOString();
      record({ action: 'secretRotated', target: [id], detail: `the previous secret expires ${until}` });
      show(json, { ...credentials, previous_secret_until: until }, () => credentialsText(credentials));
      if (json === true) return;
      const before = overlap === 0 ? 'no longer works' : `remains valid until ${until}`;
      printError(`Save this secret: it will not be shown again. The previous secret ${before}.\n`);
    }),
  });

function credentialsText({ client_id, client_secret }: ReturnType<typeof addClient>): string {
  return `client_id      ${client_id}\nclient_secret  ${client_secret}\n`;
}

function validUntil(option: string, until: string | undefined): ApiLicense {
  if (until === undefined) return { state: 'valid' };
  if (!licenseUntilSchema.safeParse(until).success)
    throw new WrongUse(`${option} '${until}': expected a date such as 2026-12-31`);
  return { state: 'valid', until };
}

function outsideName({ issuer, subject }: { issuer: string | undefined; subject: string | undefined }) {
  if (issuer === undefined && subject === undefined) return undefined;
  if (issuer === undefined || subject === undefined) throw new WrongUse('give --issuer and --subject together');
  return { issuer, subject };
}
