import { checkFirms, checkOnce, checkPersons, checkReunions, checkTitles } from './expectation-checks.js';

/** Whether a sent change is stored: `open` until the response, or until a restart has shown it. */
export type Fate = 'open' | 'there' | 'absent';

/** A parent with related records, sent with `allOrNone`. */
export interface Firm {
  fate: Fate;
  /** Number of records created for the related records. Of three twins, one is a duplicate. */
  readonly people: number;
  /** Whether two of its people form a suspected pair. */
  readonly hasTwins: boolean;
  /** Id of the first person, known after the response. */
  firstId?: string;
  /** Id of the last person until it is deleted. */
  lastId?: string;
  deletion?: Fate;
}

/** A field that is updated repeatedly with increasing numbers. */
export interface Counted {
  acknowledged: number;
  sent: number;
}

/** An insert with an idempotency key. Repeated requests must store it once and get the same response. */
export interface Once {
  fate: Fate;
  /** The first response. */
  answer?: string;
}

/** Three records of one person that are repeatedly merged and restored, and a record that refers to the second. */
export interface Reunion {
  /** The first record survives the merge. */
  readonly ids: readonly string[];
  readonly reportId: string;
  merge: Fate;
}

export interface StoredRow {
  readonly Id: string;
  readonly Name?: string;
  readonly LastName?: string;
  readonly Email?: string;
  readonly AccountId?: string;
  readonly Title?: string;
  readonly ReportsToId?: string;
  /** Roll-up: number of contacts. */
  readonly People__c?: number;
  readonly Number__c?: string;
}

export interface Stored {
  readonly accounts: readonly StoredRow[];
  readonly contacts: readonly StoredRow[];
  readonly pairs: readonly { readonly createdId: string; readonly matchedId: string }[];
}

/** Everything that was sent, and what the store may and must contain as a result. */
export class Expectations {
  /** By name. */
  readonly firms = new Map<string, Firm>();
  /** Titles, by Id of the contact. */
  readonly titles = new Map<string, Counted>();
  /** People that many clients send, by e-mail address. */
  readonly persons = new Map<string, Fate>();
  /** By idempotency key, which is also the last name. */
  readonly once = new Map<string, Once>();
  /** Merges, by last name. */
  readonly reunions = new Map<string, Reunion>();
  acknowledged = 0;

  /** Once a change without a response is found, it must remain stored. @returns one line per fault */
  check(stored: Stored): string[] {
    return [
      ...checkFirms(this.firms, stored),
      ...checkTitles(this.titles, stored.contacts),
      ...checkPersons(this.persons, stored.contacts),
      ...checkOnce(this.once, stored.contacts),
      ...checkReunions(this.reunions, stored.contacts),
    ];
  }
}
