import { Argument, type Command } from 'commander';
import type { AnswerOf } from '../../extensions/api.js';
import { argument, command, type Input } from '../command.js';
import { Failure } from '../../runtime/failure.js';
import { configOption, jsonOption, parseCount, serviceAddress } from '../options.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { runningService } from '../remote-service.js';

const id = argument('<id>', 'Id of the scenario');
const number: Input<number> = new Argument(
  '<number>',
  'number of the version, as `scenarios versions` lists it',
).argParser(parseCount);
const inputs = { ...serviceAddress, ...configOption, ...jsonOption };
const WHY = 'the service stores the versions, and uses a restored version immediately';

export const versionsCommand = (): Command =>
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

export const revertCommand = (): Command =>
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
