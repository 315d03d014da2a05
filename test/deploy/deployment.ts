import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';
import { parseYaml, type Yaml } from './yaml.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
export const yamlOf = (path: string): Yaml[] => parseYaml(textOf(path));

/** Returns the environment variables that the program reads, through options or directly. */
export async function knownEnvironment(): Promise<Set<string>> {
  const names = new Set<string>(['NODE_ENV']);
  const visit = (command: Command): void => {
    for (const { envVar } of command.options) if (envVar !== undefined) names.add(envVar);
    command.commands.forEach(visit);
  };
  visit(await buildProgram());
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts'))
      for (const [, name] of textOf(join('src', file)).matchAll(/process\.env\['(\w+)'\]/g)) names.add(name!);
  return names;
}

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Returns the instructions of the Dockerfile by stage. */
export function dockerStages(): Instruction[][] {
  const lines = textOf('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`Dockerfile: ${line}`);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text: text.trim() });
  }
  return stages;
}

export interface ImageCopy {
  /** Stage to copy from. Default: the build context. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export function copiesOf(stage: readonly Instruction[]): ImageCopy[] {
  return stage
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => {
      const [, from, paths] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(text)!;
      const words = paths!.split(/\s+/);
      return { from, sources: words.slice(0, -1), target: words.at(-1)! };
    });
}

/** Returns the environment variables that the image sets. */
export function imageEnvironment(): Record<string, string> {
  const lines = dockerStages()
    .at(-1)!
    .filter(({ name }) => name === 'ENV');
  return Object.fromEntries(lines.map(({ text }) => text.split('=', 2) as [string, string]));
}
