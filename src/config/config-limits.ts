import { z } from 'zod';
import { DEFAULT_ANSWER_BOUNDS, type AnswerBounds } from '../store/remembered-answers.js';

const limit = (usual: number, most: number, meaning: string) => ({ usual, most, meaning });
const count = (usual: number, meaning: string) => limit(usual, 1_000_000, meaning);
const seconds = (usual: number, meaning: string) => limit(usual, 3_600, meaning);

/** Undoing a merge looks for its changes no further, whatever is configured. */
export const MOST_MERGED_REFERENCES = 10_000;

/** The bounds with their defaults, their largest values and what they mean. */
const bounds = {
  connections: count(4_096, 'Connections open at once'),
  connectionsPerAddress: count(1_024, 'Connections of one address at once, where no proxy is in front'),
  requestsPerConnection: limit(100_000, 100_000_000, 'Requests after which a connection is closed politely'),
  // One client has no more of these, of `writesAtOnce` and of `bytesAtOnce` than it leaves free.
  requestsAtOnce: count(2_048, 'Requests that are being answered at once'),
  writesAtOnce: count(1_024, 'Requests that write, at once'),
  bytesAtOnce: limit(
    128 * 1024 * 1024,
    100_000_000_000,
    'Bytes of bodies read and of answers not yet taken, at once; at least bodyLimit',
  ),
  rememberedAnswers: limit(
    DEFAULT_ANSWER_BOUNDS.answers,
    100_000_000,
    'Answers remembered of requests with an Idempotency-Key; the oldest go first',
  ),
  rememberedAnswersPerClient: limit(DEFAULT_ANSWER_BOUNDS.answersPerClient, 100_000_000, 'Of these, of one client'),
  rememberedBytes: limit(DEFAULT_ANSWER_BOUNDS.bytes, 100_000_000_000, 'Bytes of remembered answers'),
  rememberedBytesPerClient: limit(DEFAULT_ANSWER_BOUNDS.bytesPerClient, 100_000_000_000, 'Of these, of one client'),
  mergedReferences: limit(
    500,
    MOST_MERGED_REFERENCES,
    'Records that one merge or its undoing makes point elsewhere; 500 hold everything else up for about ten milliseconds',
  ),
  eventStreams: count(200, 'Event streams open at once; one client has no more than it leaves free'),
  loginsAtOnce: count(256, 'Requests to the token endpoint at once'),
  loginsPerAddress: count(64, 'Of these, of one address'),
  tokensPerMinute: count(600, 'Access tokens a minute and client'),
  failedLogins: count(60, 'Failed logins a minute and address before no reasons are given'),
  failedLoginsInTotal: count(3_000, 'Failed logins a minute of all addresses before none of them gets a reason'),
  headerSeconds: seconds(10, 'Seconds in which the header of a request has to arrive'),
  requestSeconds: seconds(30, 'Seconds in which a whole request has to arrive'),
  idleSeconds: seconds(30, 'Seconds that a connection without a request is kept'),
  positionSeconds: seconds(5, 'Seconds that a request with Likeness-At-Least waits for that position'),
  lagSeconds: seconds(10, 'Seconds that a node may be behind the log before /readyz answers 503'),
  stallSeconds: seconds(60, 'Seconds without a byte after which a request is given up'),
};

/**
 * How much the service takes on at once. What is above a bound is turned away at once, in words, instead of waiting
 * without end.
 */
export type Limits = Readonly<Record<keyof typeof bounds, number>>;

export const defaultLimits = mapBounds(({ usual }) => usual);

/** `limits` of `settings.json`. */
export const limitsSchema = z
  .strictObject(
    mapBounds(({ usual, most, meaning }) =>
      z
        .int()
        .min(1)
        .max(most)
        .optional()
        .describe(`${meaning}: ${usual.toLocaleString('en')} by default`),
    ),
  )
  .meta({ id: 'Limits' });

function mapBounds<T>(of: (bound: ReturnType<typeof limit>) => T): Record<keyof typeof bounds, T> {
  return Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, of(bound)])) as Record<
    keyof typeof bounds,
    T
  >;
}

/** The defaults, and what is written over them. Bodies of the allowed size must fit. */
export function resolveLimits(written: z.output<typeof limitsSchema>, bodyLimit: number): Limits {
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  return { ...defaultLimits, bytesAtOnce: Math.max(defaultLimits.bytesAtOnce, bodyLimit), ...given };
}

/** The limits that the store needs. */
export function answerBoundsOf(limits: Limits): AnswerBounds {
  return {
    answers: limits.rememberedAnswers,
    answersPerClient: limits.rememberedAnswersPerClient,
    bytes: limits.rememberedBytes,
    bytesPerClient: limits.rememberedBytesPerClient,
  };
}
