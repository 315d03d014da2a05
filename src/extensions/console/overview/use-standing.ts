import { ApiError, call } from '../api/call.js';
import { allows, objects } from '../api/objects.js';
import type { ObjectInfo, ShownFile, ShownJob } from '../api/types.js';
import { useResource, type Resource } from '../state/use-resource.js';

interface StoredObject {
  readonly type: ObjectInfo;
  readonly records: number;
  /** Whether no active scenario checks new records for duplicates. */
  readonly isUnchecked: boolean;
  /** Whether a job has compared all records of the object. */
  readonly isCompared: boolean;
}

export interface Standing {
  readonly stored: readonly StoredObject[];
  readonly pairs: number;
  /** Objects with an open group of duplicates. */
  readonly groups: readonly ObjectInfo[];
  readonly jobs: readonly ShownJob[];
  readonly proposals: number;
  /** The user's own files, newest first. Empty without the right to save records. */
  readonly files: readonly ShownFile[];
}

/** Maximum number of pages searched for an open group. */
const MOST_PAGES = 5;

export const isAtWork = ({ status }: { readonly status: string }): boolean =>
  status === 'queued' || status === 'running';

/** @param round when this value changes, the state is reloaded */
export function useStanding(round: number): Resource<Standing> {
  return useResource(allows('read') ? `${round}` : undefined, standing, { keep: true });
}

async function standing(signal: AbortSignal): Promise<Standing> {
  const all = await objects();
  const count = async ({ name }: ObjectInfo): Promise<number> =>
    (await call('query', { query: { objectType: name, pageSize: 1, fields: 'Id' }, signal })).totalSize ?? 0;
  const [counts, pairs, scenarios, proposals, jobs, files] = await Promise.all([
    Promise.all(all.map(count)),
    call('suspectedPairs', { query: { page: 1, pageSize: 1 }, signal }),
    allows('search') ? call('scenarios', { signal }) : undefined,
    allows('search') ? call('proposals', { signal }) : [],
    allows('review') ? call('jobs', { signal }) : [],
    allows('upsert') ? call('files', { signal }) : [],
  ]);
  const compared = jobs.filter(({ status, crossObject, undoes }) => {
    return status === 'completed' && crossObject === null && undoes === null;
  });
  const found = await Promise.all(
    all.map(async (type) => {
      const last = compared.find(({ objectType }) => objectType === type.name);
      return (last?.groups ?? 0) > 0 && (await hasOpenGroup(last!.id, signal));
    }),
  );
  const stored = all.map((type, i) => ({
    type,
    records: counts[i]!,
    isUnchecked: scenarios?.some((one) => one.object === type.name && one.usage.includes('restUpsert')) === false,
    isCompared: compared.some(({ objectType }) => objectType === type.name),
  }));
  return {
    stored: stored.filter(({ records }) => records > 0),
    pairs: pairs.totalSize,
    groups: all.filter((_, i) => found[i]),
    jobs: jobs.filter(isAtWork),
    proposals: proposals.length,
    files,
  };
}

async function hasOpenGroup(jobId: string, signal: AbortSignal): Promise<boolean> {
  let after: string | undefined;
  try {
    for (let page = 0; page < MOST_PAGES; page++) {
      const groups = await call('groups', { query: { jobId, status: 'open', after, pageSize: 1 }, signal });
      if (groups.records.length > 0) return true;
      if (groups.next === null) return false;
      after = groups.next;
    }
    // Assume that there is an open group. The review view searches the remaining pages.
    return true;
  } catch (error) {
    // Ignore missing groups, because groups of erased records no longer exist.
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return false;
    throw error;
  }
}
