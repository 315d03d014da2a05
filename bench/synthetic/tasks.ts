import { looksLikeEmail } from '../../src/records/field-types/text-type.js';
import type { Contact, Contacts } from './contacts.js';
import { corrupt, type Difficulty } from './corruptions.js';
import { Random } from './random.js';

export interface Task {
  /** Number of the intended contact. */
  readonly number: number;
  readonly difficulty: Difficulty;
  /** The contact as another user typed it. */
  readonly values: Contact;
}

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/** Searches for contacts below `size`: one third each: easy, medium and hard. The same seed yields the same searches. */
export function searchTasks(contacts: Contacts, size: number, count: number, seed = 7): Task[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) => {
    const number = random.below(size);
    const difficulty = DIFFICULTIES[i % 3]!;
    return { number, difficulty, values: corrupt(contacts.values(number), difficulty, random) };
  });
}

/**
 * Values for upserts: new contacts after the first `size`, each sent once, and a retyped stored contact in every third
 * call.
 *
 * @param from the first new contact has the number `size + from`
 */
export function upsertValues(contacts: Contacts, size: number, from: number, count: number): Contact[] {
  const random = new Random(11 + from);
  return Array.from({ length: count }, (_, i) =>
    i % 3 === 2 ? mistyped(contacts.values(random.below(size)), random) : contacts.values(size + from + i),
  );
}

/** Makes one error. Keeps e-mail addresses valid, because the service would refuse them otherwise. */
function mistyped(contact: Contact, random: Random): Contact {
  const corrupted = corrupt(contact, 'easy', random);
  return looksLikeEmail(corrupted['Email'] ?? 'absent@example.com') ? corrupted : contact;
}

/** Rows of contacts in which one row in six is a retyped earlier row, alternately easy, medium and hard. */
export function* rowsWithDuplicates(
  contacts: Contacts,
  size: number,
): Generator<{ values: Contact; duplicateOf: number | undefined }> {
  const random = new Random(13);
  for (let row = 0; row < size; row++) {
    const isDuplicate = row % 6 === 5;
    const original = row - (row % 6) - 6 * random.below(1 + Math.floor(row / 6)) + random.below(5);
    if (isDuplicate)
      yield {
        values: corrupt(contacts.values(original), DIFFICULTIES[Math.floor(row / 6) % 3]!, random),
        duplicateOf: original,
      };
    else yield { values: contacts.values(row), duplicateOf: undefined };
  }
}
