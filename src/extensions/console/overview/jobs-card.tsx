import { call } from '../api/call.js';
import { objectLabel } from '../api/objects.js';
import { Progress } from '../components/progress.js';
import { Pending } from '../components/states.js';
import { formatTime } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { summaryOf } from '../review/job-panel.js';
import { texts } from '../texts.js';

const SHOWN = 5;

export function JobsCard({ round }: { readonly round: number }) {
  const found = useResource(`${round}`, (signal) => call('jobs', { signal }), {
    keep: true,
  });
  const jobs = found.value ?? [];
  return (
    <section class="card">
      <h2>{texts.overview.jobs}</h2>
      <Pending of={found} />
      {found.value?.length === 0 && <p class="soft">{texts.overview.noJobs}</p>}
      {found.value && found.value.length > 0 && (
        <ul class="plain-list">
          {jobs.slice(0, SHOWN).map((job) => (
            <li key={job.id}>
              <span>
                <strong>{objectLabel(job.objectType)}</strong>{' '}
                <span class="badge">{texts.import.statuses[job.status]}</span>
              </span>
              <Progress of={job.progress} isRunning={job.status === 'running'} label={texts.review.working} />
              <span class="soft small">
                {formatTime(job.created)} · {summaryOf(job, jobs)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
