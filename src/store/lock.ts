import { randomBytes, createHash } from 'node:crypto';
import { readdir, realpath, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder, PRIVATE } from '../runtime/make-folder.js';
import { StoreLockedError } from './store-errors.js';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a folder for this process. The lock is a listening socket, `lock-<pid>-<random>`. The kernel closes the socket
 * with its process, so a lock never outlives its owner. Process Ids, clocks and host names are not compared. If a
 * socket refuses connections, its process has exited, and the socket is removed.
 *
 * If two processes start at the same time, each first listens and then looks for others, so at least one sees the
 * other. Names are unique, and a socket gets its name only when it listens. Therefore, removing the socket of an exited
 * process never affects another. While several processes are undecided, the first by name wins.
 *
 * Works between processes with the same kernel, including containers on one host. Network file systems shared by
 * several hosts are not supported.
 * @throws StoreLockedError naming the process that has the lock
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  if (process.platform === 'win32') return lockByPipe(folder);
  const path = await realpath(folder);
  if (Buffer.byteLength(path) <= LONGEST_FOLDER)
    try {
      return await lockIn(path, folder);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
    }
  // The temporary folder is used if the path is too long for a socket, or the file system has no sockets.
  const standIn = join(tmpdir(), `likeness-lock-${digest(path)}`);
  await makeFolder(standIn, PRIVATE);
  return lockIn(standIn, folder);
}

/** A socket's path may have 103 bytes on the strictest system. Inside the folder, the longest name takes 33 bytes. */
const LONGEST_FOLDER = 70;

/** `unknown`: the process did not respond, because it is exiting or busy, and must be asked again. */
type LockState = 'undecided' | 'owner' | 'unknown';

/** After this many attempts without response, a process counts as the owner. */
const MOST_ROUNDS = 200;

async function lockIn(place: string, folder: string): Promise<FolderLock> {
  const name = `lock-${process.pid}-${randomBytes(6).toString('hex')}`;
  let standing: LockState = 'undecided';
  const server = await listen(join(place, `new-${name}`), () => `${process.pid} ${standing}`);
  const release = async (): Promise<void> => {
    await unlink(join(place, name)).catch(() => undefined);
    await closeServer(server);
  };
  try {
    await rename(join(place, `new-${name}`), join(place, name));
    for (let round = 0; ; round++) {
      const others = await livingOthers(place, name);
      if (others.length === 0) break;
      // A process that has given up may close the connection without a response. If such a process counted as the
      // owner, the first process by name would also give up, and no process would get the lock.
      const winner = others.find(
        ({ standing, name: other }) =>
          standing === 'owner' || (standing === 'undecided' && other < name) || round >= MOST_ROUNDS,
      );
      if (winner !== undefined)
        throw new StoreLockedError(
          `${folder} is in use by process ${winner.pid}: stop it first, or use another data folder`,
          winner.pid,
        );
      await wait(10);
    }
    standing = 'owner';
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

interface Other {
  readonly name: string;
  readonly pid: number;
  readonly standing: LockState;
}

async function livingOthers(place: string, own: string): Promise<Other[]> {
  const found: Other[] = [];
  for (const name of await readdir(place)) {
    const match = /^lock-(\d+)-[0-9a-f]{12}$/.exec(name);
    if (match === null || name === own) continue;
    const answer = await ask(join(place, name));
    if (answer === 'dead') await unlink(join(place, name)).catch(() => undefined);
    else found.push({ name, pid: Number(match[1]), standing: answer });
  }
  return found;
}

/** If a process does not respond within this many milliseconds, it counts as the owner. */
const PATIENCE_MS = 2000;
const PATIENCE_TURNS = 20;

/** Asks a process for its state. `dead` only if the process refuses the connection or its socket is gone. */
function ask(path: string): Promise<LockState | 'dead'> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    let turns = 0;
    // Counts turns of the event loop, not elapsed time, because no response can arrive while the loop is blocked.
    const patience = setInterval(() => {
      if (++turns >= PATIENCE_TURNS) settle('owner');
    }, PATIENCE_MS / PATIENCE_TURNS);
    const settle = (answer: LockState | 'dead'): void => {
      clearInterval(patience);
      socket.destroy();
      resolve(answer);
    };
    socket.on('data', (bytes) => (text += bytes.toString()));
    socket.on('end', () =>
      settle(text.endsWith(' undecided') ? 'undecided' : text.endsWith(' owner') ? 'owner' : 'unknown'),
    );
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'dead' : 'unknown'),
    );
  });
}

function listen(path: string, greeting: () => string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.end(greeting());
    });
    server.once('error', reject);
    // Exclusive. Otherwise, the primary of a cluster would listen for its worker, and would outlive the worker.
    server.listen({ path, exclusive: true }, () => {
      // The lock must not keep the process alive.
      server.unref();
      resolve(server);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Locks a folder on Windows, where only one process can open a named pipe. The pipe closes with its process. */
async function lockByPipe(folder: string): Promise<FolderLock> {
  const pipe = `\\\\.\\pipe\\likeness-${digest(await realpath(folder))}`;
  try {
    const server = await listen(pipe, () => `${process.pid} owner`);
    return { release: () => closeServer(server) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StoreLockedError(`${folder} is in use by another process: stop it first, or use another data folder`);
  }
}

function isUnsupported(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['EINVAL', 'ENAMETOOLONG', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM'].includes(code);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
