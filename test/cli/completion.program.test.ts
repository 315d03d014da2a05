import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { cli, done } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

it('bash completes commands, commands of a group, and options', async () => {
  const script = fileIn(newFolder(), 'completion', await done(['completion', 'bash']));
  const complete = (...words: string[]) => {
    const asked = `source '${script}'; COMP_WORDS=(likeness ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _likeness; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim().split('\n').sort();
  };
  expect(complete('cl')).toEqual(['clean', 'client']);
  expect(complete('client', 'a')).toEqual(['add']);
  expect(complete('clean', 'contacts.csv', '--surv')).toEqual(['--survivorship']);
  expect(complete('client', 'add', '--js')).toEqual(['--json']);
});

it.each(['zsh', 'fish'])('%s gets every command', async (shell) => {
  const script = await done(['completion', shell]);
  for (const name of ['clean', 'dedupe', 'import', 'completion']) expect(script).toContain(name);
});

it('another shell is wrong use, and told which there are', async () => {
  const { code, stderr } = await cli(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/bash, zsh, fish/);
});
