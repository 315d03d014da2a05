import { Command, Option } from 'commander';
import { addClient, listClients, revokeClient, setLicence } from '../../auth/clients.js';
import { licenceFault, licenceUntilSchema, type Licence } from '../../auth/licence.js';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../auth/scopes.js';
import { WrongUse } from '../errors.js';
import { audit } from '../audit.js';
import { configOption, dataOption, jsonOption, withExamples } from '../options.js';
import { printJson, printTable } from '../output/print.js';
import {
  listOption,
  objectNames,
  objectsCommand,
  rotateCommand,
  scopesCommand,
  scopesOf,
  scopeText,
} from './client-rights.js';

interface AddOptions {
  licence: boolean;
  licenceUntil?: string;
  publicKey?: string;
  issuer?: string;
  subject?: string;
  scope: string[];
  allScopes?: boolean;
  object: string[];
  config: string;
  data: string;
  json?: boolean;
}

/** `likeness client ...`: works beside a running server, which follows at once. */
export function clientCommand(): Command {
  const client = new Command('client').description(
    'manage the clients that may call the service, and their API licences (works beside a running server, at once)',
  );
  client.addCommand(addCommand());
  client.addCommand(listCommand());
  client.addCommand(revokeCommand());
  client.addCommand(licenceCommand());
  client.addCommand(scopesCommand());
  client.addCommand(objectsCommand());
  client.addCommand(rotateCommand());
  return client;
}

function addCommand(): Command {
  const command = new Command('add')
    .description('register a client; its secret is shown once')
    .argument('<name>', 'a name for people')
    .option('--no-licence', 'without an API licence: its requests are refused until it has one')
    .option('--licence-until <date>', 'a licence that ends with this day, e.g. 2026-12-31')
    .option('--public-key <file>', 'RSA public key (PEM or JWK) for the JWT bearer grant')
    .addOption(new Option('--issuer <issuer>', 'known to this outside identity provider ...'))
    .addOption(new Option('--subject <subject>', '... under this name'))
    .addOption(listOption('--scope <scope>', 'what it may do; may be repeated (default: search, upsert, read)'))
    .option('--all-scopes', 'it may do everything')
    .addOption(listOption('--object <type>', 'only records of this object; may be repeated (default: all objects)'))
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (name: string, options: AddOptions) => {
      const scopes = newScopes(options);
      const objects = await objectNames(options.object, options.config);
      const credentials = addClient(options.data, {
        name,
        licence: newLicence(options),
        scopes,
        objects,
        ...(options.publicKey !== undefined && { publicKeyFile: options.publicKey }),
        ...outsideName(options),
      });
      const { client_id } = credentials;
      audit(options.data, { action: 'clientAdded', target: [client_id], name, detail: scopeText(scopes) });
      if (options.json === true) {
        printJson(credentials);
        return;
      }
      process.stdout.write(`client_id      ${credentials.client_id}\nclient_secret  ${credentials.client_secret}\n`);
      process.stderr.write('Keep the secret: it is not shown again.\n');
    });
  return withExamples(command, [
    'client add "Web shop"',
    'client add "Trial" --licence-until 2026-12-31 --json',
    'client add "Integration" --public-key integration.pem',
    'client add "Lead forms" --scope search,upsert --object Lead',
  ]);
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the clients')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((options: { data: string; json?: boolean }) => {
      const clients = listClients(options.data).map((client) => ({
        client_id: client.client_id,
        name: client.name,
        licence: client.licence,
        scopes: client.scopes ?? SCOPES,
        objects: client.objects ?? null,
        revoked: client.revoked,
        created: client.created,
      }));
      if (options.json === true) {
        printJson(clients);
        return;
      }
      printTable(
        ['client_id', 'name', 'state', 'licence', 'scopes', 'objects', 'created'],
        clients.map(({ client_id, name, licence, scopes, objects, revoked, created }) => [
          client_id,
          name,
          revoked ? 'revoked' : 'active',
          licenceText(licence),
          scopeText(scopes),
          objects?.join(' ') ?? 'all',
          created.slice(0, 10),
        ]),
      );
    });
  return withExamples(command, ['client list', 'client list --json']);
}

function revokeCommand(): Command {
  const command = new Command('revoke')
    .description("take a client's access away at once, tokens already issued included; there is no way back")
    .argument('<id>', 'client_id')
    .addOption(dataOption())
    .action((id: string, options: { data: string }) => {
      revokeClient(options.data, id);
      audit(options.data, { action: 'clientRevoked', target: [id] });
      process.stdout.write(`client ${id} is revoked\n`);
    });
  return withExamples(command, ['client revoke 0123456789abcdef0123456789abcdef']);
}

function licenceCommand(): Command {
  const command = new Command('licence')
    .description('give a client an API licence, limit it or revoke it; counts from the next request on')
    .argument('<id>', 'client_id')
    .option('--until <date>', 'the licence ends with this day; without it, it does not end')
    .option('--revoke', 'take the licence away')
    .addOption(dataOption())
    .action((id: string, options: { until?: string; revoke?: boolean; data: string }) => {
      if (options.revoke === true && options.until !== undefined) {
        throw new WrongUse('give either --until or --revoke, not both');
      }
      const licence: Licence =
        options.revoke === true ? { state: 'revoked' } : { state: 'valid', ...until('--until', options.until) };
      setLicence(options.data, id, licence);
      audit(options.data, { action: 'licenceChanged', target: [id], detail: licenceText(licence) });
      process.stdout.write(`client ${id}: licence ${licenceText(licence)}\n`);
    });
  return withExamples(command, [
    'client licence 0123456789abcdef0123456789abcdef --until 2026-12-31',
    'client licence 0123456789abcdef0123456789abcdef --revoke',
  ]);
}

function newScopes({ scope, allScopes }: AddOptions): readonly Scope[] {
  if (allScopes !== true) return scope.length === 0 ? DEFAULT_SCOPES : scopesOf(scope);
  if (scope.length > 0) throw new WrongUse('give either --scope or --all-scopes, not both');
  return SCOPES;
}

function newLicence(options: AddOptions): Licence {
  if (options.licence) return { state: 'valid', ...until('--licence-until', options.licenceUntil) };
  if (options.licenceUntil !== undefined) {
    throw new WrongUse('give either --no-licence or --licence-until, not both');
  }
  return { state: 'none' };
}

function until(option: string, text: string | undefined): { until?: string } {
  if (text === undefined) return {};
  if (!licenceUntilSchema.safeParse(text).success) {
    throw new WrongUse(`${option} '${text}': expected a date such as 2026-12-31`);
  }
  return { until: text };
}

function outsideName({ issuer, subject }: AddOptions): { outside?: { issuer: string; subject: string } } {
  if (issuer === undefined && subject === undefined) return {};
  if (issuer === undefined || subject === undefined) throw new WrongUse('--issuer and --subject belong together');
  return { outside: { issuer, subject } };
}

function licenceText(licence: Licence): string {
  if (licenceFault(licence, Date.now()) === undefined) {
    return licence.until === undefined ? 'valid' : `valid until ${licence.until}`;
  }
  return licence.state === 'valid' ? `expired ${licence.until ?? ''}` : licence.state;
}
