import type { Contact, Contacts } from './contacts.js';
import { corrupt, type Difficulty } from './corruptions.js';
import { Random } from './random.js';

export interface Task {
  /** Number of the contact that is meant. */
  readonly number: number;
  readonly difficulty: Difficulty;
  /** What somebody else typed. */
  readonly values: Contact;
}

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/** Searches for contacts below `size`, drawn evenly, one third each easy, medium and hard; the same for the same seed. */
export function searchTasks(contacts: Contacts, size: number, count: number, seed = 7): Task[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) => {
    const number = random.below(size);
    const difficulty = DIFFICULTIES[i % 3]!;
    return { number, difficulty, values: corrupt(contacts.values(number), difficulty, random) };
  });
}

/**
 * What upserts send: new contacts behind the first `size`, never the same twice, and in one of three calls a stored one as somebody else typed it.
 *
 * @param from the first new contact's number is `size + from`
 */
export function upsertValues(contacts: Contacts, size: number, from: number, count: number): Contact[] {
  const random = new Random(11 + from);
  return Array.from({ length: count }, (_, i) =>
    i % 3 === 2 ? corrupt(contacts.values(random.below(size)), 'easy', random) : contacts.values(size + from + i),
  );
}
