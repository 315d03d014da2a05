import { type Command, Argument } from 'commander';
import { RequestError } from '../../records/contract/request-error.js';
import type { ShownProposal } from '../../service/config/proposal.js';
import { listScenarios } from '../../service/search/scenario-list.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { argument, command, flag, type Input } from '../command.js';
import { Failure } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { type StoreChoice, auditIn } from '../meant-store.js';
import { describeLeftOut } from '../../files/read/describe-unused.js';
import { jsonOption, serviceOptions, configOption, parseCount, serviceAddress } from '../options.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { remoteService, runningService } from '../remote-service.js';
import { inTemporaryFolder } from '../../runtime/make-folder.js';
import { ProposalStore } from '../../service/config/proposal-store.js';
import { ConfigurationVersions } from '../../service/config/configuration-versions.js';
import type { Home } from '../../store/home/home.js';
import { Proposals } from '../../service/config/proposals.js';
import type { AuditEntry } from '../../service/auth/audit-log.js';
import { readFolderFiles, writeFolderFiles } from '../../store/config/folder-files.js';
import { putScenario } from '../../store/config/scenario-part.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { openMeantHome } from '../open/database.js';
import type { AnswerOf } from '../../extensions/api.js';

export const scenariosCommand = (): Command =>
  command({
    name: 'scenarios',
    description:
      'list the scenarios (Id, name, object, threshold, usage, fields) and the learned scenarios that await acceptance',
    inputs: {
      all: flag(
        '--all',
        'also list disabled scenarios, in the format of scenarios.json; to enable one, add `{ "id": …, "enabled": true }` to that file',
      ),
      proposals: flag(
        '--proposals',
        'list only learned scenarios that await acceptance, with their expected quality and the effect of review decisions (`reason`)',
      ),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: [
      'scenarios',
      'scenarios --all --json',
      'scenarios --proposals --json --url http://127.0.0.1:8080 --token "$TOKEN"',
    ],
    run: async ({ all, proposals, data, store, config, json, ...given }) => {
      const { scenarios, scenarioDefinitions, settings } = await configurationMeant({ config, store, ...given });
      const service = remoteService(given, settings);
      const off = scenarioDefinitions.filter(({ enabled }) => all === true && enabled === false);
      const active = service === undefined ? listScenarios(scenarios) : await service.call('scenarios');
      const waiting = await (service?.call('proposals') ??
        withProposals({ data, store, config }, (waiting) => waiting.list()));
      if (proposals === true) {
        show(json, waiting, () => proposalsText(waiting));
        return;
      }
      const listed = () =>
        table(
          ['id', 'name', 'object', 'threshold', 'usage', 'fields (method, weight)'],
          [...active, ...off.map((definition) => ({ ...definition, usage: ['(off)'] }))].map((scenario) => [
            scenario.id,
            scenario.name,
            scenario.object,
            String(scenario.threshold),
            scenario.usage.join(', '),
            fieldsText(scenario.fields),
          ]),
          200,
        );
      show(json, all === true ? scenarioDefinitions : active, () =>
        waiting.length === 0 ? listed() : `${listed()}\n${proposalsText(waiting)}`,
      );
    },
  })
    // Without this setting, the command that lists scenarios would consume the options after `accept`.
    .enablePositionalOptions()
    .addCommand(endCommand('accept'))
    .addCommand(endCommand('discard'))
    .addCommand(versionsCommand())
    .addCommand(revertCommand());

const END_TEXTS = {
  accept: {
    description:
      'write a learned scenario to scenarios.json in the configuration folder; with --url or --store, all nodes start to use it without a restart',
    done: (id: string, isLive: boolean) =>
      isLive
        ? `${id} is in use\n`
        : `wrote ${id}; it takes effect at the next startup, or with \`likeness config reload\`\n`,
  },
  discard: {
    description: 'discard a learned scenario until the records have changed enough to learn again',
    done: (id: string) => `discarded ${id}\n`,
  },
};

function endCommand(how: 'accept' | 'discard'): Command {
  const { description, done } = END_TEXTS[how];
  return command({
    name: how,
    description,
    inputs: { id: argument('<id>', 'Id of the proposal'), ...serviceOptions, ...jsonOption },
    examples: [
      `scenarios ${how} contact-learned`,
      `scenarios ${how} contact-learned --url http://127.0.0.1:8080 --token "$TOKEN"`,
    ],
    run: async ({ id, data, store, config, json, ...given }) => {
      const service = remoteService(given, (await configurationMeant({ config, store, ...given })).settings);
      const ended =
        service === undefined
          ? await endStored(how, id, { data, store, config })
          : await service.call(how === 'accept' ? 'acceptProposal' : 'discardProposal', { body: { id } });
      show(json, ended, () => done(id, service !== undefined || store !== undefined));
    },
  });
}

async function endStored(
  how: 'accept' | 'discard',
  id: string,
  choice: StoreChoice & { readonly config: string },
): Promise<ShownProposal> {
  try {
    return await withProposals(choice, (proposals) => proposals[how](id, { by: COMMAND_LINE }));
  } catch (error) {
    throw error instanceof RequestError ? new Failure(error.message) : error;
  }
}

function proposalsText(proposals: readonly ShownProposal[]): string {
  if (proposals.length === 0) return 'no learned scenarios await acceptance\n';
  const percent = (share: number) => (share * 100).toFixed(1);
  const list = table(
    ['proposal', 'object', 'records', 'learned', 'threshold', 'expected precision %', 'expected recall %'],
    proposals.map((one) => [
      one.id,
      one.object,
      String(one.records),
      one.learned,
      String(one.threshold),
      percent(one.expectedPrecision),
      percent(one.expectedRecall),
    ]),
  );
  return [list, ...proposals.map(proposalText)].join('\n');
}

/** Describes the compared fields, the effect of decisions, and omitted fields. */
function proposalText({ id, fields, leftOut, reason }: ShownProposal): string {
  const compared = table(
    [id, 'method', 'bits when equal', 'bits when different'],
    fields.map(({ field, method, equal, different }) => [field, method, equal.toFixed(1), different.toFixed(1)]),
  );
  const because = reason === undefined ? [] : [reason];
  return `${compared}${[...because, ...describeLeftOut(leftOut)].map((line) => `${line}\n`).join('')}`;
}

/** Formats fields as `Email (email, 30), Phone (phone, 20)`. */
function fieldsText(fields: readonly { field: string; method: string; weight: number }[]): string {
  return fields.map(({ field, method, weight }) => `${field} (${method}, ${weight})`).join(', ');
}

/** Provides the learned scenarios waiting in the chosen store. Accepting a scenario does not activate it yet. */
async function withProposals<T>(
  choice: StoreChoice & { readonly config: string },
  use: (proposals: Proposals) => Promise<T>,
): Promise<T> {
  const { data, store, config } = choice;
  const entries: AuditEntry[] = [];
  const note = (entry: AuditEntry): void => void entries.push(entry);
  const home = await openMeantHome({ data, store });
  try {
    const accept = (_actor: unknown, scenario: ScenarioDefinition): Promise<void> =>
      home.isShared ? pushScenario(home, config, scenario) : putScenario(config, scenario);
    const result = await use(new Proposals(new ProposalStore(home), accept, note));
    for (const entry of entries) await auditIn(choice, entry);
    return result;
  } finally {
    await home.close();
  }
}

async function pushScenario(home: Home, config: string, scenario: ScenarioDefinition): Promise<void> {
  const versions = new ConfigurationVersions(home);
  await inTemporaryFolder('configuration', async (folder) => {
    const newest = await versions.copyNewest(folder);
    if (newest === 0) await writeFolderFiles(folder, await readFolderFiles(config));
    await putScenario(folder, scenario);
    await versions.push(await readFolderFiles(folder), COMMAND_LINE, newest);
  });
}

const id = argument('<id>', 'Id of the scenario');
const number: Input<number> = new Argument(
  '<number>',
  'number of the version, as `scenarios versions` lists it',
).argParser(parseCount);
const inputs = { ...serviceAddress, ...configOption, ...jsonOption };
const WHY = 'the service stores the versions, and uses a restored version immediately';

const versionsCommand = (): Command =>
  command({
    name: 'versions',
    description: 'list the earlier versions of a scenario in a running service, newest first, with author and time',
    inputs: { id, ...inputs },
    examples: ['scenarios versions contact-default --url http://127.0.0.1:8080 --token "$TOKEN"'],
    run: async ({ id, json, ...given }) => {
      const versions = await (
        await runningService(given, WHY)
      ).call('scenarioVersions', { params: { scenarioId: id } });
      show(json, versions, () => versionsTable(id, versions));
    },
  });

const revertCommand = (): Command =>
  command({
    name: 'revert',
    description: 'restore an earlier version of a scenario; the running service uses it immediately',
    inputs: { id, number, ...inputs },
    examples: ['scenarios revert contact-default 3 --url http://127.0.0.1:8080 --token "$TOKEN"'],
    run: async ({ id, number, json, ...given }) => {
      const service = await runningService(given, WHY);
      const { scenarios } = await service.call('scenarioDefinitions');
      const version = scenarios.find(({ scenario }) => scenario.id === id)?.version ?? null;
      const params = { scenarioId: id };
      const reverted = await service.call('revertScenario', { params, body: { number, version } });
      show(json, reverted, () =>
        [
          reverted.saved === null ? `deleted ${id}, as in version ${number}` : `restored ${id} to version ${number}`,
          ...reverted.warnings,
          '',
        ].join('\n'),
      );
    },
  });

function versionsTable(id: string, versions: AnswerOf<'scenarioVersions'>): string {
  if (versions.length === 0) throw new Failure(`the scenario '${id}' has no earlier versions`);
  return table(
    ['number', 'time', 'what', 'by', 'threshold', 'fields (method, weight)'],
    versions.map(({ number, time, action, by, name, scenario }) => [
      String(number),
      time,
      action,
      name ?? by,
      scenario === null ? '(none)' : String(scenario.threshold),
      (scenario?.fields ?? []).map(({ field, method, weight }) => `${field} (${method}, ${weight})`).join(', '),
    ]),
    200,
  );
}
