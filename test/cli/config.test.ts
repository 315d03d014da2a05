import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, done, json, words } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const scenario = {
  id: 'x',
  name: 'X',
  object: 'Contact',
  threshold: 90,
  usage: ['restSearch'],
  fields: [{ field: 'Email', method: 'email', weight: 1 }],
};

describe('likeness config and scenarios', () => {
  it('config check says what is wrong and where, and is silent about a sound folder', async () => {
    const folder = newFolder();
    fileIn(
      folder,
      'scenarios.json',
      JSON.stringify([{ ...scenario, fields: [{ field: 'Emial', method: 'email', weight: 1 }] }]),
    );
    const { code, stdout, stderr } = await cli(['config', 'check', '--config', folder]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/scenarios\.json \[0\]\.fields\[0\]\.field: .*Emial/);
    expect(stderr).toMatch(/^likeness: .+ is invalid: 1 problem\n$/);
    const checked = await cli(['config', 'check', '--config', folder, '--json']);
    expect((JSON.parse(checked.stdout) as { problems: unknown[] }).problems).toHaveLength(1);
    fileIn(folder, 'scenarios.json', JSON.stringify([scenario]));
    expect(await done(['config', 'check', '--config', folder])).toMatch(/is valid/);
  });

  it('a configuration that cannot be used stops every command with one line', async () => {
    const folder = newFolder();
    fileIn(folder, 'scenarios.json', '[{}]');
    const { code, stderr } = await cli(['scenarios', '--config', folder]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^likeness: The configuration is invalid: scenarios\.json .+\n$/);
  });

  it('scenarios --json lists Id, name, object, threshold, usage and fields, configured ones included', async () => {
    const folder = newFolder();
    fileIn(folder, 'scenarios.json', JSON.stringify([scenario]));
    const scenarios = await json<Record<string, unknown>[]>(['scenarios', '--json', '--config', folder]);
    expect(scenarios).toContainEqual(
      expect.objectContaining({ ...scenario, fields: [{ ...scenario.fields[0], blank: 'mismatch' }] }),
    );
    expect(scenarios.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Lead Default', 'Contact Default', 'Account Default']),
    );
    expect(await done(['scenarios', '--config', folder])).toContain('Email (email, 1)');
  });

  it("config import takes the product's export and reports what it did not use", async () => {
    const folder = newFolder();
    const exported = {
      objects: [
        {
          objectName: 'Contact',
          objectPrefix: '003',
          scenarios: [
            {
              name: 'By Mail',
              threshold: 80,
              onApi: true,
              onDataApi: false,
              batchSize: 5,
              fields: [{ field: 'Email', matchMethod: 'EMAIL', weight: 10, indexGroup: 1 }],
            },
          ],
        },
      ],
    };
    const file = fileIn(folder, 'export.json', JSON.stringify(exported));
    const text = await done(['config', 'import', file, '--config', `${folder}/config`]);
    expect(text).toContain('scenarios.json');
    expect(text).toMatch(/unused .*indexGroup/);
    expect(readFileSync(`${folder}/config/scenarios.json`, 'utf8')).toContain('By Mail');
    const scenarios = await json<{ name: string; usage: string[] }[]>(words`scenarios --json --config
      ${folder}/config`);
    expect(scenarios.find(({ name }) => name === 'By Mail')).toMatchObject({ usage: ['restSearch'] });
    const wrong = await cli(['config', 'import', fileIn(folder, 'x.json', '[1]'), '--config', `${folder}/config`]);
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/^likeness: .+\n$/);
  });

  it('config import ends with 1 when something was left out, unless that is accepted, and config check is clean', async () => {
    const folder = newFolder();
    const scenario = (name: string, matchMethod: string) => ({
      name,
      threshold: 80,
      onApi: true,
      onDataApi: true,
      fields: [{ field: 'Email', matchMethod, weight: 10 }],
    });
    const objects = [
      {
        objectName: 'Contact',
        objectPrefix: '003',
        scenarios: [scenario('By Mail', 'EMAIL'), scenario('Odd', 'AURA')],
      },
    ];
    const args = ['config', 'import', fileIn(newFolder(), 'x.json', JSON.stringify({ objects })), '--config', folder];
    const { code, stdout, stderr } = await cli(args);
    expect(code).toBe(1);
    expect(stdout).toContain('omitted   objects[0].scenarios[1]: the scenario Odd is skipped');
    expect(stdout).toContain('disabled  built-in scenario contact-default');
    expect(stdout).toContain('EMAIL became email, similar');
    expect(stderr).toMatch(/^likeness: 1 part of the export could not be imported; .+\n$/);
    const accepted = await cli([...args, '--allow-partial', '--json']);
    expect(accepted.code).toBe(0);
    expect(JSON.parse(accepted.stdout)).toMatchObject({ complete: false, leftOut: [{}], written: ['scenarios.json'] });
    const scenarios = await json<{ id: string; object: string }[]>(['scenarios', '--json', '--config', folder]);
    expect(scenarios.filter(({ object }) => object === 'Contact').map(({ id }) => id)).toEqual(['contact-by-mail']);
    expect(await done(['config', 'check', '--config', folder])).toMatch(/^\S+ is valid/);
  });

  it('config import counts in the data folder what contradictions would keep apart', async () => {
    const [folder, data] = [newFolder(), newFolder()];
    const people = fileIn(folder, 'p.csv', 'FirstName,LastName,Email\nAnna,Berg,b@x.example\nKarl,Berg,b@x.example\n');
    await done(['import', '--no-check', people, '--object', 'Contact', '--data', data]);
    const fields = [{ field: 'Email', matchMethod: 'EMAIL', weight: 10 }];
    const scenario = { name: 'By Mail', threshold: 80, onApi: true, onDataApi: true, fields };
    const objects = [{ objectName: 'Contact', objectPrefix: '003', scenarios: [scenario] }];
    const args = ['config', 'import', fileIn(folder, 'e.json', JSON.stringify({ objects })), '--config', `${folder}/c`];
    const imported = await json<object>([...args, '--data', data, '--json']);
    const keptApart = [{ objectType: 'Contact', pairs: 1, contradicted: 1, kinds: { firstName: 1 } }];
    expect(imported).toMatchObject({ withoutContradictions: ['contact-by-mail'], keptApart });
    expect(await done([...args, '--data', `${folder}/none`])).toMatch(
      /note +contradictions are disabled for contact-by-mail/,
    );
  });

  it('config schema prints a JSON Schema', async () => {
    expect(await json<object>(['config', 'schema', 'scenarios.json'])).toMatchObject({ type: 'array' });
  });
});

describe('likeness explain', () => {
  it('shows per field what was compared and what it gave, adding up to the score', async () => {
    const data = newFolder();
    const args = words`explain --object Contact FirstName=Bob LastName=Smith Email=bob@x.example --with
      FirstName=Robert LastName=Smith Email=bob@x.example --data ${data}`;
    const explanation = await json<{
      scenarios: { scenarioId: string; score: number; fields: { contribution: number }[] }[];
    }>([...args, '--json']);
    const { score, fields } = explanation.scenarios.find(({ scenarioId }) => scenarioId === 'contact-default')!;
    const sum = fields.reduce((total, { contribution }) => total + contribution, 0);
    expect(Math.abs(sum - score)).toBeLessThan(1.01);
    expect(await done(args)).toMatch(/Contact Default \(contact-default\): score \d+, threshold 75, duplicate/);
    expect((await cli(['explain', '--object', 'Contact', 'LastName=Smith', '--data', data])).code).toBe(2);
  });

  it('shows the contradictions of the pair, whatever its score', async () => {
    const person = (year: number) => [
      'FirstName=Karl',
      'LastName=Maas',
      'Email=maas@x.example',
      `Birthdate=${year}-03-04`,
    ];
    const args = ['explain', '--object', 'Contact', ...person(1950), '--with', ...person(1981), '--data', newFolder()];
    expect(await done(args)).toMatch(/^score \d+\ncontradiction \(birthDate\): Birthdate 1950-03-04 \/ 1981-03-04\n/);
    const { contradictions } = await json<{ contradictions: object[] }>([...args, '--json']);
    expect(contradictions).toEqual([{ kind: 'birthDate', field: 'Birthdate', one: '1950-03-04', other: '1981-03-04' }]);
  });
});
