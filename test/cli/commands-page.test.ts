import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { isRequired } from '../../src/cli/command.js';
import { buildProgram } from '../../src/cli/program.js';

const INDEX = 'src/cli/COMMANDS.md';
const FOLDER = 'src/cli/reference';
const { commands } = await buildProgram();
/** Options of at least this many commands are explained only in the index. */
const SHARED_BY = 8;

const all = commands.flatMap(withSubcommands);
const uses = new Map<string, number>();
for (const line of all.flatMap(({ options }) => options.map(optionLine))) uses.set(line, (uses.get(line) ?? 0) + 1);
const shared = [...uses].filter(([, times]) => times >= SHARED_BY).map(([line]) => line);

it(`${INDEX} lists the commands of the program and the options that they share`, async () => {
  await matches(INDEX, {
    options: shared.join('\n'),
    commands: commands
      .map((each) => `- [\`${each.name()}\`](reference/${each.name()}.md): ${escaped(each.description())}`)
      .join('\n'),
  });
});

it.each(commands.map((command) => command.name()))(`${FOLDER}/%s.md shows the command as it is`, async (name) => {
  const command = commands.find((each) => each.name() === name)!;
  await matches(`${FOLDER}/${name}.md`, { command: sections(command, 'likeness', '#').join('\n') });
});

it(`${FOLDER} has no page of a command that is gone`, () => {
  const pages = commands.map((each) => `${each.name()}.md`);
  expect(readdirSync(FOLDER).filter((page) => !pages.includes(page))).toEqual([]);
});

/** Checks the generated parts of a page, between `<!-- NAME -->` and `<!-- /NAME -->`. The rest is written by hand. */
async function matches(page: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const present = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const missing = Object.keys(parts).filter((name) => !present.includes(`<!-- ${name} -->`));
  const text = Object.entries(parts).reduce(
    (so, [name, part]) =>
      so.replace(
        new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`),
        () => `<!-- ${name} -->\n\n${part}\n\n<!-- /${name} -->`,
      ),
    [present, ...missing.map((name) => `<!-- ${name} --><!-- /${name} -->`)].join('\n'),
  );
  const options = await resolveConfig(page);
  const written = await format(text, { ...options, parser: 'markdown', proseWrap: 'always' });
  await expect(written).toMatchFileSnapshot(`../../${page}`);
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function sections(command: Command, parents: string, heading: string): string[] {
  const name = `${parents} ${command.name()}`;
  const parameters = command.registeredArguments.map((argument) => {
    const written = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
    return { written, text: `- \`${written}\`: ${escaped(argument.description)}` };
  });
  const usage = [name, ...parameters.map(({ written }) => written)].join(' ');
  const own = command.options.filter((option) => !shared.includes(optionLine(option)));
  const common = command.options.filter((option) => shared.includes(optionLine(option)));
  const named = common.map(({ long }) => `\`${long!}\``).join(', ');
  const examples = examplesOf(command);
  return [
    `${heading} \`${usage}\`\n`,
    `${escaped(command.description())}\n`,
    ...(examples === '' ? [] : [`\`\`\`sh\n${examples}\n\`\`\`\n`]),
    ...parameters.map(({ text }) => text),
    ...own.map(optionLine),
    ...(common.length === 0 ? [] : [`- [common options](../COMMANDS.md#common-options): ${named}`]),
    '',
    ...command.commands.flatMap((each) => sections(each, name, '##')),
  ];
}

function examplesOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  const [, examples = ''] = help.split('\nExamples:\n');
  return examples.trim().replaceAll(/^ *\$ likeness /gm, 'npm run --silent likeness -- ');
}

function optionLine(option: Option): string {
  const { flags, description, envVar, defaultValueDescription } = option;
  const given: unknown = option.defaultValue;
  const standard =
    defaultValueDescription ?? (given === undefined || typeof given === 'string' ? given : JSON.stringify(given));
  const more = [
    ...(isRequired(option) ? ['required'] : []),
    ...(option.argChoices ? [`one of ${option.argChoices.join(', ')}`] : []),
    ...(envVar === undefined ? [] : [`also \`${envVar}\``]),
    ...(standard === undefined || option.negate ? [] : [`default: ${standard}`]),
  ];
  return `- \`${flags}\`: ${escaped(description)}${more.length === 0 ? '' : ` (${more.join('; ')})`}`;
}

function escaped(text: string): string {
  return text.replace(/`[^`]*`|[<>*_[\]]/g, (found) => (found.startsWith('`') ? found : `\\${found}`));
}
