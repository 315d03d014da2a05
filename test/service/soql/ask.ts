import { createSecretKey, randomBytes } from 'node:crypto';
import { insert, openService, caller, type ServiceOptions } from '../open-service.js';
import type { Likeness } from '../../../src/service/likeness.js';
import { Seal } from '../../../src/service/auth/seal.js';
import { querySettingOf } from '../../../src/extensions/platform/soql-endpoints.js';
import type { QueryPage, QueryRequest } from '../../../src/service/soql/query-request.js';

const ring = { organisationId: '00DLK0036CRaaE02QJ', keys: [{ key: createSecretKey(randomBytes(32)) }] };
const seal = new Seal({ keys: { read: () => ring }, now: Date.now });
/** The settings for one client. */
export const setting = querySettingOf({ auth: { organisationId: ring.organisationId, seal } }, { client_id: 'tests' });

export function ask(
  likeness: Likeness,
  query: string,
  more: Partial<Pick<QueryRequest, 'withDeleted' | 'pageSize'>> = {},
): Promise<QueryPage> {
  return likeness.queries.run({ query, withDeleted: false, pageSize: 2_000, ...setting, ...more }, caller);
}

/** Returns the records of all pages. */
export async function askAll(likeness: Likeness, query: string, pageSize: number): Promise<Record<string, unknown>[]> {
  let page = await ask(likeness, query, { pageSize });
  const records = [...page.records];
  while (page.next !== undefined) {
    page = await likeness.queries.more(page.next, setting, caller);
    records.push(...page.records);
  }
  return records;
}

/** Returns the platform's error code and the column of the error. */
export async function refusal(likeness: Likeness, query: string): Promise<string> {
  const error: unknown = await ask(likeness, query).catch((reason: unknown) => reason);
  const { errorCode, message } = error as { errorCode?: string; message?: string };
  if (errorCode === undefined) throw new Error(`not refused: ${query}`);
  return `${errorCode} ${/Column:(\d+)/.exec(message!)?.[1] ?? ''}`.trim();
}

/** Creates accounts with contacts and a task. */
export async function companies(options: ServiceOptions = {}) {
  const likeness = await openService(options);
  const acme = await insert(likeness, 'Account', { Name: 'Acme', Industry: 'Steel', AnnualRevenue: 10 });
  const bolt = await insert(likeness, 'Account', { Name: 'Bolt', Industry: 'steel', AnnualRevenue: 32.5 });
  const coil = await insert(likeness, 'Account', { Name: 'Coil' });
  const contact = (data: object) => insert(likeness, 'Contact', { ...data });
  const ann = await contact({ FirstName: 'Ann', LastName: 'Ash', Email: 'ann@x.org', AccountId: acme });
  const bob = await contact({ FirstName: 'Bob', LastName: 'Birch', Email: 'BOB@x.org', AccountId: acme });
  const cy = await contact({ FirstName: 'Cy', LastName: 'Cedar', AccountId: bolt });
  const dorn = await contact({ LastName: 'Dorn' });
  await insert(likeness, 'Task', { Subject: 'Call', WhoId: ann, WhatId: acme });
  return { likeness, acme, bolt, coil, ann, bob, cy, dorn };
}
