import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ShownJob } from '../api/types.js';
import { ErrorBox } from '../components/states.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import type { Resource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { isPending } from './use-jobs.js';

/** Jobs that are told of. */
const SHOWN = 3;

interface JobPanelProps {
  readonly object: string;
  readonly jobs: Resource<readonly ShownJob[]>;
  readonly onBulk: () => void;
}

/** Starts a job over the object, shows how far it is, and what became of the last ones. */
export function JobPanel({ object, jobs, onBulk }: JobPanelProps) {
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const act = async (work: Promise<unknown>): Promise<void> => {
    setRefused(undefined);
    await work.catch((error: unknown) => setRefused(error as Error));
    jobs.reload();
  };
  const all = jobs.value ?? [];
  const isBusy = all.some(isPending);
  return (
    <section class="card" aria-label={texts.review.jobs}>
      <div class="row spread">
        <h2>{texts.review.jobs}</h2>
        <div class="row">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void act(call('startJob', { body: { objectType: object } }))}
          >
            {texts.review.startJob}
          </button>
          <button type="button" disabled={isBusy || !all.some(({ groups }) => groups !== null)} onClick={onBulk}>
            {texts.review.bulk}…
          </button>
        </div>
      </div>
      {refused && <ErrorBox error={refused} />}
      {jobs.error && <ErrorBox error={jobs.error} retry={jobs.reload} />}
      <ul class="jobs">
        {all.slice(0, SHOWN).map((job) => (
          <li key={job.id} class="row">
            <span class="mono small soft">{job.id}</span>
            <span>{summaryOf(job)}</span>
            {job.ended !== null && <span class="soft small">{formatTime(job.ended)}</span>}
            {job.progress && (
              <progress
                max={Math.max(1, job.progress.total)}
                value={job.progress.done}
                aria-label={texts.review.working}
              />
            )}
            {isPending(job) && (
              <button
                type="button"
                class="small"
                onClick={() => void act(call('cancelJob', { params: { jobId: job.id } }))}
              >
                {texts.review.cancel}
              </button>
            )}
            {!isPending(job) && job.undoes === null && job.merged > 0 && allows('undo') && (
              <button
                type="button"
                class="small"
                disabled={isBusy}
                onClick={() => void act(call('undoJob', { params: { jobId: job.id } }))}
              >
                {texts.review.undoJob}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function summaryOf({ status, progress, reason, groups, records, merged, undoes }: ShownJob): string {
  if (status === 'cancelled') return texts.review.cancelled;
  if (status === 'failed') return texts.review.failed(reason ?? '');
  if (progress) {
    const { phase, done, total } = progress;
    return texts.review.progress(texts.review.phases[phase], formatWhole(done), formatWhole(total));
  }
  if (status === 'queued') return texts.review.queued;
  if (status === 'running') return texts.review.working;
  if (undoes !== null) return texts.review.undid(formatWhole(merged), undoes);
  const found = texts.review.found(formatWhole(groups ?? 0), formatWhole(records ?? 0));
  return merged === 0 ? found : `${found}, ${texts.review.mergedBy(formatWhole(merged))}`;
}
