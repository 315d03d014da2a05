import type { Command } from 'commander';

/** The words that may follow a command. */
export interface CommandWords {
  /** The command's words without the program's name: `[]`, `['client', 'add']`. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

/** The program and all its commands. */
export function commandWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const { commands, options } = command;
  const own: CommandWords = {
    path,
    commands: commands.map((each) => ({ name: each.name(), description: each.description() })),
    options: [
      ...options.flatMap(({ long, description }) => (typeof long === 'string' ? [{ name: long, description }] : [])),
      { name: '--help', description: 'display help for command' },
    ],
  };
  return [own, ...commands.flatMap((each) => commandWords(each, [...path, each.name()]))];
}
