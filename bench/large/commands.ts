import { finish, likeness, start } from '../harness/program.js';

const helps = new Map<string, string>();

/** Returns whether the help of a command lists an option. */
export async function hasOption(command: string, option: string): Promise<boolean> {
  const help = helps.get(command) ?? (await finish(start(likeness(command, '--help')))).stdout;
  helps.set(command, help);
  return new RegExp(`^\\s+${option}\\b`, 'm').test(help);
}
