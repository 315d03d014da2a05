import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.js';

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
const withoutCode = (text: string) => text.replaceAll(/^ *```[^]*?^ *```/gm, '');
const program = await buildProgram();

/** Returns the heading anchors of a page, in GitHub's format. */
function anchors(page: string): Set<string> {
  const headings = [...withoutCode(readFileSync(page, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(headings);
}

/** Returns links to missing files or headings. */
function deadLinks(page: string): string[] {
  const text = withoutCode(readFileSync(page, 'utf8')).replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, reference]) => inline ?? reference!)
    .filter((link) => !/^\w+:/.test(link))
    .filter((link) => {
      const [path = '', fragment] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return (
        !existsSync(target) || (fragment !== undefined && target.endsWith('.md') && !anchors(target).has(fragment))
      );
    });
}

/** Returns whether the program would reject a command line: an unknown command or option, or too many arguments. */
function refused(line: string): boolean {
  const words = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  let command: Command = program;
  while (words.length > 0) {
    const next = command.commands.find((each) => each.name() === words[0]);
    if (next === undefined) break;
    command = next;
    words.shift();
  }
  if (command === program) return true;
  const named = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0]!);
  const known = command.options.flatMap(({ long, short }) => [long, short]);
  return named.some((option) => option !== '--help' && !known.includes(option));
}

describe.each(pages)('%s', (page) => {
  it('links to what is there', () => expect(deadLinks(page)).toEqual([]));

  it('never has npx fetch the package of a stranger: `likeness` on the public registry is somebody else’s', () => {
    expect(readFileSync(page, 'utf8')).not.toMatch(/npx (?:--?[\w-]+ )*likeness/);
  });

  it('names commands and options that there are', () => {
    const lines = [...readFileSync(page, 'utf8').matchAll(/npm run --silent likeness -- ((?:[^\n`|;>)]|\\\n)+)/g)]
      .map(([, line]) => line!.replaceAll('\\\n', ' '))
      .filter((line) => !/^(?:[A-Z]|--)/.test(line));
    expect(lines.filter(refused)).toEqual([]);
  });
});
