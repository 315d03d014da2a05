import { Argument, type Command } from 'commander';
import { command, type Input } from '../command.js';
import { commandWords, completionScripts, type Shell } from '../completion/scripts.js';
import { print } from '../output/print.js';

export const completionCommand = (): Command => {
  const shell: Input<Shell> = new Argument('<shell>', 'the shell for the script').choices(
    Object.keys(completionScripts),
  );
  return command({
    name: 'completion',
    description: 'print a shell script that completes commands and options',
    inputs: { shell },
    examples: [
      'completion bash > ~/.likeness-completion',
      'completion fish > ~/.config/fish/completions/likeness.fish',
    ],
    run: async ({ shell }) => {
      // Imported here, because the program contains this command.
      const { buildProgram } = await import('../program.js');
      print(completionScripts[shell](commandWords(await buildProgram())));
    },
  });
};
