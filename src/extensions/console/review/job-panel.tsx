import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ShownJob } from '../api/types.js';
import { Progress } from '../components/progress.js';
import { ErrorBox } from '../components/states.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import type { Resource } from '../state/use-resource.js';
import { useAct } from '../state/use-act.js';
import { say, texts } from '../texts.js';
import { isPending } from '../state/use-polled.js';

/** Maximum jobs shown. */
const SHOWN = 3;

interface JobPanelProps {
  readonly object: string;
  readonly jobs: Resource<readonly ShownJob[]>;
  readonly onBulk: () => void;
}

/** Starts comparisons of an object, and shows their progress and last results. */
export function JobPanel({ object, jobs, onBulk }: JobPanelProps) {
  const acting = useAct();
  /** Id of the job started here. No other job can be started until this job is listed. */
  const [started, setStarted] = useState('');
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    await acting.act(work);
    jobs.reload();
  };
  const start = (work: () => Promise<ShownJob>) => () => void act(async () => setStarted((await work()).id));
  const all = jobs.value ?? [];
  const isListed = started === '' || all.some(({ id }) => id === started);
  const isBusy = acting.isBusy || !isListed || all.some(isPending);
  return (
    <section class="card" aria-label={texts.review.jobs}>
      <div class="row spread">
        <h2>{texts.review.jobs}</h2>
        <div class="row">
          <Button
            label={texts.review.startJob}
            disabled={isBusy}
            onClick={start(() => call('startJob', { body: { objectType: object } }))}
          />
          <Button
            label={`${texts.review.bulk}…`}
            disabled={isBusy || !all.some(({ groups }) => groups !== null)}
            onClick={onBulk}
          />
        </div>
      </div>
      {acting.error && <ErrorBox error={acting.error} />}
      {jobs.error && <ErrorBox error={jobs.error} retry={jobs.reload} />}
      <ul class="jobs">
        {all.slice(0, SHOWN).map((job) => (
          <li key={job.id} class="row">
            <span>{summaryOf(job, all)}</span>
            {job.ended !== null && <span class="soft small">{formatTime(job.ended)}</span>}
            <Progress of={job.progress} isRunning={job.status === 'running'} label={texts.review.working} />
            {isPending(job) && (
              <Button
                label={texts.cancel}
                class="small"
                onClick={() => void act(() => call('cancelJob', { params: { jobId: job.id } }))}
              />
            )}
            {!isPending(job) && leftOf(job, all) > 0 && allows('undo') && (
              <Button
                label={texts.review.undoJob}
                class="small"
                disabled={isBusy}
                onClick={start(() => call('undoJob', { params: { jobId: job.id } }))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the number of a job's merges that no other job has undone. */
function leftOf({ id, merged, undoes }: ShownJob, all: readonly ShownJob[]): number {
  if (undoes !== null) return 0;
  return all.reduce((left, other) => (other.undoes === id ? left - other.merged : left), merged);
}

/** @param all all jobs of the object, some of which may have undone merges of this job */
export function summaryOf(job: ShownJob, all: readonly ShownJob[]): string {
  const { status, progress, reason, groups, records, merged, undoes } = job;
  const left = leftOf(job, all);
  const kept = left === 0 ? [] : [say(texts.review.mergedBy, formatWhole(left))];
  if (status === 'cancelled') return [texts.review.cancelled, ...kept].join(', ');
  if (status === 'failed') return [say(texts.review.failed, reason ?? ''), ...kept].join(', ');
  if (progress) {
    const { phase, done, total } = progress;
    return say(texts.review.progress, texts.review.phases[phase], formatWhole(done), formatWhole(total));
  }
  if (status === 'queued') return texts.review.queued;
  if (status === 'running') return texts.review.working;
  if (undoes !== null) {
    const ended = all.find(({ id }) => id === undoes)?.ended;
    return say(texts.review.undid, formatWhole(merged), ended ? formatTime(ended) : undoes);
  }
  const found = groups === null ? [] : [say(texts.review.found, formatWhole(groups), formatWhole(records ?? 0))];
  const undone = merged - left;
  const taken = undone === 0 ? [] : [say(texts.review.takenBack, formatWhole(undone))];
  return [...found, ...kept, ...taken].join(', ');
}
