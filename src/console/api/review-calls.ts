import { call } from './call.js';
import { parametersOf, product } from './service-calls.js';
import type {
  DecisionCounts,
  DecisionsPage,
  GroupDetails,
  GroupsPage,
  MergeOutput,
  ShownDecision,
  ShownJob,
  Verdict,
} from './types.js';

/** Pairs, groups, jobs and what is decided of them. */

type Until = AbortSignal | undefined;
type Values = Readonly<Record<string, string | number | undefined>>;

const part = encodeURIComponent;

function listed(path: string, values: Values): string {
  return `${product()}/${path}?${parametersOf(values)}`;
}

export interface GroupsQuery extends Values {
  readonly objectType?: string;
  readonly jobId?: string;
  readonly status?: string;
  readonly minScore?: number | undefined;
  readonly after?: string | undefined;
  readonly pageSize: number;
}

export const groups = (query: GroupsQuery, signal: Until): Promise<GroupsPage> =>
  call('GET', listed('groups', query), { signal });

export const groupDetails = (id: string, signal: Until): Promise<GroupDetails> =>
  call('GET', `${product()}/groups/${part(id)}`, { signal });

/** Which records of one person or company become one, and what survives; what is not said follows the rules. */
export interface Survival {
  readonly masterId?: string | undefined;
  /** Field to the Id of the record whose value survives. */
  readonly fields: Readonly<Record<string, string>>;
}

export const tryMerge = (
  body: Survival & { readonly objectType: string; readonly ids: readonly string[] },
  signal: Until,
): Promise<MergeOutput> => call('POST', `${product()}/merge`, { body: { ...body, dryRun: true }, signal });

export type Judgement = { readonly verdict: Verdict } & Partial<Survival> &
  ({ readonly pairId: string } | { readonly recordIds: readonly string[] });

export const decide = (body: Judgement): Promise<ShownDecision> => call('POST', `${product()}/decisions`, { body });

export const revokeDecision = (id: string): Promise<unknown> => call('DELETE', `${product()}/decisions/${part(id)}`);

export interface DecidedBy extends Values {
  readonly clientId: string;
  readonly since: string;
  readonly objectType?: string;
}

export const decisionCounts = (query: DecidedBy, signal: Until): Promise<DecisionCounts> =>
  call('GET', listed('decisionCounts', query), { signal });

export const lastDecision = async (query: DecidedBy): Promise<ShownDecision | undefined> => {
  const { records } = await call<DecisionsPage>('GET', listed('decisions', { ...query, pageSize: 1 }));
  return records[0];
};

export const jobs = (signal: Until): Promise<readonly ShownJob[]> => call('GET', `${product()}/jobs`, { signal });

export const startJob = (body: {
  readonly objectType: string;
  readonly autoMerge?: number | undefined;
}): Promise<ShownJob> => call('POST', `${product()}/jobs`, { body });

export const cancelJob = (id: string): Promise<ShownJob> => call('POST', `${product()}/jobs/${part(id)}/cancel`);

export const undoJob = (id: string): Promise<ShownJob> => call('POST', `${product()}/jobs/${part(id)}/undo`);
