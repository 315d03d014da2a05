import { Command } from 'commander';
import { print, printError } from './output/print.js';
import { version } from '../runtime/version.js';

/** In the order of the help. Each is loaded when it is asked for: `serve` needs nothing that learns or evaluates. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve-command.js')).serveCommand(),
  console: async () => (await import('./commands/console-command.js')).consoleCommand(),
  client: async () => (await import('./commands/client-commands.js')).clientCommand(),
  mcp: async () => (await import('./commands/mcp-command.js')).mcpCommand(),
  token: async () => (await import('./commands/token-command.js')).tokenCommand(),
  key: async () => (await import('./commands/key-commands.js')).keyCommand(),
  audit: async () => (await import('./commands/audit-command.js')).auditCommand(),
  import: async () => (await import('./commands/import-command.js')).importCommand(),
  export: async () => (await import('./commands/export-command.js')).exportCommand(),
  search: async () => (await import('./commands/search-command.js')).searchCommand(),
  explain: async () => (await import('./commands/explain-command.js')).explainCommand(),
  clean: async () => (await import('./commands/clean-command.js')).cleanCommand(),
  dedupe: async () => (await import('./commands/dedupe-command.js')).dedupeCommand(),
  keys: async () => (await import('./commands/keys-command.js')).keysCommand(),
  score: async () => (await import('./commands/score-command.js')).scoreCommand(),
  jobs: async () => (await import('./commands/job-commands.js')).jobsCommand(),
  webhooks: async () => (await import('./commands/webhook-commands.js')).webhooksCommand(),
  review: async () => (await import('./commands/review-commands.js')).reviewCommand(),
  evaluate: async () => (await import('./commands/evaluate-command.js')).evaluateCommand(),
  suggest: async () => (await import('./commands/suggest-command.js')).suggestCommand(),
  train: async () => (await import('./commands/train-command.js')).trainCommand(),
  scenarios: async () => (await import('./commands/scenarios-command.js')).scenariosCommand(),
  config: async () => (await import('./commands/config-commands.js')).configCommand(),
  merge: async () => (await import('./commands/merge-command.js')).mergeCommand(),
  history: async () => (await import('./commands/history-commands.js')).historyCommand(),
  undo: async () => (await import('./commands/history-commands.js')).undoCommand(),
  erase: async () => (await import('./commands/erase-command.js')).eraseCommand(),
  backup: async () => (await import('./commands/maintenance-commands.js')).backupCommand(),
  restore: async () => (await import('./commands/maintenance-commands.js')).restoreCommand(),
  move: async () => (await import('./commands/move-command.js')).moveCommand(),
  verify: async () => (await import('./commands/maintenance-commands.js')).verifyCommand(),
  repair: async () => (await import('./commands/maintenance-commands.js')).repairCommand(),
  completion: async () => (await import('./commands/completion-command.js')).completionCommand(),
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
