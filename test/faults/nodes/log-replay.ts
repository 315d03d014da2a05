type Query = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;

interface LoggedChange {
  readonly kind: string;
  readonly id?: string;
  readonly record?: { readonly id: string; readonly type: string; readonly fields: Readonly<Record<string, unknown>> };
}

/** A value that a record's title had, from a position on. */
export interface Version {
  readonly position: number;
  readonly value: string | undefined;
}

/** A contact in the log. */
export interface Logged {
  readonly id: string;
  readonly email: string | undefined;
  /** Position of the commit that made it. */
  readonly made: number;
  readonly titles: Version[];
}

/**
 * The log of the database, read as it stands in the tables and by nothing of the product: what was committed, in its
 * order.
 */
export class LogReplay {
  position = 0;
  readonly contacts = new Map<string, Logged>();
  /** By e-mail address, in the order in which they were made. */
  readonly byEmail = new Map<string, Logged[]>();
  /** Where each title came into the log; more than one place is a fault. */
  readonly written = new Map<string, number[]>();
  /** What is wrong with the log itself. */
  readonly faults: string[] = [];

  constructor(private readonly query: Query) {}

  /** Reads what is new. */
  async read(): Promise<void> {
    const rows = await this.query<{ position: string; body: string }>(
      'select position, body from likeness.commits where position > $1 order by position',
      [this.position],
    );
    for (const { position, body } of rows) {
      if (Number(position) !== this.position + 1) this.faults.push(`the log goes from ${this.position} to ${position}`);
      this.position = Number(position);
      for (const change of (JSON.parse(body) as { t: LoggedChange[] }).t) this.#take(change);
    }
  }

  /** The title of a contact at a position. */
  titleAt(id: string, position: number): string | undefined {
    return this.contacts.get(id)?.titles.findLast((version) => version.position <= position)?.value;
  }

  #take({ kind, record }: LoggedChange): void {
    if (kind !== 'put' || record?.type !== 'Contact') return;
    const { id, fields } = record;
    const value = fields['Title'] as string | undefined;
    const email = fields['Email'] as string | undefined;
    let contact = this.contacts.get(id);
    if (contact === undefined) {
      contact = { id, email, made: this.position, titles: [] };
      this.contacts.set(id, contact);
      if (email !== undefined) this.byEmail.set(email, [...(this.byEmail.get(email) ?? []), contact]);
    }
    if (contact.titles.at(-1)?.value === value) return;
    contact.titles.push({ position: this.position, value });
    if (value !== undefined) this.written.set(value, [...(this.written.get(value) ?? []), this.position]);
  }
}
