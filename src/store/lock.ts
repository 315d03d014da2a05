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
 * Locks a folder for this process. The lock is a listening socket `lock-<pid>-<random>`. The kernel closes the socket
 * when the process exits, so a lock never outlives its owner. Process Ids, clocks and host names are not compared. A
 * socket that refuses connections is stale and is removed.
 *
 * If two processes start at the same time, each listens under its own name before it looks for others, so at least one
 * process sees the other. Names are unique, and a socket gets its name only when it listens, so removing a stale socket
 * never affects a live socket. Among undecided processes, the first by name wins.
 *
 * Works between processes that share a kernel (including containers on one host). Network file systems shared by
 * several hosts are not supported.
 * @throws StoreLockedError naming the process that holds the lock
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
  // Use the temporary folder if the path exceeds the limit of socket names or the file system has no sockets.
  const standIn = join(tmpdir(), `likeness-lock-${digest(path)}`);
  await makeFolder(standIn, PRIVATE);
  return lockIn(standIn, folder);
}

/** Socket paths may have 103 bytes on the strictest system. The longest name within the folder takes 33 bytes. */
const LONGEST_FOLDER = 70;

/** `unknown`: the process is alive but did not respond, because it is exiting or busy. It must be asked again. */
type LockState = 'undecided' | 'owner' | 'unknown';

/** Attempts after which silence is treated as ownership. */
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
      // A process that gave up may close the connection without a response. If such a process were treated as the
      // owner, the first process by name would give up too, and no process would get the lock.
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

/** Milliseconds within which a live process must respond before it is treated as the owner. */
const PATIENCE_MS = 2000;
const PATIENCE_TURNS = 20;

/** Asks a process for its state. Only a refused connection or a missing socket means that it is dead. */
function ask(path: string): Promise<LockState | 'dead'> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    let turns = 0;
    // Time is counted in turns of this process's event loop, because no response can arrive while the loop is blocked.
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
    // Exclusive, because in a cluster worker the primary would otherwise listen, and outlive the worker.
    server.listen({ path, exclusive: true }, () => {
      // The lock must not keep the process running.
      server.unref();
      resolve(server);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Locks a folder on Windows, where a named pipe is exclusive and is closed when its process exits. */
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
