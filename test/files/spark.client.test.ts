import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../support/draws.js';
import { needs, whereIs } from '../support/needs.js';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates } from '../../bench/synthetic/tasks.js';
import { cli, done } from '../support/command-line.js';
import { program, runProgram } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const sparkSubmit = whereIs('spark');

/** Each case is several Spark jobs, so a normal run tests three of them. */
const FIELDS = ['FirstName', 'LastName', 'Email', 'Phone', 'MailingStreet', 'MailingCity', 'MailingPostalCode'].slice(
  0,
  isNightly ? undefined : 3,
);
const folder = newFolder();
const at = (name: string) => join(folder, name);
const OF = ['--object', 'Contact', '--id', 'key'];
const BY_SPARK = ['--engine', 'spark', '--spark-master', 'local[2]', '--memory', '2GB'];
const learned = at('learned.json');
let file = '';

const read = (name: string): string => readFileSync(at(name), 'utf8');
const outs = (name: string) => ['--out', at(`${name}.csv`), '--clusters', at(`${name}-groups.csv`)];

// Spark takes a minute or two on a busy machine, even for few rows.
describe('dedupe --engine spark, in local mode', { ...needs('spark'), timeout: 900_000 }, () => {
  const submitted = ['--spark-submit', sparkSubmit ?? ''];

  beforeAll(async () => {
    const lines = [...rowsWithDuplicates(new Contacts(7), isNightly ? 2_000 : 500)].map(({ values }, i) =>
      [`k${i}`, ...FIELDS.map((name) => values[name] ?? '')].join(','),
    );
    file = fileIn(folder, 'people.csv', `${['key', ...FIELDS].join(',')}\n${lines.join('\n')}\n`);
    if (isNightly) await done(['train', file, '--object', 'Contact', '--out', learned]);
  });

  const compared = () => ['dedupe', file, ...OF, '--scenario', 'built-in'];

  it('gives the pairs and groups of a comparison in memory', async () => {
    await done([...compared(), ...outs('memory')]);
    const { code, stderr } = await runProgram([...compared(), ...BY_SPARK, ...submitted, ...outs('spark')]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(read('spark.csv')).toBe(read('memory.csv'));
    expect(read('spark-groups.csv')).toBe(read('memory-groups.csv'));
    expect(read('spark.csv').split('\n').length).toBeGreaterThan(isNightly ? 100 : 25);
    expect(existsSync(at('spark.csv.work'))).toBe(false);
  });

  // One Spark run is enough except at night: each uses all cores for a minute.
  if (!isNightly) return;

  it('continues after it was killed', async () => {
    await done([...compared(), ...outs('memory')]);
    const args = [...compared(), ...BY_SPARK, ...submitted, ...outs('killed')];
    const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const work = at('killed.csv.work');
    const numbered = () =>
      existsSync(work) &&
      readdirSync(work).some((name) => existsSync(join(work, name, 'values', '1', 'rows', '_SUCCESS')));
    await expect.poll(() => numbered() || child.exitCode !== null).toBe(true);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(at('killed.csv'))).toBe(false);
    const { code, stderr } = await runProgram(args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/continuing with the finished work/);
    expect(read('killed.csv')).toBe(read('memory.csv'));
    expect(read('killed-groups.csv')).toBe(read('memory-groups.csv'));
    expect(existsSync(work)).toBe(false);
  });

  it('does so by a learned scenario, in a work folder with an address', async () => {
    const compared = ['dedupe', file, ...OF, '--scenario', learned];
    await done([...compared, ...outs('learned')]);
    const work = ['--work', `file://${at('shared')}`];
    await done([...compared, ...BY_SPARK, ...submitted, ...work, ...outs('by-spark')]);
    expect(read('by-spark.csv')).toBe(read('learned.csv'));
    expect(read('by-spark-groups.csv')).toBe(read('learned-groups.csv'));
    expect(readdirSync(at('shared'))).toEqual([]);
    expect(existsSync(at('by-spark.csv.work'))).toBe(false);
  });

  it('says why a program on an executor failed, and which rows have one Id', async () => {
    const archive = fileIn(folder, 'node.tar.gz', '');
    spawnSync('tar', ['czf', archive, '-C', folder, 'people.csv']);
    const wrong = ['--node-archive', archive, '--out', at('wrong.csv'), '--scenario', 'built-in'];
    const failed = await cli(['dedupe', file, ...OF, ...BY_SPARK, ...submitted, ...wrong]);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('Spark: the archive of Node holds no bin/node');
    expect(failed.stderr).toContain('run the same command to continue');
    const twice = fileIn(folder, 'twice.csv', 'key,LastName,Email\n1,Ash,a@x.de\n2,Oak,b@x.de\n1,Elm,c@x.de\n');
    const options = ['--scenario', 'built-in', '--out', at('twice-pairs.csv')];
    const refused = await cli(['dedupe', twice, ...OF, ...BY_SPARK, ...submitted, ...options]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("rows 1 and 3 have the same Id '1'");
  });
});
