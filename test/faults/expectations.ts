import { checkFirms, checkOnce, checkPersons, checkReunions, checkTitles } from './expectation-checks.js';

/** Whether something sent is there: `open` until it is answered, or until a restart has shown it. */
export type Fate = 'open' | 'there' | 'absent';

/** A parent with related records, sent with `allOrNone`. */
export interface Firm {
  fate: Fate;
  /** Records that its related records come to: of three twins one is the duplicate of another. */
  readonly people: number;
  /** Among its people are two that were remembered as a suspected pair. */
  readonly hasTwins: boolean;
  /** Id of the first person, once answered. */
  firstId?: string;
  /** Id of the last person, while it is there; it may be deleted. */
  lastId?: string;
  deletion?: Fate;
}

/** A field that is written again and again, with rising numbers. */
export interface Counted {
  acknowledged: number;
  sent: number;
}

/** A plain insert with an idempotency key: however often it is sent, it is there once, and answered alike. */
export interface Once {
  fate: Fate;
  /** The first answer. */
  answer?: string;
}

/** Three records of one person, merged and brought back again and again; and somebody who reports to the second. */
export interface Reunion {
  /** The first stays. */
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
  /** Auto-number. */
  readonly Number__c?: string;
}

/** All that is stored. */
export interface Stored {
  readonly accounts: readonly StoredRow[];
  readonly contacts: readonly StoredRow[];
  readonly pairs: readonly { readonly createdId: string; readonly matchedId: string }[];
}

/** Everything that was sent, and what the store may and must hold because of it. */
export class Expectations {
  /** By name. */
  readonly firms = new Map<string, Firm>();
  /** Titles, by Id of the contact. */
  readonly titles = new Map<string, Counted>();
  /** Persons that many clients send, by e-mail address. */
  readonly persons = new Map<string, Fate>();
  /** By idempotency key, which is the last name too. */
  readonly once = new Map<string, Once>();
  /** Merges, by last name. */
  readonly reunions = new Map<string, Reunion>();
  acknowledged = 0;

  /**
   * Compares with what is stored. What is seen there is from now on known: nobody may take it back. @returns one line
   * for each fault
   */
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
