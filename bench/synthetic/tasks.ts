import { looksLikeEmail } from '../../src/records/field-types/text-type.js';
import type { Contact, Contacts } from './contacts.js';
import { corrupt, type Difficulty } from './corruptions.js';
import { Random } from './random.js';

export interface Task {
  /** Number of the contact that is meant. */
  readonly number: number;
  readonly difficulty: Difficulty;
  /** The contact as somebody else typed it. */
  readonly values: Contact;
}

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/**
 * Searches for contacts below `size`, drawn evenly, one third each easy, medium and hard; the same for the same seed.
 */
export function searchTasks(contacts: Contacts, size: number, count: number, seed = 7): Task[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) => {
    const number = random.below(size);
    const difficulty = DIFFICULTIES[i % 3]!;
    return { number, difficulty, values: corrupt(contacts.values(number), difficulty, random) };
  });
}

/**
 * Values that upserts send: new contacts behind the first `size`, never the same twice, and in one of three calls a
 * stored one as somebody else typed it.
 *
 * @param from the first new contact's number is `size + from`
 */
export function upsertValues(contacts: Contacts, size: number, from: number, count: number): Contact[] {
  const random = new Random(11 + from);
  return Array.from({ length: count }, (_, i) =>
    i % 3 === 2 ? mistyped(contacts.values(random.below(size)), random) : contacts.values(size + from + i),
  );
}

/** With one corruption; an address that a typo made no e-mail address would be refused instead of compared. */
function mistyped(contact: Contact, random: Random): Contact {
  const corrupted = corrupt(contact, 'easy', random);
  return looksLikeEmail(corrupted['Email'] ?? 'absent@example.com') ? corrupted : contact;
}

/**
 * A file of contacts in which one row in six is an earlier one as somebody else typed it; easy, medium and hard in
 * turn.
 */
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
