import type { Counted, Fate, Firm, Once, Reunion, Stored, StoredRow } from './expectations.js';

/** Each firm must be stored with all people, summaries, auto-numbers and suspected pairs, or not at all. */
export function checkFirms(firms: ReadonlyMap<string, Firm>, { accounts, contacts, pairs }: Stored): string[] {
  const faults: string[] = [];
  const byName = groupBy(accounts, ({ Name }) => Name ?? '');
  const byAccount = groupBy(contacts, ({ AccountId }) => AccountId ?? '');
  const accountOf = new Map(contacts.map(({ Id, AccountId }) => [Id, AccountId]));
  const pairsOf = groupBy(pairs, ({ createdId }) => accountOf.get(createdId));
  for (const { createdId, matchedId } of pairs)
    for (const id of [createdId, matchedId])
      if (!accountOf.has(id)) faults.push(`${id}: not stored, and in a suspected pair`);
  for (const [number, sharing] of groupBy(accounts, ({ Number__c }) => Number__c))
    if (number === undefined || sharing.length > 1)
      faults.push(`${sharing[0]!.Name ?? sharing[0]!.Id}: its number is ${number ?? 'missing'}, of ${sharing.length}`);
  for (const name of byName.keys()) if (!firms.has(name)) faults.push(`${name}: nobody sent it`);
  for (const [name, firm] of firms) {
    const [account, ...more] = byName.get(name) ?? [];
    if (more.length > 0) faults.push(`${name}: stored ${more.length + 1} times`);
    faults.push(...fateFaults(name, firm.fate, account !== undefined));
    firm.fate = account === undefined ? 'absent' : 'there';
    if (account === undefined) continue;
    const people = byAccount.get(account.Id) ?? [];
    faults.push(...checkPeople(name, firm, people));
    if (account.People__c !== people.length)
      faults.push(`${name}: its summary counts ${account.People__c ?? 'nothing'}, stored are ${people.length} people`);
    const found = pairsOf.get(account.Id)?.length ?? 0;
    if (found !== Number(firm.hasTwins)) faults.push(`${name}: ${found} suspected pairs among its people`);
  }
  return faults;
}

function checkPeople(name: string, firm: Firm, people: readonly StoredRow[]): string[] {
  const last = people.find(({ Id }) => Id === firm.lastId);
  const { deletion } = firm;
  if (deletion !== undefined) firm.deletion = last === undefined ? 'there' : 'absent';
  if (deletion === 'there' && last !== undefined) return [`${name}: its last person was deleted, and is stored`];
  if (deletion === 'absent' && last === undefined) return [`${name}: its last person was not deleted, and is gone`];
  const expected = firm.people - (firm.deletion === 'there' ? 1 : 0);
  return people.length === expected ? [] : [`${name}: a half: ${people.length} of ${expected} people`];
}

/** No acknowledged update may be lost, and no value stored that was not sent. */
export function checkTitles(titles: ReadonlyMap<string, Counted>, contacts: readonly StoredRow[]): string[] {
  const faults: string[] = [];
  const byId = new Map(contacts.map((row) => [row.Id, row]));
  for (const [id, counted] of titles) {
    const found = Number(byId.get(id)?.Title ?? 0);
    if (found < counted.acknowledged)
      faults.push(`${id}: update ${counted.acknowledged} was acknowledged, ${found} is stored`);
    if (found > counted.sent) faults.push(`${id}: update ${found} is stored, which nobody sent`);
    counted.acknowledged = counted.sent = found;
  }
  return faults;
}

/** Each person that several clients send must be stored once. */
export function checkPersons(persons: Map<string, Fate>, contacts: readonly StoredRow[]): string[] {
  const byEmail = groupBy(contacts, ({ Email }) => Email);
  return [...persons].flatMap(([email, fate]) => {
    const found = byEmail.get(email)?.length ?? 0;
    persons.set(email, found === 0 ? 'absent' : 'there');
    // Another client may send an absent person again, so that person may appear later.
    return [...fateFaults(email, fate === 'absent' ? 'open' : fate, found > 0), ...doubled(email, found)];
  });
}

/** A merge must be atomic: either all records with their data, or one record with the rest. */
export function checkReunions(reunions: ReadonlyMap<string, Reunion>, contacts: readonly StoredRow[]): string[] {
  const byName = groupBy(contacts, ({ LastName }) => LastName);
  const byId = new Map(contacts.map((row) => [row.Id, row]));
  return [...reunions].flatMap(([name, reunion]) => {
    const [first, second] = reunion.ids;
    const found = byName.get(name) ?? [];
    const isMerged = found.length === 1;
    const faults = fateFaults(`the merge of ${name}`, reunion.merge, isMerged);
    reunion.merge = isMerged ? 'there' : 'absent';
    const expected = isMerged ? [first] : reunion.ids;
    if (expected.some((id) => !found.some(({ Id }) => Id === id)))
      faults.push(`${name}: a half: ${found.map(({ Id }) => Id).join(', ')} of ${reunion.ids.join(', ')}`);
    // Each record was sent with a field that the others lack.
    const titles = found.filter(({ Title }) => Title === name).length;
    if (titles !== 1) faults.push(`${name}: ${titles} records with the title of one of them`);
    const boss = byId.get(reunion.reportId)?.ReportsToId;
    if (boss !== (isMerged ? first : second))
      faults.push(`${name}: who reports to the second points to ${String(boss)}`);
    return faults;
  });
}

/** A record sent with an idempotency key must be stored once. */
export function checkOnce(once: ReadonlyMap<string, Once>, contacts: readonly StoredRow[]): string[] {
  const byName = groupBy(contacts, ({ LastName }) => LastName);
  return [...once].flatMap(([key, entry]) => {
    const found = byName.get(key)?.length ?? 0;
    const faults = [...fateFaults(key, entry.fate, found > 0), ...doubled(key, found)];
    entry.fate = found === 0 ? 'absent' : 'there';
    return faults;
  });
}

function fateFaults(name: string, fate: Fate, isStored: boolean): string[] {
  if (fate === 'there' && !isStored) return [`${name}: acknowledged, and lost`];
  if (fate === 'absent' && isStored) return [`${name}: refused or gone, and stored`];
  return [];
}

function doubled(name: string, found: number): string[] {
  return found > 1 ? [`${name}: stored ${found} times`] : [];
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
