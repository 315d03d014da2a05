import { call, session } from './call.js';
import type {
  Explanation,
  Health,
  HistoryPage,
  MergeOutput,
  ObjectDescription,
  ObjectInfo,
  ProposalInfo,
  RecordData,
  RecordPage,
  ScenarioInfo,
  Scope,
  SearchOutput,
  ShownChange,
  ShownDecision,
  SuspectedPairsPage,
} from './types.js';

/** The endpoints that the console uses: all of them documented at `/docs`. */

const product = (): string => session.value?.productPath ?? '';
const platform = (): string => `/services/data/${session.value?.apiVersion ?? 'v60.0'}/sobjects`;
const part = encodeURIComponent;

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
  const asked = call<ObjectDescription>('GET', `${platform()}/${part(objectType)}/describe`);
  asked.catch(() => descriptions.delete(objectType));
  descriptions.set(objectType, asked);
  return asked;
}

/** What another user may see. */
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
  readonly after?: string | undefined;
  readonly pageSize?: number;
  readonly fields?: readonly string[];
}

export function query({ objectType, where, after, pageSize, fields }: RecordQuery, signal: Until): Promise<RecordPage> {
  const parameters = new URLSearchParams({ objectType });
  if (where !== undefined && where.trim() !== '') parameters.set('where', where);
  if (after !== undefined) parameters.set('after', after);
  if (pageSize !== undefined) parameters.set('pageSize', String(pageSize));
  if (fields !== undefined) parameters.set('fields', fields.join(','));
  return call('GET', `${product()}/query?${parameters.toString()}`, { signal });
}

export const readRecord = (objectType: string, id: string, signal: Until): Promise<RecordData> =>
  call('GET', `${platform()}/${part(objectType)}/${part(id)}`, { signal });

export const history = (id: string, signal: Until): Promise<HistoryPage> =>
  call('GET', `${product()}/history/${part(id)}?pageSize=100`, { signal });

export const undo = (changeId: string): Promise<ShownChange> => call('POST', `${product()}/undo/${part(changeId)}`);

export const suspectedPairs = (
  {
    page,
    pageSize,
    objectType = '',
  }: { readonly page: number; readonly pageSize: number; readonly objectType?: string },
  signal: Until,
): Promise<SuspectedPairsPage> => {
  const only = objectType === '' ? '' : `&objectType=${part(objectType)}`;
  return call('GET', `${product()}/suspectedPairs?page=${page}&pageSize=${pageSize}${only}`, { signal });
};

export const decide = (pairId: string, verdict: 'notDuplicate' | 'later'): Promise<ShownDecision> =>
  call('POST', `${product()}/decisions`, { body: { pairId, verdict } });

export const revokeDecision = (id: string): Promise<unknown> => call('DELETE', `${product()}/decisions/${part(id)}`);

export interface MergeRequest {
  readonly objectType: string;
  readonly ids: readonly string[];
  readonly masterId?: string | undefined;
  /** Field to the Id of the record whose value survives. */
  readonly fields: Readonly<Record<string, string>>;
}

export const merge = (body: MergeRequest): Promise<MergeOutput> => call('POST', `${product()}/merge`, { body });

export const health = (signal: Until): Promise<Health> => call('GET', '/readyz', { signal });

export const metrics = (signal: Until): Promise<string> => call('GET', '/metrics', { signal });
