import { finish, likeness, start } from '../harness/program.js';

const helps = new Map<string, string>();

/** Whether a command of the product has an option, as its help tells. */
export async function hasOption(command: string, option: string): Promise<boolean> {
  const help = helps.get(command) ?? (await finish(start(likeness(command, '--help')))).stdout;
  helps.set(command, help);
  return new RegExp(`^\\s+${option}\\b`, 'm').test(help);
}
