import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { person } from '../faults/client.js';
import { json, newToken } from '../support/command-line.js';
import { serve, type Served } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const PATH = '/services/apexrest/dupcheck';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** One connection, which one worker has. */
class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly token: string,
    /** Milliseconds without an answer after which a request is given up. */
    private readonly patience = 60_000,
  ) {}

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const all = { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json', ...headers };
    const sending = { agent: this.#agent, timeout: this.patience };
    return new Promise((resolve, reject) => {
      const sent = request(this.url + path, { ...sending, method, headers: all }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (more: string) => (text += more));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
      });
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy());
      sent.end(typeof body === 'string' ? body : body && JSON.stringify(body));
    });
  }

  upsert(LastName: string, more: object = {}): Promise<Answer> {
    const objectData = {
      LastName,
      FirstName: 'Jenniffer',
      Company: 'Example Ltd',
      Email: `${LastName}@example.com`,
      ...more,
    };
    return this.call('POST', `${PATH}/dc3DataApi`, { input: { objectType: 'Lead', objectData, duplicateCheck: true } });
  }

  async found(LastName: string): Promise<number> {
    const objectData = { LastName, FirstName: 'Jenniffer', Email: `${LastName}@example.com` };
    const { text } = await this.call('POST', `${PATH}/dc3Api/search`, { objectPrefix: '00Q', objectData });
    return ((JSON.parse(text) as { '00Q'?: unknown[] })['00Q'] ?? []).length;
  }

  close(): void {
    this.#agent.destroy();
  }
}

interface Pool {
  readonly served: Served;
  readonly token: string;
  readonly data: string;
  readonly config: string;
  /** As many connections as there are workers: each has one. */
  readonly connections: readonly Connection[];
  connect(patience?: number): Connection;
}

async function open(workers = 2, settings: Record<string, unknown> = {}): Promise<Pool> {
  const data = newFolder();
  const config = newFolder();
  fileIn(config, 'settings.json', JSON.stringify(settings));
  const token = await newToken(data);
  const served = await serve(data, ['--workers', String(workers), '--config', config]);
  const connections: Connection[] = [];
  const connect = (patience?: number): Connection => {
    const connection = new Connection(served.url, token, patience);
    connections.push(connection);
    return connection;
  };
  onTestFinished(async () => {
    for (const connection of connections) connection.close();
    await served.stop();
  });
  for (let i = 0; i < workers; i++) {
    // One after the other: connections are handed out in turns.
    await connect().call('GET', '/healthz');
  }
  return { served, token, data, config, connections: [...connections], connect };
}

/** Process Ids of the workers, in the order of their start: the first one writes. */
function workersOf({ served }: Pool): number[] {
  const all = execFileSync('ps', ['-o', 'pid=', '--ppid', String(served.process.pid)], { encoding: 'utf8' });
  return all.trim().split(/\s+/).map(Number);
}

/** A last name that is like nobody else's. */
const nameOf = (number: number): string => person(number).LastName;

const metric = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);

describe('serve --workers', () => {
  it('what one worker has answered, every other one shows', async () => {
    const pool = await open(3);
    for (let i = 0; i < 30; i++) {
      const name = nameOf(i);
      const saved = await pool.connections[i % 3]!.upsert(name);
      expect(saved.status).toBe(200);
      for (const connection of pool.connections) expect([i, await connection.found(name)]).toEqual([i, 1]);
    }
    const { text } = await pool.connections[1]!.call('GET', '/metrics');
    expect(metric(text, 'likeness_workers')).toBe(3);
    expect(metric(text, 'likeness_store_records')).toBe(30);
    // Searches of all workers together.
    expect(metric(text, 'likeness_search_candidates_walked_count')).toBe(90);
  });

  it('16 clients that send the same 200 persons at once through all workers make 200 records', async () => {
    const pool = await open(2);
    const clients = Array.from({ length: 16 }, () => pool.connect());
    const failed: unknown[] = [];
    await Promise.all(
      clients.map(async (client) => {
        for (let number = 0; number < 200; number++) {
          const { LastName, ...more } = person(`equal ${number}`);
          const { status, text } = await client.upsert(LastName, more);
          if (status !== 200 || !text.includes('"isSuccess":true')) failed.push(text);
        }
      }),
    );
    expect(failed).toEqual([]);
    const { text } = await pool.connections[0]!.call('GET', '/metrics');
    expect(metric(text, 'likeness_store_records')).toBe(200);
  });

  it('a revoked token, client or licence counts nowhere from the answer on', async () => {
    const pool = await open(2);
    for (const connection of pool.connections) expect(await connection.found('Nobody')).toBe(0);
    const revoked = await pool.connections[1]!.call('POST', '/services/oauth2/revoke', `token=${pool.token}`, {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect(revoked.status).toBe(200);
    for (const connection of pool.connections)
      expect((await connection.call('GET', `${PATH}/scenarios`)).status).toBe(401);
    const other = new Connection(pool.served.url, await newToken(pool.data));
    expect((await other.call('GET', `${PATH}/scenarios`)).status).toBe(200);
    other.close();
  });

  it('a limit of requests a minute counts those of all workers', async () => {
    const pool = await open(2, { rateLimit: 40 });
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++)
      statuses.push((await pool.connections[i % 2]!.call('GET', `${PATH}/scenarios`)).status);
    const served = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
    // A worker hears of what the other has let through a moment later.
    expect(served).toBeGreaterThanOrEqual(40);
    expect(served).toBeLessThan(60);
  });

  it('another configuration is in use on all workers when the answer comes', async () => {
    const pool = await open(2);
    await pool.connections[0]!.upsert('Known', { Title: 'Chief Beekeeper' });
    const byTitle = { objectPrefix: '00Q', objectData: { Title: 'Chief Beekeeper' } };
    const found = async (connection: Connection): Promise<boolean> =>
      (await connection.call('POST', `${PATH}/dc3Api/search`, byTitle)).text.includes('Known');
    expect(await Promise.all(pool.connections.map(found))).toEqual([false, false]);
    const fields = [{ field: 'Title', method: 'exact', weight: 100 }];
    const scored = { threshold: 80, usage: ['restSearch'], minimumEvidence: 0.5, scoreMethod: 'weighted' };
    const scenario = { id: 'by-title', name: 'By title', object: 'Lead', ...scored, fields };
    fileIn(pool.config, 'scenarios.json', JSON.stringify([scenario]));
    const reloaded = await pool.connections[1]!.call('POST', `${PATH}/configuration/reload`);
    expect([reloaded.status, reloaded.text]).toEqual([200, '{"ok":true,"rebuilt":["Lead"]}']);
    expect(await Promise.all(pool.connections.map(found))).toEqual([true, true]);
    // One that joins later has it, too, whatever has become of the folder since.
    fileIn(pool.config, 'scenarios.json', '{');
    process.kill(workersOf(pool)[1]!, 'SIGKILL');
    const workers = async () => metric((await pool.connections[0]!.call('GET', '/metrics')).text, 'likeness_workers');
    await expect.poll(workers).toBe(1);
    await expect.poll(workers).toBe(2);
    expect(await Promise.all([pool.connect(), pool.connect()].map(found))).toEqual([true, true]);
  });

  it('a follower that is killed is replaced, and nothing that was answered is lost', async () => {
    const pool = await open(2);
    await pool.connections[1]!.upsert('Kept');
    process.kill(workersOf(pool)[1]!, 'SIGKILL');
    await expect
      .poll(async () => metric((await pool.connections[0]!.call('GET', '/metrics')).text, 'likeness_workers'))
      .toBe(1);
    expect(await pool.connections[0]!.found('Kept')).toBe(1);
    await expect
      .poll(async () => metric((await pool.connections[0]!.call('GET', '/metrics')).text, 'likeness_workers'), {
        timeout: 120_000,
      })
      .toBe(2);
    for (const connection of [pool.connect(), pool.connect()]) expect(await connection.found('Kept')).toBe(1);
  });

  it('all start anew when the one that writes is killed, and nothing that was answered is lost', async () => {
    const pool = await open(2);
    for (let i = 0; i < 5; i++) await pool.connections[i % 2]!.upsert(nameOf(i));
    const [writer] = workersOf(pool);
    process.kill(writer!, 'SIGKILL');
    await expect
      .poll(
        async () => {
          // One that was handed to a process that was killed is never answered.
          const attempt = pool.connect(2_000);
          const found = await attempt.found(nameOf(2)).catch(() => 0);
          attempt.close();
          const pids = workersOf(pool);
          return found === 1 && pids.length === 2 && !pids.includes(writer!);
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    const again = pool.connect();
    for (let i = 0; i < 5; i++) expect(await again.found(nameOf(i))).toBe(1);
    expect((await again.upsert('Later')).status).toBe(200);
    expect(await again.found('Later')).toBe(1);
  });

  it('ends cleanly on a signal, with requests under way answered', async () => {
    const pool = await open(2);
    const underWay = pool.connections.flatMap((connection, i) =>
      Array.from({ length: 5 }, (_, k) => connection.upsert(nameOf(i * 5 + k))),
    );
    await Promise.race(underWay);
    const code = await pool.served.stop('SIGTERM');
    const answers = await Promise.allSettled(underWay);
    const isGood = (answer: PromiseSettledResult<Answer>): boolean =>
      answer.status === 'rejected' || answer.value.status === 200;
    expect([code, answers.every(isGood)]).toEqual([0, true]);
    const saved = answers.filter((answer) => answer.status === 'fulfilled').length;
    const { records } = await json<{ records: number }>(['verify', '--data', pool.data, '--json']);
    expect(records).toBeGreaterThanOrEqual(saved);
  });
});
