import { makeId } from '../records/ids.js';
import type { StoredRecord } from '../records/record.js';
import type { RecordJson } from './record-view.js';

/**
 * The users of clients. A user owns the records that its client saves, and is their author. Users are not stored, but
 * made from the list of clients. Users can be read like records (alone, nested or in formulas), but not searched,
 * exported or changed.
 */
export interface UserSource {
  /** Returns the same object until the user changes. @param id 18 characters, with the key prefix of users */
  find(id: string): StoredRecord | undefined;
  all(): Iterable<StoredRecord>;
}

const USER_PREFIX = '005';
/** Domain of the users' e-mail addresses. No such domain exists (RFC 2606), because users have no real address. */
export const USER_DOMAIN = 'likeness.invalid';
/**
 * The user for imports and the command line. No other Id has number 0: records start at 1, and clients have far higher
 * numbers.
 */
export const SYSTEM_USER_ID = makeId(USER_PREFIX, 0);

const SYSTEM_USER: StoredRecord = {
  id: SYSTEM_USER_ID,
  type: 'User',
  fields: {
    Username: `system@${USER_DOMAIN}`,
    LastName: 'System',
    Name: 'System',
    Email: `system@${USER_DOMAIN}`,
    IsActive: true,
  },
};

export class UserRecords {
  readonly #unparsed = new WeakMap<StoredRecord, RecordJson>();

  /** @param clients if absent, only the system user exists */
  constructor(private readonly clients?: UserSource) {}

  record(id: string, stored: StoredRecord | undefined): StoredRecord | undefined {
    return isUser(id) ? (stored ?? this.#find(id)) : stored;
  }

  json(id: string, stored: RecordJson | undefined): RecordJson | undefined {
    return isUser(id) ? (stored ?? this.#json(this.#find(id))) : stored;
  }

  /** Returns the users that are not stored, in Id order. @param isStored whether a record has this Id */
  all(isStored: (id: string) => boolean): StoredRecord[] {
    return [SYSTEM_USER, ...(this.clients?.all() ?? [])]
      .filter(({ id }) => !isStored(id))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #json(record: StoredRecord | undefined): RecordJson | undefined {
    if (record === undefined) return undefined;
    let json = this.#unparsed.get(record);
    if (json === undefined) this.#unparsed.set(record, (json = unparsed(record)));
    return json;
  }

  #find(id: string): StoredRecord | undefined {
    return id === SYSTEM_USER_ID ? SYSTEM_USER : this.clients?.find(id);
  }
}

function isUser(id: string): boolean {
  return id.startsWith(USER_PREFIX);
}

function unparsed({ id, type, fields }: StoredRecord): RecordJson {
  const values = Object.values(fields).map((value) => JSON.stringify(value));
  return { id, type, names: Object.keys(fields), values, isKept: true };
}
