import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { PartAnswer } from '../../src/index/parts/index-part.js';
import { PartUnavailableError } from '../../src/index/parts/index-part.js';
import { PartClient } from '../../src/partitions/part-client.js';
import { PartServer } from '../../src/partitions/part-server.js';
import { SealedMessages, type Exchange } from '../../src/partitions/sealed-messages.js';
import { decodeReply, encodeQuestion, MOST_QUESTION_BYTES } from '../../src/partitions/wire.js';
import type { PartQuestion } from '../../src/service/partition/own-part.js';

const question: PartQuestion = {
  objectType: 'Contact',
  scenarioIds: ['s'],
  digest: 'd',
  values: { LastName: 'Łukasz \u0000 "x"' },
  rule: 'search',
  limit: Infinity,
  withTies: false,
  except: ['003A'],
  position: 7,
  oldest: 3,
};
const answer: PartAnswer = {
  matches: [
    {
      id: '003B',
      num: 9_000,
      den: 1,
      scenarioScores: [
        { num: 1, den: 3, isDuplicate: false },
        { num: 9_000, den: 1, isDuplicate: true },
      ],
    },
  ],
  isAll: true,
  postingsScanned: 5,
  incomplete: false,
  position: 8,
  changed: ['003C'],
};

const secret = randomBytes(32);
const messages = new SealedMessages(secret);
const node = randomUUID();
let asked: PartQuestion[];
let troubles: string[];
let address: string;
let answering: (question: PartQuestion) => Promise<PartAnswer>;

beforeEach(async () => {
  [asked, troubles] = [[], []];
  answering = (one) => {
    asked.push(one);
    return Promise.resolve(answer);
  };
  const server = await PartServer.listen({
    ...{ host: '127.0.0.1', port: 0, node, messages },
    answer: (one) => answering(one),
    trouble: (message) => troubles.push(message),
  });
  address = `127.0.0.1:${server.port}`;
  return () => server.close();
});

/** Milliseconds. */
const PATIENCE = 10_000;

function client(known = secret): PartClient {
  const made = new PartClient(new SealedMessages(known));
  onTestFinished(() => made.close());
  return made;
}

const exchange = (more: Partial<Exchange> = {}): Exchange => ({ session: randomUUID(), number: 1, node, ...more });

/** What a stranger may send. */
async function send(body: Buffer | string, { session, number }: { session: string; number: number | string }) {
  const response = await fetch(`http://${address}/part`, {
    method: 'POST',
    headers: { 'likeness-session': session, 'likeness-number': String(number) },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

it('a question and its answer arrive as they were sent', async () => {
  expect(await client().ask({ node, address }, question, PATIENCE)).toEqual(answer);
  expect(await client().ask({ node, address }, { ...question, limit: 3 }, PATIENCE)).toEqual(answer);
  expect(asked).toEqual([question, { ...question, limit: 3 }]);
});

it('a refusal says why', async () => {
  answering = () => Promise.reject(new PartUnavailableError('it is too far behind the log'));
  await expect(client().ask({ node, address }, question, PATIENCE)).rejects.toThrow(PartUnavailableError);
  await expect(client().ask({ node, address }, question, PATIENCE)).rejects.toThrow('too far behind');
});

it('what goes wrong in answering tells the asker nothing but that it did', async () => {
  answering = () => Promise.reject(new TypeError('Smith'));
  await expect(client().ask({ node, address }, question, PATIENCE)).rejects.toThrow('answered 500');
  expect(troubles).toEqual(['a question of another node could not be answered: TypeError']);
});

it('whoever does not know the secret is refused, and asks in vain', async () => {
  await expect(client(randomBytes(32)).ask({ node, address }, question, PATIENCE)).rejects.toThrow('answered 401');
  const own = exchange();
  const text = encodeQuestion(question);
  const sealed = messages.seal('question', own, text);
  const changed = Buffer.from(sealed);
  changed[5]! ^= 1;
  const tries: [Buffer | string, { session: string; number: number | string }][] = [
    ['', own],
    [text, own],
    [changed, own],
    [sealed.subarray(0, -1), own],
    // Sealed for another number, session or node, or as an answer.
    [sealed, { ...own, number: 2 }],
    [sealed, { ...own, session: randomUUID() }],
    [messages.seal('question', { ...own, node: randomUUID() }, text), own],
    [messages.seal('answer', own, text), own],
    [sealed, { ...own, number: 0 }],
    [sealed, { ...own, number: '1e3' }],
    [sealed, { ...own, number: '99999999999999999999' }],
    [sealed, { ...own, session: 'x' }],
  ];
  for (const [body, headers] of tries) expect((await send(body, headers)).status).toBe(401);
  expect(asked).toEqual([]);
  expect((await send(sealed, own)).status).toBe(200);
});

it('a question that was overheard is refused when it is sent again, however many came since', async () => {
  const session = randomUUID();
  const ask = async (number: number) => {
    const own = exchange({ session, number });
    return (await send(messages.seal('question', own, encodeQuestion(question)), own)).status;
  };
  for (const number of [1, 3, 2, 20_000]) expect(await ask(number)).toBe(200);
  for (const number of [1, 2, 3, 20_000, 4, 15_904]) expect(await ask(number)).toBe(401);
  expect(await ask(15_905)).toBe(200);
  expect(asked).toHaveLength(5);
});

it('an answer is that to its own question', async () => {
  const own = exchange();
  const { status, body } = await send(messages.seal('question', own, encodeQuestion(question)), own);
  expect(status).toBe(200);
  expect(decodeReply(messages.open('answer', own, body)!)).toEqual(answer);
  expect(body.includes('003B')).toBe(false);
  expect(messages.open('answer', { ...own, number: 2 }, body)).toBeUndefined();
  expect(messages.open('question', own, body)).toBeUndefined();
});

it('a huge question is refused before it has come', async () => {
  expect((await send(Buffer.alloc(MOST_QUESTION_BYTES + 1), exchange())).status).toBe(413);
  // Without a length, and without an end.
  const reply = await new Promise<string>((resolve) => {
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('close', () => resolve(text));
    // What was still being sent when the connection was closed.
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      socket.write('POST /part HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = Buffer.alloc(1 << 16);
      const more = (): void => {
        if (socket.destroyed) return;
        socket.write('10000\r\n');
        socket.write(chunk);
        if (socket.write('\r\n')) setImmediate(more);
        else socket.once('drain', more);
      };
      more();
    });
  });
  expect(['', 'HTTP/1.1 413']).toContain(reply.slice(0, 12));
  expect(asked).toEqual([]);
  expect(await client().ask({ node, address }, question, PATIENCE)).toEqual(answer);
});

it('any other address and method is unknown', async () => {
  for (const [path, method] of [
    ['/', 'GET'],
    ['/part', 'GET'],
    ['/metrics', 'GET'],
    ['/part/x', 'POST'],
  ])
    expect((await fetch(`http://${address}${path!}`, { method: method! })).status).toBe(404);
});

it('a node that does not answer in time is given up', async () => {
  answering = () => new Promise(() => undefined);
  await expect(client().ask({ node, address }, question, 50)).rejects.toThrow(/abort|timeout/i);
});
