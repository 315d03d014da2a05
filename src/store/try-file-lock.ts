import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const ownerSchema = z.object({ pid: z.int().positive(), start: z.string(), nonce: z.string() });

/**
 * Takes the lock if it is free or its owner has exited.
 * @returns a function that releases it, or `undefined` if another process has it
 */
export function tryFileLock(path: string): (() => void) | undefined {
  const nonce = randomBytes(8).toString('hex');
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) ?? '', nonce });
  if (!created(path, mine, nonce)) {
    takeOverIfDead(path);
    if (!created(path, mine, nonce)) return undefined;
  }
  return () => rmSync(path, { force: true });
}

/** Creates the lock file atomically, but does not sync it, because no lock needs to survive a power failure. */
function created(path: string, content: string, nonce: string): boolean {
  const temporary = `${path}.${nonce}.tmp`;
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Removes the lock of an owner that has exited. Several processes may try this at the same time, and none may remove
 * the new lock of another. A process therefore first links the lock to a name made from the old owner's nonce. Only the
 * process that succeeds may remove the lock, and only if the link still refers to it.
 */
function takeOverIfDead(path: string): void {
  const content = readIfThere(path);
  const owner = content === undefined ? undefined : parseOwner(content);
  if (owner === undefined || isAlive(owner)) return;
  const claim = `${path}.${owner.nonce}`;
  try {
    linkSync(path, claim);
  } catch {
    return; // Another process is taking it over, or it is gone.
  }
  if (readIfThere(claim) === content) rmSync(path, { force: true });
  rmSync(claim, { force: true });
}

function parseOwner(content: string): z.output<typeof ownerSchema> | undefined {
  try {
    const parsed = ownerSchema.safeParse(JSON.parse(content));
    return parsed.success && /^[0-9a-f]+$/.test(parsed.data.nonce) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(owner: { pid: number; start: string }): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // Process Ids are reused, so start times are compared if the system has them.
  const start = startOf(owner.pid);
  return start === undefined || owner.start === '' || start === owner.start;
}

/** Returns a process's start in clock ticks since boot (field 22 of Linux' `/proc/<pid>/stat`), or `undefined`. */
function startOf(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
