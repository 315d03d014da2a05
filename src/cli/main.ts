import { CommanderError } from 'commander';
import { Presets, SingleBar } from 'cli-progress';
import { tellAlwaysTo, tellingTo, type Listener, type Progress } from '../runtime/notes.js';
import { describe, WrongUse } from '../runtime/failure.js';
import { EndedWith, exitCodes } from './exit-codes.js';
import { printError, isTerminal } from './output/print.js';
import { writingTo, type Streams } from '../runtime/standard-streams.js';
import { buildProgram } from './program.js';

/** Runs a command and sets the process's exit code. @param args the command line without the program's name */
export async function main(args: readonly string[]): Promise<void> {
  endQuietlyWhenNobodyReads();
  tellAlwaysTo(terminal);
  process.exitCode = await exitCodeOf(args);
}

/** Runs a command and prints each error as one line. May be called repeatedly. @returns the exit code */
export function run(args: readonly string[], streams: Streams): Promise<number> {
  return writingTo(streams, () => tellingTo(terminal, () => exitCodeOf(args)));
}

async function exitCodeOf(args: readonly string[]): Promise<number> {
  try {
    await (await buildProgram(args[0])).parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has already printed its message. Help and version output also ends here.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
    if (error instanceof EndedWith) return error.code;
    printError(`likeness: ${describe(error)}\n`);
    return error instanceof WrongUse ? exitCodes.wrongUse : exitCodes.failed;
  }
}

/** Exits successfully if `likeness ... | head` closes the pipe early. A full disk behind `>` is an error. */
function endQuietlyWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    printError(`likeness: standard output: ${describe(error)}\n`);
    process.exit(exitCodes.failed);
  });
  // Ignore the error, because it cannot be reported.
  process.stderr.on('error', () => undefined);
}

const terminal: Listener = {
  note: (text) => printError(`likeness: ${text}\n`),
  progress: (what, total) => (isTerminal() ? bar(what, total) : lines(what, total)),
};

/** Milliseconds between two progress lines. Shorter work prints no line. */
const PAUSE = 15_000;

/** Reports progress as lines, for logs and pipes. */
function lines(what: string, total: number): Progress {
  let last = performance.now();
  const update = (done: number, note: string): void => {
    if (performance.now() - last < PAUSE) return;
    last = performance.now();
    const share = total > 0 ? ` ${Math.floor((100 * Math.min(done, total)) / total)} %` : '';
    printError(`likeness: ${what}:${share}${note === '' ? '' : `, ${note}`}\n`);
  };
  return { update, stop: () => undefined };
}

function bar(what: string, total: number): Progress {
  const drawn = new SingleBar(
    {
      format: `${what} [{bar}] {percentage}% | {note} | {eta_formatted} left`,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.legacy,
  );
  drawn.start(total, 0, { note: '' });
  return { update: (done, note) => drawn.update(Math.min(done, total), { note }), stop: () => drawn.stop() };
}
