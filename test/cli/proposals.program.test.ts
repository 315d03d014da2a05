import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { keptProposal } from '../../src/service/config/proposal.js';
import { ProposalStore } from '../../src/service/config/proposal-store.js';
import { FolderHome } from '../../src/store/home/folder/folder-home.js';
import { train } from '../../src/files/learning/train.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { contactFields, inventedRows } from '../files/learning/invented.js';
import { cli, done, json, newToken } from '../support/command-line.js';
import { post, serve } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';

const trained = train({
  object: 'Contact',
  rows: inventedRows(300, 5).rows,
  fields: contactFields,
  methods: createMethods(),
});
let [data, config] = ['', ''];
beforeEach(async () => {
  [data, config] = [newFolder(), newFolder()];
  await new ProposalStore(new FolderHome(data)).put(keptProposal('Contact', '2026-11-22T07:18:02.643Z', trained));
});
const statusOf = async () => (await new ProposalStore(new FolderHome(data)).all()).get('Contact')?.status;

describe('likeness scenarios accept and discard', () => {
  it('take the folders given behind them: the scenario is written there, and waits no more', async () => {
    const folders = ['--data', data, '--config', config];
    expect(await done(['scenarios', ...folders])).toMatch(/^contact-learned +Contact +300 /m);
    const shown = await done(['scenarios', '--proposals', ...folders]);
    expect(shown).toMatch(/^LastName +personName +\d+\.\d +-\d+\.\d$/m);
    expect(shown).toMatch(/^AccountId, .* are not compared: almost no rows have a value$/m);
    expect(await done(['scenarios', 'accept', 'contact-learned', ...folders])).toMatch(/^wrote contact-learned; /);
    expect(JSON.parse(readFileSync(`${config}/scenarios.json`, 'utf8'))).toMatchObject([{ id: 'contact-learned' }]);
    expect(await statusOf()).toBe('accepted');
    expect(await json<{ id: string }[]>(['scenarios', '--json', ...folders])).toContainEqual(
      expect.objectContaining({ id: 'contact-learned' }),
    );
    expect((await cli(['scenarios', 'accept', 'contact-learned', ...folders])).stderr).toMatch(/none is open/);
    expect(await done(['scenarios', '--proposals', ...folders])).toBe('no learned scenarios await acceptance\n');
  });

  it('discard writes nothing into the configuration', async () => {
    await done(['scenarios', 'discard', 'contact-learned', '--data', data, '--config', config]);
    expect(await statusOf()).toBe('discarded');
    expect(existsSync(`${config}/scenarios.json`)).toBe(false);
  });

  it('with --url the running service uses it at once', async () => {
    const served = await serve(data, ['--config', config]);
    const service = ['--url', served.url, '--token', await newToken(data)];
    const explained = () =>
      post(served.url, 'dc3Api/explain', service[3]!, {
        objectPrefix: '003',
        objectData: { LastName: 'Smith' },
        otherData: { LastName: 'Smith' },
        scenarioIds: ['contact-learned'],
      });
    expect((await explained()).body).toMatchObject({ scenarios: [] });
    expect(await done(['scenarios', ...service])).toMatch(/^contact-learned +Contact +300 /m);
    expect((await cli(['scenarios', 'accept', 'no-such', ...service])).stderr).toMatch(/open: contact-learned/);
    expect(await done(['scenarios', 'accept', 'contact-learned', ...service])).toBe('contact-learned is in use\n');
    expect((await explained()).body).toMatchObject({ scenarios: [{ scenarioId: 'contact-learned' }] });
    expect(await done(['scenarios', ...service])).toMatch(/^contact-learned +Contact Learned +Contact/m);
    expect(await statusOf()).toBe('accepted');
    await served.stop();
  });
});
