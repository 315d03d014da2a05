import { z } from 'zod';
import type { PartAnswer } from '../index/parts/index-part.js';
import { bestMatch } from '../matching/score-record.js';
import type { PartQuestion } from '../service/partition/own-part.js';

/** Where a part answers. */
export const PART_PATH = '/part';
/** Headers that name a question; both are sealed in. */
export const SESSION_HEADER = 'likeness-session';
export const NUMBER_HEADER = 'likeness-number';

/** Bytes of a question, and of an answer, at the most. */
export const MOST_QUESTION_BYTES = 4 << 20;
export const MOST_ANSWER_BYTES = 256 << 20;

const position = z.number().int().nonnegative();

const questionSchema = z.strictObject({
  objectType: z.string(),
  scenarioIds: z.array(z.string()),
  digest: z.string(),
  values: z.record(z.string(), z.string()),
  rule: z.enum(['search', 'dedupe', 'upsert']),
  /** `null`: all. */
  limit: z.number().int().positive().nullable(),
  withTies: z.boolean(),
  except: z.array(z.string()),
  position,
  oldest: position,
});

const score = z.tuple([z.number(), z.number(), z.boolean()]);

const answerSchema = z.strictObject({
  /** Id, then a score for each scenario. */
  matches: z.array(z.tuple([z.string()], score)),
  isAll: z.boolean(),
  postingsScanned: z.number(),
  incomplete: z.boolean(),
  position,
  changed: z.array(z.string()),
});

const replySchema = z.union([
  z.strictObject({ answer: answerSchema }),
  /** Why there is none. */
  z.strictObject({ refused: z.string() }),
]);

export function encodeQuestion({ limit, withTies, ...question }: PartQuestion): string {
  return JSON.stringify({ ...question, limit: limit === Infinity ? null : limit, withTies: withTies === true });
}

/** @throws Error for what is no question */
export function decodeQuestion(text: string): PartQuestion {
  const { limit, ...question } = questionSchema.parse(JSON.parse(text));
  return { ...question, limit: limit ?? Infinity };
}

export function encodeAnswer({ matches, ...answer }: PartAnswer): string {
  const rows = matches.map(({ id, scenarioScores }) => [
    id,
    ...scenarioScores.map(({ num, den, isDuplicate }) => [num, den, isDuplicate]),
  ]);
  return JSON.stringify({ answer: { ...answer, matches: rows } });
}

export function encodeRefusal(reason: string): string {
  return JSON.stringify({ refused: reason });
}

/** @throws Error for what is no answer */
export function decodeReply(text: string): PartAnswer | { readonly refused: string } {
  const reply = replySchema.parse(JSON.parse(text));
  if ('refused' in reply) return reply;
  const { matches: rows, ...answer } = reply.answer;
  const matches = rows.map(([id, ...scores]) => {
    const match = bestMatch(
      id,
      scores.map(([num, den, isDuplicate]) => ({ num, den, isDuplicate })),
    );
    if (match === undefined) throw new Error(`the part gives ${id} without a score`);
    return match;
  });
  return { ...answer, matches };
}
