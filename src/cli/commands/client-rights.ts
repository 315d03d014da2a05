import { Command, Option } from 'commander';
import { listClients, rotateSecret, setObjects, setScopes } from '../../auth/clients.js';
import { SCOPES, type Scope } from '../../auth/scopes.js';
import { audit } from '../audit.js';
import { Failure, WrongUse } from '../errors.js';
import { configOption, dataOption, jsonOption, parseDuration, withExamples } from '../options.js';
import { printJson } from '../output/print.js';
import { configurationOf, objectType } from '../workspace.js';

const DAY = 86_400_000;

/** An option that may be repeated, and takes several values with commas between them. */
export function listOption(flags: string, description: string): Option {
  return new Option(flags, description)
    .argParser((text: string, previous: string[]) => [...previous, ...text.split(',').map((word) => word.trim())])
    .default([], 'none');
}

/** @throws WrongUse with the known scopes */
export function scopesOf(words: readonly string[]): readonly Scope[] {
  const unknown = words.find((word) => !(SCOPES as readonly string[]).includes(word));
  if (unknown !== undefined) throw new WrongUse(`'${unknown}' is no scope; known are ${SCOPES.join(', ')}`);
  return SCOPES.filter((scope) => words.includes(scope));
}

export function scopeText(scopes: readonly Scope[]): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
}

/**
 * The names of objects as they are configured; `undefined` for none given.
 *
 * @throws WrongUse with the known objects
 */
export async function objectNames(names: readonly string[], config: string): Promise<readonly string[] | undefined> {
  if (names.length === 0) return undefined;
  const configuration = await configurationOf(config);
  return [...new Set(names.map((name) => objectType(configuration, name).name))];
}

interface ScopesOptions {
  set: string[];
  add: string[];
  remove: string[];
  data: string;
  json?: boolean;
}

export function scopesCommand(): Command {
  const command = new Command('scopes')
    .description('show or change what a client may do; counts from the next request on')
    .argument('<id>', 'client_id')
    .addOption(listOption('--set <scope>', 'these and no others; may be repeated'))
    .addOption(listOption('--add <scope>', 'these too'))
    .addOption(listOption('--remove <scope>', 'these no longer'))
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((id: string, options: ScopesOptions) => {
      const [set, add, remove] = [scopesOf(options.set), scopesOf(options.add), scopesOf(options.remove)];
      if (set.length > 0 && add.length + remove.length > 0)
        throw new WrongUse('give either --set, or --add and --remove');
      const isChange = set.length + add.length + remove.length > 0;
      const scopes = isChange
        ? setScopes(options.data, id, (has) =>
            set.length > 0 ? set : [...has, ...add].filter((scope) => !remove.includes(scope)),
          )
        : (clientOf(options.data, id).scopes ?? SCOPES);
      if (isChange) audit(options.data, { action: 'scopesChanged', target: [id], detail: scopeText(scopes) });
      if (options.json === true) printJson(scopes);
      else process.stdout.write(`${scopes.join(' ')}\n`);
    });
  command.addHelpText('after', `\nScopes: ${SCOPES.join(' ')}`);
  return withExamples(command, [
    'client scopes 0123456789abcdef0123456789abcdef',
    'client scopes 0123456789abcdef0123456789abcdef --add history,undo --remove read',
  ]);
}

export function objectsCommand(): Command {
  const command = new Command('objects')
    .description('show or change which objects a client may see and change; counts from the next request on')
    .argument('<id>', 'client_id')
    .addOption(listOption('--set <type>', 'records of these objects and no others; may be repeated'))
    .option('--all', 'records of all objects')
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(jsonOption())
    .action(
      async (id: string, options: { set: string[]; all?: boolean; data: string; config: string; json?: boolean }) => {
        const set = await objectNames(options.set, options.config);
        if (options.all === true && set !== undefined) throw new WrongUse('give either --set or --all, not both');
        if (options.all === true || set !== undefined) {
          setObjects(options.data, id, set);
          audit(options.data, { action: 'objectsChanged', target: [id], detail: set?.join(' ') ?? 'all' });
        }
        const objects = clientOf(options.data, id).objects ?? null;
        if (options.json === true) printJson(objects);
        else process.stdout.write(`${objects?.join(' ') ?? 'all'}\n`);
      },
    );
  return withExamples(command, [
    'client objects 0123456789abcdef0123456789abcdef --set Lead,Contact',
    'client objects 0123456789abcdef0123456789abcdef --all',
  ]);
}

export function rotateCommand(): Command {
  const command = new Command('rotate')
    .description('give a client a new secret, shown once; the one before goes on counting for a while')
    .argument('<id>', 'client_id')
    .addOption(
      new Option('--overlap <time>', 'that the secret before still counts, such as 30m, 24h or 7d')
        .argParser(parseDuration)
        .default(DAY, '24h'),
    )
    .option(
      '--now',
      'the secret before ends now; tokens that were given for it end with `client revoke` or `key rotate --now`',
    )
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((id: string, options: { overlap: number; now?: boolean; data: string; json?: boolean }) => {
      const overlap = options.now === true ? 0 : options.overlap;
      const now = Date.now();
      const credentials = rotateSecret(options.data, id, overlap, now);
      const until = new Date(now + overlap).toISOString();
      audit(options.data, { action: 'secretRotated', target: [id], detail: `the secret before ends ${until}` });
      if (options.json === true) {
        printJson({ ...credentials, previous_secret_until: until });
        return;
      }
      process.stdout.write(`client_id      ${credentials.client_id}\nclient_secret  ${credentials.client_secret}\n`);
      process.stderr.write(
        `Keep the secret: it is not shown again. The one before ${overlap === 0 ? 'counts no longer' : `counts until ${until}`}.\n`,
      );
    });
  return withExamples(command, [
    'client rotate 0123456789abcdef0123456789abcdef',
    'client rotate 0123456789abcdef0123456789abcdef --overlap 7d',
    'client rotate 0123456789abcdef0123456789abcdef --now',
  ]);
}

function clientOf(data: string, id: string) {
  const client = listClients(data).find((one) => one.client_id === id);
  if (client === undefined) throw new Failure(`no client has the Id '${id}'; \`client list\` shows them`);
  return client;
}
