import type { Command } from 'commander';
import type { DeadLetter, ShownWebhook } from '../../extensions/webhooks/backlogs.js';
import { WebhookSecrets } from '../../extensions/webhooks/secrets.js';
import { argument, argumentList, command, commandGroup, flag } from '../command.js';
import { WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { configOption, jsonOption, overlapOption, serviceAddress } from '../options.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { onSharedFiles, sharedDataOptions } from '../shared-folder-files.js';
import { runningService } from '../remote-service.js';

export const webhooksCommand = (): Command =>
  commandGroup('webhooks', 'manage the webhooks in webhooks.json: their progress, dead letters and secrets', [
    listCommand(),
    deadCommand(),
    reviveCommand('replay', 'send dead letters again'),
    reviveCommand('discard', 'discard dead letters'),
    secretCommand(),
    rotateCommand(),
  ]);

const id = argument('<webhook>', 'Id from webhooks.json');
const remoteOptions = { ...serviceAddress, ...configOption, ...jsonOption };
const letters = argumentList('[events...]', 'Ids of the events (default: all)');

const listCommand = (): Command =>
  command({
    name: 'list',
    description: 'list the webhooks of a running service',
    inputs: remoteOptions,
    examples: ['webhooks list --url http://127.0.0.1:8080 --token "$TOKEN"'],
    run: async ({ json, ...given }) => {
      const all = await (await running(given)).call('webhooks');
      show(json, all, () => webhooksTable(all));
    },
  });

const deadCommand = (): Command =>
  command({
    name: 'dead',
    description: 'list the undelivered events of a webhook (dead letters)',
    inputs: { id, ...remoteOptions },
    examples: ['webhooks dead warehouse --url http://127.0.0.1:8080 --token "$TOKEN"'],
    run: async ({ id, json, ...given }) => {
      const all = await (await running(given)).call('deadLetters', { params: { webhookId: id } });
      show(json, all, () => lettersTable(all));
    },
  });

const reviveCommand = (action: 'replay' | 'discard', description: string): Command =>
  command({
    name: action,
    description,
    inputs: { id, letters, ...remoteOptions },
    examples: [`webhooks ${action} warehouse --url http://127.0.0.1:8080 --token "$TOKEN"`],
    run: async ({ id, letters, json, ...given }) => {
      const events = letters.length === 0 ? undefined : letters;
      const revived = await (
        await running(given)
      ).call('reviveDeadLetters', { params: { webhookId: id }, body: { action, events } });
      show(
        json,
        revived,
        () => `${revived.letters} dead letters ${action === 'replay' ? 'will be sent again' : 'were discarded'}\n`,
      );
    },
  });

const secretCommand = (): Command =>
  command({
    name: 'secret',
    description: 'print the signing secret of a webhook, which its receiver needs; create the secret if there is none',
    inputs: { id, ...configOption, ...sharedDataOptions, ...jsonOption },
    examples: ['webhooks secret warehouse'],
    run: async ({ id, config, ...given }) => {
      await known(id, { config, store: given.store });
      await onSharedFiles<typeof given>(({ data, json }, _record, clock) => {
        const [secret] = new WebhookSecrets(data).of(id, clock());
        show(json, { id, secret }, () => `${secret!}\n`);
      })(given);
    },
  });

const rotateCommand = (): Command =>
  command({
    name: 'rotate',
    description: 'create a new secret for a webhook; for a while, messages are also signed with the previous secret',
    inputs: {
      id,
      overlap: overlapOption('is also used to sign'),
      now: flag('--now', 'stop signing with the previous secret now'),
      ...configOption,
      ...sharedDataOptions,
      ...jsonOption,
    },
    examples: ['webhooks rotate warehouse', 'webhooks rotate warehouse --now'],
    run: async ({ id, config, ...given }) => {
      await known(id, { config, store: given.store });
      const overlap = given.now === true ? 0 : given.overlap;
      await onSharedFiles<typeof given>(({ data, json }, record, clock) => {
        const now = clock();
        const secret = new WebhookSecrets(data).rotate(id, overlap, now);
        const until = new Date(now + overlap).toISOString();
        record({ action: 'secretRotated', target: [`webhook ${id}`], detail: `the previous secret expires ${until}` });
        show(json, { id, secret, previous_secret_until: until }, () => `${secret}\n`);
      })(given);
    },
  });

async function known(id: string, meant: Parameters<typeof configurationMeant>[0]): Promise<void> {
  const { webhooks } = await configurationMeant(meant);
  if (webhooks.some((webhook) => webhook.id === id)) return;
  const names = webhooks.map((webhook) => webhook.id).join(', ') || 'none';
  throw new WrongUse(`'${id}' is not a webhook; webhooks.json has ${names}`);
}

const running = (given: Parameters<typeof runningService>[0]) =>
  runningService(given, 'the service sends the webhooks');

function webhooksTable(all: readonly ShownWebhook[]): string {
  const rows = all.map((one) => [
    one.id,
    one.status,
    ...[one.delivered, one.failed, one.waiting, one.behind, one.dead].map(String),
    one.lastFailure?.reason ?? '',
    one.url,
  ]);
  const titles = ['webhook', 'status', 'delivered', 'failed', 'waiting', 'behind', 'dead', 'last failure', 'url'];
  return rows.length === 0 ? 'no webhooks\n' : table(titles, rows);
}

function lettersTable(all: readonly Omit<DeadLetter, 'change'>[]): string {
  const rows = all.map(({ event, attempts, time, reason }) => [event, String(attempts), time, reason]);
  return rows.length === 0 ? 'no dead letters\n' : table(['event', 'attempts', 'last', 'reason'], rows);
}
