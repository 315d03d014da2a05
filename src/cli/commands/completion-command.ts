import { Argument, type Command } from 'commander';
import { command, type Input } from '../command.js';
import { commandWords } from '../completion/command-words.js';
import { completionScripts, type Shell } from '../completion/scripts.js';
import { print } from '../output/print.js';

/** `likeness completion SHELL`: a script by which a shell completes commands and options. */
export const completionCommand = (): Command => {
  const shell: Input<Shell> = new Argument('<shell>', 'the shell that reads the script').choices(
    Object.keys(completionScripts),
  );
  return command(
    'completion',
    {
      description: 'print a script by which a shell completes commands and options',
      inputs: { shell },
      examples: [
        'completion bash > ~/.likeness-completion',
        'completion fish > ~/.config/fish/completions/likeness.fish',
      ],
    },
    async ({ shell }) => {
      // The program is made of the commands, of which this is one.
      const { buildProgram } = await import('../program.js');
      print(completionScripts[shell](commandWords(await buildProgram())));
    },
  );
};
