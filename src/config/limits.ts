import { z } from 'zod';
import { DEFAULT_ANSWER_BOUNDS, type AnswerBounds } from '../store/answer-book.js';

/** How much the service takes on at once. What is above a bound is turned away at once, in words, instead of waiting without end. */
export interface Limits {
  /** Connections open at once; for one more, one without a request is closed, or else it is turned away. */
  readonly connections: number;
  /** Connections of one address at once; counts only without a proxy in front, whose address all would have. */
  readonly connectionsPerAddress: number;
  /** Requests after which a connection is closed, politely, with the last answer. */
  readonly requestsPerConnection: number;
  /**
   * Requests between their arrival and the moment when the answer has been taken. Of these, of `writesAtOnce` and of
   * `bytesAtOnce` one client has no more than it leaves free.
   */
  readonly requestsAtOnce: number;
  /** Requests that write, between their arrival and the disk. */
  readonly writesAtOnce: number;
  /** Bytes of bodies that have been read, and of answers that have not been taken, at once. */
  readonly bytesAtOnce: number;
  /** Answers remembered of requests with an `Idempotency-Key`; the oldest go first. */
  readonly rememberedAnswers: number;
  /** Of these, of one client. */
  readonly rememberedAnswersPerClient: number;
  /** Bytes of them. */
  readonly rememberedBytes: number;
  /** Of these, of one client. */
  readonly rememberedBytesPerClient: number;
  /** Requests to the token endpoint at once. */
  readonly loginsAtOnce: number;
  /** Of these, of one address. */
  readonly loginsPerAddress: number;
  /** Access tokens a minute and client. */
  readonly tokensPerMinute: number;
  /** Failed logins a minute and address, from which on no reasons are given. */
  readonly failedLogins: number;
  /** Failed logins a minute of all addresses, from which on none of them gets a reason. */
  readonly failedLoginsInTotal: number;
  /** Seconds in which a request's header has to arrive. */
  readonly headerSeconds: number;
  /** Seconds in which a whole request has to arrive. */
  readonly requestSeconds: number;
  /** Seconds that a connection without a request is kept. */
  readonly idleSeconds: number;
  /** Seconds without a byte in either direction after which a connection with a request is given up. */
  readonly stallSeconds: number;
}

export const defaultLimits: Limits = {
  connections: 4_096,
  connectionsPerAddress: 1_024,
  requestsPerConnection: 100_000,
  requestsAtOnce: 2_048,
  writesAtOnce: 1_024,
  bytesAtOnce: 128 * 1024 * 1024,
  rememberedAnswers: DEFAULT_ANSWER_BOUNDS.answers,
  rememberedAnswersPerClient: DEFAULT_ANSWER_BOUNDS.answersPerClient,
  rememberedBytes: DEFAULT_ANSWER_BOUNDS.bytes,
  rememberedBytesPerClient: DEFAULT_ANSWER_BOUNDS.bytesPerClient,
  loginsAtOnce: 256,
  loginsPerAddress: 64,
  tokensPerMinute: 600,
  failedLogins: 60,
  failedLoginsInTotal: 3_000,
  headerSeconds: 10,
  requestSeconds: 30,
  idleSeconds: 30,
  stallSeconds: 60,
};

const count = (meaning: string, key: keyof Limits) => bound(1_000_000, meaning, key);
const seconds = (meaning: string, key: keyof Limits) => bound(3_600, meaning, key);

function bound(most: number, meaning: string, key: keyof Limits) {
  const usual = defaultLimits[key].toLocaleString('en');
  return z.int().min(1).max(most).optional().describe(`${meaning}: ${usual} by default`);
}

/** `limits` of `settings.json`. */
export const limitsSchema = z
  .strictObject({
    connections: count('Connections open at once', 'connections'),
    connectionsPerAddress: count(
      'Connections of one address at once, where no proxy is in front',
      'connectionsPerAddress',
    ),
    requestsPerConnection: bound(
      100_000_000,
      'Requests after which a connection is closed politely',
      'requestsPerConnection',
    ),
    requestsAtOnce: count('Requests that are being answered at once', 'requestsAtOnce'),
    writesAtOnce: count('Requests that write, at once', 'writesAtOnce'),
    bytesAtOnce: bound(
      100_000_000_000,
      'Bytes of bodies read and of answers not yet taken, at once; at least bodyLimit',
      'bytesAtOnce',
    ),
    rememberedAnswers: bound(
      100_000_000,
      'Answers remembered of requests with an Idempotency-Key; the oldest go first',
      'rememberedAnswers',
    ),
    rememberedAnswersPerClient: bound(100_000_000, 'Of these, of one client', 'rememberedAnswersPerClient'),
    rememberedBytes: bound(100_000_000_000, 'Bytes of remembered answers', 'rememberedBytes'),
    rememberedBytesPerClient: bound(100_000_000_000, 'Of these, of one client', 'rememberedBytesPerClient'),
    loginsAtOnce: count('Requests to the token endpoint at once', 'loginsAtOnce'),
    loginsPerAddress: count('Of these, of one address', 'loginsPerAddress'),
    tokensPerMinute: count('Access tokens a minute and client', 'tokensPerMinute'),
    failedLogins: count('Failed logins a minute and address before no reasons are given', 'failedLogins'),
    failedLoginsInTotal: count(
      'Failed logins a minute of all addresses before none of them gets a reason',
      'failedLoginsInTotal',
    ),
    headerSeconds: seconds('Seconds in which the header of a request has to arrive', 'headerSeconds'),
    requestSeconds: seconds('Seconds in which a whole request has to arrive', 'requestSeconds'),
    idleSeconds: seconds('Seconds that a connection without a request is kept', 'idleSeconds'),
    stallSeconds: seconds('Seconds without a byte after which a request is given up', 'stallSeconds'),
  })
  .meta({ id: 'Limits' });

/** The defaults, and what is written over them. Bodies of the allowed size must fit. */
export function resolveLimits(written: z.output<typeof limitsSchema>, bodyLimit: number): Limits {
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  return { ...defaultLimits, bytesAtOnce: Math.max(defaultLimits.bytesAtOnce, bodyLimit), ...given };
}

/** What the store is told of them. */
export function answerBoundsOf(limits: Limits): AnswerBounds {
  return {
    answers: limits.rememberedAnswers,
    answersPerClient: limits.rememberedAnswersPerClient,
    bytes: limits.rememberedBytes,
    bytesPerClient: limits.rememberedBytesPerClient,
  };
}
