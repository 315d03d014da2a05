import type { Command } from 'commander';
import { TOKEN_FORMS } from '../../service/auth/client.js';
import { listClients, setLoginWays, setObjects, setScopes } from '../../service/auth/client-store.js';
import { scopeText } from '../../service/auth/client-texts.js';
import { SCOPES, type Scope } from '../../service/auth/scopes.js';
import { argument, choice, command, flag } from '../command.js';
import { objectType } from '../../files/read/object-of.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { configOption, jsonOption, list } from '../options.js';
import { onSharedFiles, sharedDataOptions } from '../shared-folder-files.js';
import { show } from '../output/print.js';

/** @throws WrongUse listing the known scopes */
export function scopesOf(words: readonly string[]): readonly Scope[] {
  const unknown = words.find((word) => !(SCOPES as readonly string[]).includes(word));
  if (unknown !== undefined) throw new WrongUse(`'${unknown}' is not a scope; expected one of ${SCOPES.join(', ')}`);
  return SCOPES.filter((scope) => words.includes(scope));
}

/** Returns the configured names of objects, or `undefined` without names. @throws WrongUse listing the known objects */
export async function objectNames(
  names: readonly string[],
  config: string,
  store: string | undefined,
): Promise<readonly string[] | undefined> {
  if (names.length === 0) return undefined;
  const configuration = await configurationMeant({ config, store });
  return [...new Set(names.map((name) => objectType(configuration, name).name))];
}

export const scopesCommand = (): Command =>
  command({
    name: 'scopes',
    description: 'show or change the scopes of a client; effective from the next request',
    inputs: {
      id: argument('<id>', 'client_id'),
      set: list('--set <scope>', "replace the client's scopes with this scope; may be repeated"),
      add: list('--add <scope>', 'scope to add; may be repeated'),
      remove: list('--remove <scope>', 'scope to remove; may be repeated'),
      ...sharedDataOptions,
      ...jsonOption,
    },
    remarks: `Scopes: ${SCOPES.join(' ')}`,
    examples: [
      'client scopes 0123456789abcdef0123456789abcdef',
      'client scopes 0123456789abcdef0123456789abcdef --add history,undo --remove read',
    ],
    run: onSharedFiles(({ id, data, json, ...given }, record) => {
      const [set, add, remove] = [scopesOf(given.set), scopesOf(given.add), scopesOf(given.remove)];
      if (set.length > 0 && add.length + remove.length > 0)
        throw new WrongUse('give either --set, or --add and --remove');
      const isChange = set.length + add.length + remove.length > 0;
      const changed = (has: readonly Scope[]) =>
        set.length > 0 ? set : [...has, ...add].filter((scope) => !remove.includes(scope));
      const scopes = isChange ? setScopes(data, id, changed) : clientOf(data, id).scopes;
      if (isChange) record({ action: 'scopesChanged', target: [id], detail: scopeText(scopes) });
      show(json, scopes, () => `${scopes.join(' ')}\n`);
    }),
  });

export const objectsCommand = (): Command =>
  command({
    name: 'objects',
    description: 'show or change the objects of a client; effective from the next request',
    inputs: {
      id: argument('<id>', 'client_id'),
      set: list('--set <type>', 'limit the client to records of this object; may be repeated'),
      all: flag('--all', 'allow all objects'),
      ...sharedDataOptions,
      ...configOption,
      ...jsonOption,
    },
    examples: [
      'client objects 0123456789abcdef0123456789abcdef --set Lead,Contact',
      'client objects 0123456789abcdef0123456789abcdef --all',
    ],
    run: onSharedFiles(async ({ id, all, data, config, json, ...given }, record) => {
      const set = await objectNames(given.set, config, given.store);
      if (all === true && set !== undefined) throw new WrongUse('give either --set or --all, not both');
      if (all === true || set !== undefined) {
        setObjects(data, id, set);
        record({ action: 'objectsChanged', target: [id], detail: set?.join(' ') ?? 'all' });
      }
      const objects = clientOf(data, id).objects ?? null;
      show(json, objects, () => `${objects?.join(' ') ?? 'all'}\n`);
    }),
  });

export const redirectUris = () =>
  list(
    '--redirect-uri <address>',
    'redirect URI for authorization by a person: an https URL or a URL on this machine; may be repeated',
  );

export const tokenForm = () =>
  choice(
    '--token-form <form>',
    "format of the client's tokens; `platform` is the Salesforce format, which some client libraries require",
    TOKEN_FORMS,
  );

export const loginCommand = (): Command =>
  command({
    name: 'login',
    description: 'show or change how a client logs in; effective from the next login',
    inputs: {
      id: argument('<id>', 'client_id'),
      redirectUri: redirectUris(),
      none: flag('--none', 'remove all redirect URIs, so that people can no longer authorize the client'),
      tokenForm: tokenForm(),
      ...sharedDataOptions,
      ...jsonOption,
    },
    examples: [
      'client login 0123456789abcdef0123456789abcdef --redirect-uri https://app.example.com/callback',
      'client login 0123456789abcdef0123456789abcdef --token-form platform',
    ],
    run: onSharedFiles(({ id, data, json, ...given }, record) => {
      if (given.none === true && given.redirectUri.length > 0)
        throw new WrongUse('give either --redirect-uri or --none');
      const isNamed = given.none === true || given.redirectUri.length > 0;
      const ways = { redirectUris: isNamed ? given.redirectUri : undefined, tokenForm: given.tokenForm };
      if (isNamed || given.tokenForm !== undefined) {
        setLoginWays(data, id, ways);
        record({ action: 'loginWaysChanged', target: [id], detail: Object.values(ways).flat().join(' ') });
      }
      const { redirectUris: addresses = [], tokenForm: form = 'jwt', isPublic = false } = clientOf(data, id);
      show(json, { redirectUris: addresses, tokenForm: form, public: isPublic }, () =>
        [...addresses.map((address) => `redirect URI   ${address}`), `tokens         ${form}`, ''].join('\n'),
      );
    }),
  });

function clientOf(data: string, id: string) {
  const client = listClients(data).find((one) => one.client_id === id);
  if (client === undefined) throw new Failure(`no client has the Id '${id}'; \`client list\` lists all clients`);
  return client;
}
