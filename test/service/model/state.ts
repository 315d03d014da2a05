import { formatDatetime } from '../../../src/records/dates.js';
import { installationNumber, makeId } from '../../../src/records/ids.js';
import { SYSTEM_USER_ID } from '../../../src/store/user-records.js';
import { THRESHOLD, WEIGHTS } from './configuration.js';

export type Values = Record<string, string | number | boolean | null>;
type Type = 'Account' | 'Contact';

/** A change in the model. The model's change has whole records; the service stores only the changed fields. */
interface ModelChange {
  readonly number: number;
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete';
  readonly before: Values | undefined;
  readonly after: Values | undefined;
  readonly undoes: number | undefined;
  undone: boolean;
  /** Number of the first of several changes made together. */
  readonly group?: number | undefined;
  readonly mergedInto?: string | undefined;
}

interface ModelPair {
  readonly id: number;
  readonly createdId: string;
  readonly matchedId: string;
  readonly score: number;
  /** The pair before a merge changed it. */
  readonly moved?: ModelPair | undefined;
}

type Verdict = 'duplicate' | 'notDuplicate' | 'later';

interface ModelDecision {
  readonly number: number;
  readonly verdict: Verdict;
  /** The compared values by Id. */
  readonly judged: ReadonlyMap<string, Values>;
  readonly pairs: readonly ModelPair[];
  /** The change that merged the records. */
  readonly change: number | undefined;
}

export interface Sent {
  readonly data: Values & { Id?: string };
  readonly duplicateCheck: boolean;
  readonly duplicateScore: number;
}

export interface Answer {
  readonly isSuccess: boolean;
  readonly isCreated: boolean;
  readonly objectId: string | null;
  readonly relatedList: Answer[];
}

export interface Request {
  readonly allOrNone: boolean;
  /** If absent, the first of `related` is the parent. */
  readonly account?: Values & { Id?: string };
  readonly contacts: readonly Sent[];
}

const UNTICKED = { HasOptedOutOfEmail: false, HasOptedOutOfFax: false, DoNotCall: false };
const FAILED: Answer = { isSuccess: false, isCreated: false, objectId: null, relatedList: [] };
/** Installation of the stores under test. */
export const INSTALLATION = 'Test';
export const COUNTERS = ['id:001', 'id:003', 'auto:Contact.Number__c', 'change', 'suspectedPair', 'decision'];
/** Contact fields that a scenario compares and programs change. */
const COMPARED = ['LastName', 'Email', 'Department'];
/** Calculated fields, which are not part of before-images. */
const DERIVED = ['LastModifiedDate', 'Name'];

/** The simplest service that follows the contract: plain maps, all records compared, summaries computed on demand. */
export class ModelState {
  records = new Map<string, Values>();
  changes: ModelChange[] = [];
  pairs: ModelPair[] = [];
  /** Pairs of deleted records, in order of deletion. */
  aside: ModelPair[] = [];
  /** Old Id to the record that it was merged into, or to itself after an undo, in the order of the merges. */
  merged = new Map<string, string>();
  /** In order of creation. */
  decisions: ModelDecision[] = [];
  #group: number | undefined;
  /** Counters as assigned by the process, and as stored on disk. */
  given = new Map<string, number>();
  stored = new Map<string, number>();
  #taken = new Map<string, number>();

  clone(): ModelState {
    const copy = new ModelState();
    copy.records = structuredClone(this.records);
    copy.changes = structuredClone(this.changes);
    copy.pairs = structuredClone(this.pairs);
    copy.aside = structuredClone(this.aside);
    copy.merged = new Map(this.merged);
    copy.decisions = structuredClone(this.decisions);
    copy.given = new Map(this.given);
    copy.stored = new Map(this.stored);
    return copy;
  }

  /** After a restart, only the counters on disk are known. */
  restart(): void {
    this.given = new Map(this.stored);
  }

  ids(type: Type): string[] {
    return [...this.records.keys()].filter((id) => id.startsWith(type === 'Account' ? '001' : '003')).sort();
  }

  send(request: Request, time: number): Answer {
    const before = this.clone();
    const answer = this.#unit(() => {
      if (request.account === undefined) return this.#contact(request.contacts[0]!, undefined, time);
      const parent = this.#account(request.account, time);
      const relatedList = request.contacts.map((contact) =>
        parent.objectId === null ? FAILED : this.#contact(contact, parent.objectId, time),
      );
      return { ...parent, relatedList };
    });
    const all = [answer, ...answer.relatedList];
    if (!request.allOrNone || all.every(({ isSuccess }) => isSuccess)) return answer;
    const ids = [...this.given].filter(([name]) => name.startsWith('id:'));
    Object.assign(this, before);
    for (const [name, value] of ids) this.given.set(name, value);
    return { ...FAILED, relatedList: answer.relatedList.map(() => FAILED) };
  }

  delete(id: string): void {
    this.#unit(() => this.#remove(id, undefined, undefined));
  }

  /** Undoes a change if possible. @returns whether it was undone */
  undo(number: number, time: number): boolean {
    const asked = this.changes.find((each) => each.number === number)!;
    const { group } = asked;
    const together = group === undefined ? [asked] : this.changes.filter((each) => each.group === group).reverse();
    if (!together.every((change) => this.#mayUndo(change))) return false;
    this.#unit(() => {
      if (together.length > 1) this.#group = this.#given('change') + 1;
      // Collected first, because the records of a merge are restored one by one.
      const moved = new Map(together.map(({ id }) => [id, this.#pairsOf(id)]));
      for (const change of together) this.#takeBack(change, time);
      for (const change of [...together].reverse()) this.#returnDecided(change);
      for (const change of [...together].reverse()) {
        const into = change.action === 'create' ? this.#undoneBy(change)?.mergedInto : undefined;
        if (into !== undefined) this.#followPairs(into, change.id, moved.get(change.id)!);
      }
      this.#group = undefined;
    });
    return true;
  }

  /** @returns the master and the merged records; `undefined` for an unknown record */
  merge(ids: readonly [string, string], time: number): { masterId: string; mergedIds: string[] } | undefined {
    const [masterId, id] = ids.map((each) => this.survivorOf(each));
    if (masterId === undefined || id === undefined) return undefined;
    if (masterId === id) return { masterId, mergedIds: [] };
    this.#unit(() => this.#mergeOne(masterId, id, time));
    return { masterId, mergedIds: [id] };
  }

  /** @param ids Ids of stored contacts; for `duplicate`, two with the master first. @returns the decision's number */
  decide(verdict: Verdict, ids: readonly string[], time: number): number {
    return this.#unit(() => {
      const judged = new Map([...ids].sort().map((id) => [id, compared(this.records.get(id)!)]));
      const replaced = this.decisions.find(
        (known) => known.judged.size === judged.size && ids.every((id) => known.judged.has(id)),
      );
      const among = this.pairs.filter(({ createdId, matchedId }) => judged.has(createdId) && judged.has(matchedId));
      // Ordered by record, then by creation.
      const taken = [...judged.keys()].flatMap((id) =>
        among.filter(({ createdId, matchedId }) => (createdId < matchedId ? createdId : matchedId) === id),
      );
      const change = verdict === 'duplicate' ? this.#mergeOne(ids[0]!, ids[1]!, time) : undefined;
      this.decisions = this.decisions.filter((known) => known !== replaced);
      const pairs = [...(replaced?.pairs ?? []), ...taken.map((pair) => ({ ...pair, moved: undefined }))];
      for (const { id } of pairs) {
        this.pairs = this.pairs.filter((pair) => pair.id !== id);
        this.aside = this.aside.filter((pair) => pair.id !== id);
      }
      const number = this.#next('decision');
      this.decisions.push({ number, verdict, judged, pairs, change });
      return number;
    });
  }

  /** Revokes a decision if possible. @returns whether it was revoked */
  revoke(number: number): boolean {
    const { judged, pairs, change } = this.decisions.find((known) => known.number === number)!;
    const missing = [...judged.keys()].find((id) => !this.records.has(id));
    if (change !== undefined && missing !== undefined && this.#lastOf(missing) !== missing) return false;
    this.decisions = this.decisions.filter((known) => known.number !== number);
    for (const pair of pairs)
      if (this.records.has(pair.createdId) && this.records.has(pair.matchedId)) this.#suspect(pair);
    return true;
  }

  /** @returns the change that undoes the merge */
  #mergeOne(masterId: string, id: string, time: number): number {
    const group = this.#given('change') + 1;
    this.#group = group;
    const [master, loser] = [this.records.get(masterId)!, this.records.get(id)!];
    this.#write(masterId, master, { ...loser, ...master }, time, undefined);
    for (const child of this.ids('Contact')) {
      const values = this.records.get(child)!;
      if (values['AccountId'] === id) this.#write(child, values, { ...values, AccountId: masterId }, time, undefined);
    }
    const moved = this.#pairsOf(id);
    this.#remove(id, undefined, masterId);
    this.#followPairs(masterId, id, moved);
    this.#group = undefined;
    return group;
  }

  #pairsOf(id: string): ModelPair[] {
    return this.pairs.filter(({ createdId, matchedId }) => createdId === id || matchedId === id);
  }

  /** Moves a record's pairs to the record that it is merged into. */
  #followPairs(masterId: string, id: string, moved: readonly ModelPair[]): void {
    const otherOf = (pair: ModelPair, of: string) => (pair.createdId === of ? pair.matchedId : pair.createdId);
    const known = this.pairs.filter((pair) => pair.createdId === masterId || pair.matchedId === masterId);
    const others = new Set([masterId, ...known.map((pair) => otherOf(pair, masterId))]);
    for (const pair of moved) {
      if (others.has(otherOf(pair, id))) continue;
      others.add(otherOf(pair, id));
      const ends = pair.createdId === id ? { createdId: masterId } : { matchedId: masterId };
      this.#suspect({ ...pair, ...ends, moved: pair });
    }
  }

  /** Adds a pair as the newest. Replaces a pair with the same number. */
  #suspect(pair: ModelPair): void {
    this.pairs = [...this.pairs.filter(({ id }) => id !== pair.id), pair];
    this.aside = this.aside.filter(({ id }) => id !== pair.id);
  }

  /** Returns the current record of an Id, if any. */
  survivorOf(id: string): string | undefined {
    if (this.records.has(id)) return id;
    const into = this.merged.get(id);
    return into === undefined || into === id ? undefined : this.survivorOf(into);
  }

  #mayUndo(change: ModelChange): boolean {
    if (change.undone) return false;
    const { number } = change;
    const later = this.changes.filter(
      (each) =>
        each.id === change.id &&
        each.number > number &&
        !each.undone &&
        !(each.undoes !== undefined && each.undoes > number),
    );
    const fields = changedFields(change);
    if (change.action === 'create' && later.length > 0) return false;
    if (later.some(({ action }) => action === 'delete')) return false;
    if (change.action === 'update' && later.some((each) => changedFields(each).some((name) => fields.includes(name))))
      return false;
    return true;
  }

  #takeBack(change: ModelChange, time: number): void {
    const { number } = change;
    this.#setUndone(change, true);
    const undoneUndo = this.#undoneBy(change);
    if (change.action === 'create') this.#remove(change.id, number, undoneUndo?.mergedInto);
    else if (change.action === 'delete') {
      this.#write(change.id, undefined, { ...change.before }, time, number);
      if (change.mergedInto !== undefined) this.#bringBack(change.id, change.mergedInto);
    } else {
      const current = this.records.get(change.id)!;
      const values = { ...current };
      for (const name of changedFields(change)) set(values, name, change.before![name] ?? null);
      this.#write(change.id, current, values, time, number);
    }
  }

  /** Restores the pairs that a decision removed when it merged records. */
  #returnDecided({ action, id, mergedInto, group, number }: ModelChange): void {
    if (action !== 'delete' || mergedInto === undefined) return;
    // Newest first.
    for (const { judged, pairs, change } of [...this.decisions].reverse())
      if (judged.has(id) && change === (group ?? number))
        for (const pair of pairs)
          if (this.records.has(pair.createdId) && this.records.has(pair.matchedId)) this.#suspect(pair);
  }

  /** If this change had undone another change, that change gets the opposite state, recursively. */
  #setUndone(change: ModelChange, isUndone: boolean): void {
    change.undone = isUndone;
    const before = this.#undoneBy(change);
    if (before !== undefined) this.#setUndone(before, !isUndone);
  }

  #undoneBy({ undoes }: ModelChange): ModelChange | undefined {
    return this.changes.find(({ number }) => number === undoes);
  }

  #bringBack(id: string, from: string): void {
    this.merged.delete(id);
    this.merged.set(id, id);
    const names = (pair: ModelPair | undefined, record: string) =>
      pair?.createdId === record || pair?.matchedId === record;
    const back = this.pairs.filter((pair) => names(pair, from) && names(pair.moved, id));
    for (const { moved } of back) this.#suspect(moved!);
  }

  search(values: Values): { id: string; score: number }[] {
    return this.#matches(values)
      .sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
      .map(({ id, share }) => ({ id, score: Math.floor(share * 100) }));
  }

  /** Serializes the state. Equal strings mean equal states. */
  picture(): string {
    return JSON.stringify({
      accounts: this.ids('Account').map((id) => [
        id,
        this.#shown(id, ['Name', 'LastModifiedDate']),
        this.summaries(id),
      ]),
      contacts: this.ids('Contact').map((id) => [id, this.#shown(id, CONTACT_FIELDS)]),
      pairs: this.pairs.map(({ createdId, matchedId, score }) => [createdId, matchedId, score]),
      changes: this.changes.map((change) => [
        change.number,
        change.id,
        change.action,
        change.undoes ?? null,
        change.action === 'delete'
          ? []
          : changedFields(change)
              .sort()
              .map((name) => [name, change.before?.[name] ?? null, change.after![name] ?? null]),
      ]),
      merged: [...this.merged].map(([id, into]) => [id, into === id ? id : this.#lastOf(into)]),
      decisions: this.decisions.map(({ number, verdict, judged, change }) => [
        number,
        verdict,
        [...judged].map(([id, values]) => [id, this.#stateOf(id, values)]),
        change ?? null,
      ]),
      counters: COUNTERS.map((name) => this.stored.get(name) ?? 0),
    });
  }

  summaries(account: string): (number | null)[] {
    const children = [...this.records.values()].filter((values) => values['AccountId'] === account);
    const amounts = children.map((values) => values['Amount__c'] ?? null).filter((amount) => amount !== null);
    return [
      children.length,
      amounts.reduce<number>((sum, amount) => sum + (amount as number), 0),
      amounts.length === 0 ? null : Math.max(...(amounts as number[])),
    ];
  }

  #account(data: Values & { Id?: string }, time: number): Answer {
    const { Id, ...values } = data;
    if (Id !== undefined) return this.#update(Id, values, time);
    const id = makeId('001', this.#next('id:001'), installationNumber(INSTALLATION));
    if ((values['Name'] ?? null) === null) return FAILED;
    return this.#create(id, values, time);
  }

  #contact({ data, duplicateCheck, duplicateScore }: Sent, account: string | undefined, time: number): Answer {
    const { Id, ...sent } = data;
    const values: Values = account === undefined ? sent : { ...sent, AccountId: account };
    if (values['LastName'] === null) return FAILED;
    if (Id !== undefined) return this.#update(Id, values, time);
    const best = duplicateCheck ? this.#best(values) : undefined;
    if (best !== undefined && best.share * 100 >= duplicateScore) return this.#update(best.id, values, time);
    const id = makeId('003', this.#next('id:003'), installationNumber(INSTALLATION));
    if (values['LastName'] === undefined) return FAILED;
    const number = this.#next('auto:Contact.Number__c');
    const answer = this.#create(id, { ...values, Number__c: `C-${String(number).padStart(5, '0')}` }, time);
    if (best !== undefined) {
      const pair = this.#next('suspectedPair');
      this.pairs.push({ id: pair, createdId: id, matchedId: best.id, score: Math.floor(best.share * 100) });
    }
    return answer;
  }

  #update(id: string, values: Values, time: number): Answer {
    const existing = this.records.get(id);
    if (existing === undefined) return FAILED;
    const after = { ...existing };
    for (const [name, value] of Object.entries(values)) set(after, name, value);
    this.#write(id, existing, after, time, undefined);
    return { isSuccess: true, isCreated: false, objectId: id, relatedList: [] };
  }

  #create(id: string, values: Values, time: number): Answer {
    const created = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    const filled = {
      CreatedDate: formatDatetime(new Date(time)),
      CreatedById: SYSTEM_USER_ID,
      OwnerId: SYSTEM_USER_ID,
    };
    const unticked = id.startsWith('003') ? UNTICKED : {};
    this.#write(id, undefined, { ...created, ...unticked, ...filled }, time, undefined);
    return { isSuccess: true, isCreated: true, objectId: id, relatedList: [] };
  }

  #write(id: string, before: Values | undefined, values: Values, time: number, undoes: number | undefined): void {
    const after: Values = { ...values, LastModifiedDate: formatDatetime(new Date(time)) };
    if (id.startsWith('003')) after['Name'] = after['LastName']!;
    this.records.set(id, after);
    const names = ({ createdId, matchedId }: ModelPair) => createdId === id || matchedId === id;
    const isThere = ({ createdId, matchedId }: ModelPair) => this.records.has(createdId) && this.records.has(matchedId);
    if (before === undefined) for (const pair of this.aside) if (names(pair) && isThere(pair)) this.#suspect(pair);
    const action = before === undefined ? 'create' : 'update';
    this.changes.push({
      number: this.#next('change'),
      id,
      action,
      before,
      after,
      undoes,
      undone: false,
      group: this.#group,
    });
  }

  #remove(id: string, undoes: number | undefined, mergedInto: string | undefined): void {
    const before = this.records.get(id)!;
    this.records.delete(id);
    const gone = this.#pairsOf(id);
    this.aside.push(...gone);
    this.pairs = this.pairs.filter((pair) => !gone.includes(pair));
    const number = this.#next('change');
    this.changes.push({
      number,
      id,
      action: 'delete',
      before,
      after: undefined,
      undoes,
      undone: false,
      group: this.#group,
      mergedInto,
    });
    if (mergedInto === undefined) return;
    this.merged.delete(id);
    this.merged.set(id, mergedInto);
  }

  #best(values: Values): { id: string; share: number } | undefined {
    const modified = (id: string): string => this.records.get(id)!['LastModifiedDate'] as string;
    const possible = this.#matches(values).filter(({ id }) => !this.#isJudgedDifferent(id, compared(values)));
    return possible.sort(
      (a, b) => b.share - a.share || compare(modified(b.id), modified(a.id)) || compare(a.id, b.id),
    )[0];
  }

  #stateOf(id: string, judged: Values): 'unchanged' | 'changed' | 'deleted' {
    const record = this.records.get(id);
    if (record === undefined) return 'deleted';
    return JSON.stringify(compared(record)) === JSON.stringify(judged) ? 'unchanged' : 'changed';
  }

  /** Returns whether a user has compared these values with the record and decided that they differ. */
  #isJudgedDifferent(id: string, sent: Values): boolean {
    const fits = (judged: Values): boolean => Object.entries(sent).every(([name, value]) => judged[name] === value);
    const seen = new Set([id]);
    for (const { verdict, judged } of this.decisions.toReversed()) {
      const self = judged.get(id);
      if (self === undefined) continue;
      for (const [other, values] of judged) {
        if (seen.has(other)) continue;
        seen.add(other);
        const isInForce = verdict === 'notDuplicate' && this.#stateOf(id, self) === 'unchanged';
        if (isInForce && Object.keys(sent).length > 0 && fits(values) && !fits(self)) return true;
      }
    }
    return false;
  }

  #matches(values: Values): { id: string; share: number }[] {
    const sent = Object.entries(WEIGHTS).filter(([name]) => (values[name] ?? null) !== null);
    const whole = sent.reduce((sum, [, weight]) => sum + weight, 0);
    if (whole === 0) return [];
    return this.ids('Contact')
      .map((id) => {
        const stored = this.records.get(id)!;
        const equal = sent.filter(([name]) => stored[name] === values[name]);
        return { id, share: equal.reduce((sum, [, weight]) => sum + weight, 0) / whole };
      })
      .filter(({ share }) => share * 100 >= THRESHOLD);
  }

  /** Follows merges from an Id, whether the record is stored or not. */
  #lastOf(id: string): string {
    const into = this.merged.get(id) ?? id;
    return into === id ? id : this.#lastOf(into);
  }

  #given(name: string): number {
    return this.given.get(name) ?? 0;
  }

  #next(name: string): number {
    const value = (this.given.get(name) ?? 0) + 1;
    this.given.set(name, value);
    this.#taken.set(name, value);
    return value;
  }

  /** Assigned numbers are stored only together with a change or a decision. */
  #unit<T>(work: () => T): T {
    this.#taken.clear();
    const written = (): number => this.#given('change') + this.#given('decision');
    const before = written();
    const result = work();
    if (written() > before) for (const [name, value] of this.#taken) this.stored.set(name, value);
    return result;
  }

  #shown(id: string, names: readonly string[]): (string | number | boolean | null)[] {
    return names.map((name) => this.records.get(id)![name] ?? null);
  }
}

/** Non-blank compared values in a fixed order. */
const compared = (values: Values): Values =>
  Object.fromEntries(
    COMPARED.flatMap((name) => ((values[name] ?? null) === null ? [] : [[name, values[name]!] as const])),
  );

export const CONTACT_FIELDS = [
  ...['LastName', 'Name', 'Email', 'Department', 'Title', 'Amount__c', 'AccountId', 'Number__c'],
  ...['CreatedDate', 'LastModifiedDate'],
];

function changedFields({ before, after }: ModelChange): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter(
    (name) =>
      (name === 'Name' ? (before ?? after)?.['LastName'] === undefined : !DERIVED.includes(name)) &&
      before?.[name] !== after?.[name],
  );
}

function set(values: Values, name: string, value: string | number | boolean | null): void {
  if (value === null) Reflect.deleteProperty(values, name);
  else values[name] = value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
