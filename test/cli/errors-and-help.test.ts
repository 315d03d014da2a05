import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const commands: [string, string?][] = [
  ['serve'],
  ['client'],
  ['client', 'add'],
  ['client', 'list'],
  ['client', 'revoke'],
  ['client', 'licence'],
  ['token'],
  ['import'],
  ['export'],
  ['search'],
  ['explain'],
  ['dedupe'],
  ['scenarios'],
  ['config'],
  ['config', 'import'],
  ['config', 'check'],
  ['config', 'schema'],
];

describe('help and errors of every command', () => {
  it.each(commands)('%s %s has help', async (...command) => {
    const { code, stdout, stderr } = await cli([...command.filter((word) => word !== undefined), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: likeness ${command.join(' ')}`);
    if (!['client', 'config'].includes(command.join(' '))) expect(stdout).toContain('Examples:\n  $ likeness');
  });

  it('prints its version', async () => expect((await cli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/));

  it.each([
    [['link'], 'clean'],
    [['deduplicate'], 'dedupe'],
    [['start'], 'serve'],
    [['imprt'], 'import'],
    [['clean', 'a.csv', '--output', 'x'], '--out'],
    [['clean', 'a.csv', '--dry'], '--dry-run'],
    [['dedupe', 'a.csv', '--seperator', ';'], undefined],
    [['frobnicate'], undefined],
  ])('%j is answered by what is meant: %s', async (args, meant) => {
    const { code, stderr } = await cli(args);
    expect(code).toBe(2);
    expect(/Did you mean (\S+)\?/.exec(stderr)?.[1]).toBe(meant);
  });

  it('--out - writes the result to the standard output, and nothing else', async () => {
    const people = fileIn(
      newFolder(),
      'a.csv',
      'First Name,Last Name,Email\nAda,Ray,a@x.example\nAda,Ray,a@x.example\n',
    );
    const { stdout, stderr } = await cli(['dedupe', people, '--out', '-']);
    expect(stdout).toBe('id1,id2,score\n1,2,100\n');
    expect(stderr).toContain('2 rows compared: 1 pairs');
    const { code, stderr: why } = await cli(['clean', people, '--out', '-']);
    expect({ code, why }).toEqual({ code: 2, why: expect.stringContaining('expected a folder') as string });
  });

  const folder = newFolder();
  const wrong: [string, string[]][] = [
    ['no command', []],
    ['an unknown command', ['serch']],
    ['an unknown subcommand', ['client', 'ad', 'x']],
    ['an unknown option', ['scenarios', '--jsn']],
    ['a missing argument', ['import', '--object', 'Contact']],
    ['a missing option', ['export', '--data', folder]],
    ['an argument too many', ['scenarios', 'x']],
    ['a port that is none', ['serve', '--port', '70000']],
    ['a port that is no number', ['serve', '--port', '80a']],
    ['an unknown object', ['search', '--object', 'Kontact', 'LastName=Smith', '--data', folder]],
    ['search values without =', ['search', '--object', 'Contact', 'Smith', '--data', folder]],
    ['a licence date that is none', ['client', 'add', 'x', '--licence-until', 'soon', '--data', folder]],
    [
      '--no-licence and a licence date',
      ['client', 'add', 'x', '--no-licence', '--licence-until', '2030-01-01', '--data', folder],
    ],
    ['--token without --url', ['search', '--object', 'Contact', 'LastName=Smith', '--token', 'x', '--data', folder]],
    [
      '--url without a token',
      ['search', '--object', 'Contact', 'LastName=Smith', '--url', 'http://127.0.0.1:1', '--data', folder],
    ],
    [
      '--url that is none',
      ['search', '--object', 'Contact', 'LastName=Smith', '--url', 'nowhere', '--token', 'x', '--data', folder],
    ],
    ['a file of another kind', ['import', fileIn(folder, 'a.pdf', ''), '--object', 'Contact', '--data', folder]],
    [
      'a mapping without =',
      ['import', fileIn(folder, 'a.csv', 'a\n'), '--object', 'Contact', '--map', 'a', '--data', folder],
    ],
    [
      'a mapping of an unknown column',
      ['import', fileIn(folder, 'a.csv', 'a\n'), '--object', 'Contact', '--map', 'b=LastName', '--data', folder],
    ],
    [
      'a mapping to an unknown field',
      ['import', fileIn(folder, 'a.csv', 'a\n'), '--object', 'Contact', '--map', 'a=LasName', '--data', folder],
    ],
    ['an unknown configuration file', ['config', 'schema', 'x.json']],
  ];
  it.each(wrong)('%s is wrong use: exit code 2 and one line on stderr', async (_, args) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (args.length > 0) expect(stderr).toMatch(/^likeness: .+\n$/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  const failing: [string, string[], RegExp][] = [
    ['a file that is not there', ['import', '/no/such.csv', '--object', 'Contact', '--data', folder], /no such file/],
    [
      'a service that is not there',
      ['search', '--object', 'Contact', 'LastName=Smith', '--url', 'http://127.0.0.1:1', '--token', 'x'],
      /cannot be reached/,
    ],
    ['an unknown client', ['token', '--client', 'x', '--data', folder], /no active client/],
    [
      'a configuration folder that is not there',
      ['config', 'check', '--config', '/no/such'],
      /no configuration folder/,
    ],
    [
      'an unknown search field',
      ['search', '--object', 'Contact', 'Emial=x', '--data', folder],
      /No such column 'Emial' on entity 'Contact'/,
    ],
  ];
  it.each(failing)('%s fails: exit code 1 and one line on stderr', async (_, args, message) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^likeness: .+\n$/);
    expect(stderr).toMatch(message);
  });
});
