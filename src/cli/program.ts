import { Command } from 'commander';
import { print, printError } from './output/print.js';
import { version } from '../runtime/version.js';

/** In the order of the help. Each is loaded when it is asked for: `serve` needs nothing that learns or evaluates. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.js')).serveCommand(),
  console: async () => (await import('./commands/console.js')).consoleCommand(),
  client: async () => (await import('./commands/client.js')).clientCommand(),
  token: async () => (await import('./commands/token.js')).tokenCommand(),
  key: async () => (await import('./commands/key.js')).keyCommand(),
  audit: async () => (await import('./commands/audit.js')).auditCommand(),
  import: async () => (await import('./commands/import.js')).importCommand(),
  export: async () => (await import('./commands/export.js')).exportCommand(),
  search: async () => (await import('./commands/search.js')).searchCommand(),
  explain: async () => (await import('./commands/explain.js')).explainCommand(),
  clean: async () => (await import('./commands/clean.js')).cleanCommand(),
  dedupe: async () => (await import('./commands/dedupe.js')).dedupeCommand(),
  jobs: async () => (await import('./commands/jobs.js')).jobsCommand(),
  webhooks: async () => (await import('./commands/webhooks.js')).webhooksCommand(),
  review: async () => (await import('./commands/review.js')).reviewCommand(),
  evaluate: async () => (await import('./commands/evaluate.js')).evaluateCommand(),
  suggest: async () => (await import('./commands/suggest.js')).suggestCommand(),
  train: async () => (await import('./commands/train.js')).trainCommand(),
  scenarios: async () => (await import('./commands/scenarios.js')).scenariosCommand(),
  config: async () => (await import('./commands/config.js')).configCommand(),
  merge: async () => (await import('./commands/merge.js')).mergeCommand(),
  history: async () => (await import('./commands/history.js')).historyCommand(),
  undo: async () => (await import('./commands/history.js')).undoCommand(),
  erase: async () => (await import('./commands/erase.js')).eraseCommand(),
  backup: async () => (await import('./commands/maintenance.js')).backupCommand(),
  restore: async () => (await import('./commands/maintenance.js')).restoreCommand(),
  move: async () => (await import('./commands/move.js')).moveCommand(),
  verify: async () => (await import('./commands/maintenance.js')).verifyCommand(),
  repair: async () => (await import('./commands/maintenance.js')).repairCommand(),
  completion: async () => (await import('./commands/completion.js')).completionCommand(),
};

/**
 * The command line, built anew for every run: commander keeps the values of options in its commands.
 *
 * @param name the command that will run; all of them where it is none, for help and for what was meant
 */
export async function buildProgram(name?: string): Promise<Command> {
  const program = new Command('likeness')
    .description('Duplicate-aware record service: upsert and search with explainable scores')
    .version(version)
    // Options belong to the innermost command named before them.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nRun `likeness help COMMAND` for its options and examples.\nExit codes: 0 done, 1 failed, 2 wrong use, 3 nothing merged (clean found pairs, and no grounds to merge them).',
    );
  const wanted = name !== undefined && Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS);
  for (const load of wanted) program.addCommand(await load());
  formatErrors(program);
  return program;
}

/** Errors in one line on stderr, and thrown instead of ending the process: in every command and subcommand. */
function formatErrors(command: Command): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: print,
    writeErr: printError,
    outputError: (text, write) =>
      write(
        `likeness: ${text
          .replace(/^error: /, '')
          .trim()
          .split('\n')
          .join(' ')}\n`,
      ),
  });
  for (const child of command.commands) formatErrors(child);
}
