import { call, session } from './call.js';
import type {
  Explanation,
  Health,
  HistoryPage,
  ObjectDescription,
  ObjectInfo,
  ProposalInfo,
  RecordData,
  RecordPage,
  ScenarioInfo,
  Scope,
  SearchOutput,
  ShownChange,
  SuspectedPairsPage,
} from './types.js';

/** The endpoints that the console uses: all of them documented at `/docs`. */

export const product = (): string => session.value?.productPath ?? '';
const platform = (): string => `/services/data/${session.value?.apiVersion ?? 'v60.0'}/sobjects`;
const part = encodeURIComponent;

/** A query string of the values that are given. */
export function parametersOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export function allows(scope: Scope): boolean {
  return session.value?.scopes.includes(scope) === true;
}

type Until = AbortSignal | undefined;

const descriptions = new Map<string, Promise<ObjectDescription>>();
let listed: Promise<readonly ObjectInfo[]> | undefined;

/** Objects and their fields change with a restart only, so they are asked for once. */
export function objects(): Promise<readonly ObjectInfo[]> {
  listed ??= call<{ sobjects: ObjectInfo[] }>('GET', platform()).then(
    ({ sobjects }) => sobjects,
    (error: unknown) => {
      listed = undefined;
      throw error;
    },
  );
  return listed;
}

export function describe(objectType: string): Promise<ObjectDescription> {
  const known = descriptions.get(objectType);
  if (known !== undefined) return known;
  const asked = call<ObjectDescription>('GET', `${platform()}/${part(objectType)}/describe`).then(withLabels);
  asked.catch(() => descriptions.delete(objectType));
  descriptions.set(objectType, asked);
  return asked;
}

/** A field without a label is called as its name says: `MailingCity` Mailing City. */
function withLabels(type: ObjectDescription): ObjectDescription {
  const spaced = (name: string): string => name.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ');
  const fields = type.fields.map((field) =>
    field.label === field.name ? { ...field, label: spaced(field.name) } : field,
  );
  return { ...type, fields };
}

/** Another user may see other objects. */
export function forgetDescriptions(): void {
  listed = undefined;
  descriptions.clear();
}

export interface SearchQuestion {
  readonly objectPrefix: string;
  readonly objectData: Readonly<Record<string, string>>;
  readonly scenarioIds?: readonly string[];
}

export const search = (body: SearchQuestion, signal: Until): Promise<SearchOutput> =>
  call('POST', `${product()}/dc3Api/search`, { body, signal });

export const explain = (body: SearchQuestion & { readonly recordId: string }, signal: Until): Promise<Explanation> =>
  call('POST', `${product()}/dc3Api/explain`, { body, signal });

export const scenarios = (signal: Until): Promise<readonly ScenarioInfo[]> =>
  call('GET', `${product()}/scenarios`, { signal });

export const proposals = (signal: Until): Promise<readonly ProposalInfo[]> =>
  call('GET', `${product()}/scenarios/proposals`, { signal });

export const decideProposal = (id: string, decision: 'accept' | 'discard'): Promise<unknown> =>
  call('POST', `${product()}/scenarios/${decision}`, { body: { id } });

export interface RecordQuery {
  readonly objectType: string;
  readonly where?: string;
  /** As behind ORDER BY. */
  readonly orderBy?: string;
  readonly after?: string | undefined;
  /** Instead of it: Id of the first record, or how many are left out. */
  readonly from?: string | undefined;
  readonly offset?: number | undefined;
  readonly pageSize?: number;
  readonly fields?: readonly string[];
}

export const query = ({ where = '', fields, ...asked }: RecordQuery, signal: Until): Promise<RecordPage> =>
  call('GET', `${product()}/query?${parametersOf({ ...asked, where: where.trim(), fields: fields?.join(',') })}`, {
    signal,
  });

export const readRecord = (objectType: string, id: string, signal: Until): Promise<RecordData> =>
  call('GET', `${platform()}/${part(objectType)}/${part(id)}`, { signal });

export const history = (id: string, signal: Until): Promise<HistoryPage> =>
  call('GET', `${product()}/history/${part(id)}?pageSize=100`, { signal });

export const undo = (changeId: string): Promise<ShownChange> => call('POST', `${product()}/undo/${part(changeId)}`);

export interface PairsQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly objectType?: string;
  /** Percent. */
  readonly minScore?: number | undefined;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export const suspectedPairs = (query: PairsQuery, signal: Until): Promise<SuspectedPairsPage> =>
  call('GET', `${product()}/suspectedPairs?${parametersOf({ ...query })}`, { signal });

export const health = (signal: Until): Promise<Health> => call('GET', '/readyz', { signal });

export const metrics = (signal: Until): Promise<string> => call('GET', '/metrics', { signal });
