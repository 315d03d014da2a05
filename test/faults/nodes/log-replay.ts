type Query = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;

interface LoggedChange {
  readonly kind: string;
  readonly id?: string;
  readonly record?: { readonly id: string; readonly type: string; readonly fields: Readonly<Record<string, unknown>> };
  readonly entry?: { readonly id: string; readonly into: string };
  readonly answer?: { readonly key: string };
}

/** A row of the commits table. */
interface Row {
  readonly position: string;
  readonly writer?: string;
  readonly number?: string;
  readonly body: string;
}

/** Fields of a contact that histories use. */
export interface Shown {
  readonly Email: string | undefined;
  readonly LastName: string | undefined;
  readonly Title: string | undefined;
}

/** A contact's state as of a log position, until the next version. Without `shown`, the contact does not exist. */
export interface Version {
  readonly position: number;
  readonly shown: Shown | undefined;
}

/** A contact in the log. */
export interface Logged {
  readonly id: string;
  readonly email: string | undefined;
  /** Position of the commit that created the record. */
  readonly made: number;
  readonly versions: Version[];
  /** Positions at which it was merged into another contact, and at which a merge was undone. */
  readonly merges: { readonly position: number; readonly isUndo: boolean }[];
}

/** The log of the database, read directly from its tables without code of the product: all commits in order. */
export class LogReplay {
  position = 0;
  readonly contacts = new Map<string, Logged>();
  /** By e-mail address, in order of creation. */
  readonly byEmail = new Map<string, Logged[]>();
  /** Positions and contacts at which each title was written. More than one position is a fault. */
  readonly written = new Map<string, { readonly position: number; readonly id: string }[]>();
  /** Faults of the log itself. */
  readonly faults: string[] = [];
  readonly #keys = new Map<string, number>();
  readonly #rows: Row[] = [];

  constructor(private readonly query: Query) {}

  /** Reads new commits. Earlier commits must still exist. */
  async read(): Promise<void> {
    const last = this.#rows.at(-1);
    const rows = await this.query<Row>(
      'select position, writer, number, body from likeness.commits where position >= $1 order by position',
      [this.position],
    );
    if (last !== undefined && !isSame(rows.shift(), last)) {
      this.faults.push(`the log does not hold what it held at ${this.position}`);
      return;
    }
    for (const row of rows) this.#append(row);
  }

  /**
   * Reads the log of another database, which has the same commits up to a position.
   *
   * @param kept minimum of that position
   * @returns the log, and the position up to which they agree
   */
  async readOther(kept: number): Promise<{ log: LogReplay; common: number }> {
    const log = new LogReplay(this.query);
    await log.read();
    let common = 0;
    while (common < this.#rows.length && isSame(this.#rows[common], log.#rows[common])) common++;
    if (common < kept)
      log.faults.push(`the log differs from ${common + 1} on from what it was, up to ${kept} it may not`);
    return { log, common };
  }

  /** Returns a contact at a position. */
  at(id: string, position: number): Shown | undefined {
    return this.contacts.get(id)?.versions.findLast((version) => version.position <= position)?.shown;
  }

  /** Positions at which a contact was merged into another contact, or at which a merge was undone. */
  mergesOf(id: string, isUndo: boolean): number[] {
    const merges = this.contacts.get(id)?.merges ?? [];
    return merges.filter((one) => one.isUndo === isUndo).map(({ position }) => position);
  }

  /** Returns whether a condition was true at some position between two positions, inclusive. */
  was(id: string, from: number, to: number, isSo: (shown: Shown | undefined) => boolean): boolean {
    if (isSo(this.at(id, from))) return true;
    const versions = this.contacts.get(id)?.versions ?? [];
    return versions.some(({ position, shown }) => position > from && position <= to && isSo(shown));
  }

  #append(row: Row): void {
    const position = Number(row.position);
    if (position !== this.position + 1) this.faults.push(`the log goes from ${this.position} to ${position}`);
    this.position = position;
    this.#rows.push(row);
    for (const change of (JSON.parse(row.body) as { t: LoggedChange[] }).t) this.#take(change);
  }

  #take({ kind, record, id, entry, answer }: LoggedChange): void {
    if (kind === 'put' && record?.type === 'Contact') this.#put(record.id, record.fields);
    else if (kind === 'delete') this.contacts.get(id!)?.versions.push({ position: this.position, shown: undefined });
    else if (kind === 'merged') {
      const isUndo = entry!.into === entry!.id;
      this.contacts.get(entry!.id)?.merges.push({ position: this.position, isUndo });
    } else if (kind === 'remember') {
      const { key } = answer!;
      const before = this.#keys.get(key);
      if (before !== undefined) this.faults.push(`the key ${key} counts at ${before} and again at ${this.position}`);
      this.#keys.set(key, this.position);
    }
  }

  #put(id: string, fields: Readonly<Record<string, unknown>>): void {
    const { position } = this;
    const text = (name: string): string | undefined => fields[name] as string | undefined;
    const shown = { Email: text('Email'), LastName: text('LastName'), Title: text('Title') };
    let contact = this.contacts.get(id);
    if (contact === undefined) {
      contact = { id, email: shown.Email, made: position, versions: [], merges: [] };
      this.contacts.set(id, contact);
      if (shown.Email !== undefined) this.byEmail.set(shown.Email, [...(this.byEmail.get(shown.Email) ?? []), contact]);
    }
    const before = contact.versions.findLast((version) => version.shown !== undefined)?.shown;
    contact.versions.push({ position, shown });
    const { Title } = shown;
    if (Title === undefined || Title === before?.Title) return;
    this.written.set(Title, [...(this.written.get(Title) ?? []), { position, id }]);
  }
}

function isSame(one: Row | undefined, other: Row | undefined): boolean {
  return (
    one?.position === other?.position &&
    one?.writer === other?.writer &&
    one?.number === other?.number &&
    one?.body === other?.body
  );
}
