import { useRef } from 'preact/hooks';
import type { Counts, ShownFile } from '../api/types.js';
import { Progress } from '../components/progress.js';
import { Table, TableHead } from '../components/table.js';
import { RecordLink } from '../records/record-link.js';
import { formatWhole, visible, formatPercent } from '../state/number-format.js';
import { say, texts } from '../texts.js';

const STYLE = { ready: '', queued: '', running: 'warn', completed: 'good', failed: 'bad', cancelled: 'bad' } as const;

export function Standing({
  file: { status, task, progress, ahead, counts, cleaned, imported },
}: {
  readonly file: ShownFile;
}) {
  const left = useTimeLeft(progress);
  const undo = task?.action === 'undo' ? imported?.undo : undefined;
  return (
    <span class="row">
      <span class={`badge ${STYLE[status]}`}>
        {task === null ? '' : texts.import.actions[task.action]} {texts.import.statuses[status]}
      </span>
      {ahead !== null && <span class="small">{say(texts.import.ahead, formatWhole(ahead))}</span>}
      <Progress of={progress} isRunning={status === 'running'} label={texts.import.statuses[status]} />
      {progress && <span class="soft small">{left}</span>}
      {progress && task?.action === 'clean' && <span class="soft small">{progress.phase}</span>}
      {counts && counts.read > 0 && task?.action !== 'undo' && (
        <span class="small">{countedText(counts, task?.action === 'dryRun')}</span>
      )}
      {undo && (
        <span class="small">
          {say(texts.import.undone, formatWhole(undo.undone), undo.left === 0 ? '' : formatWhole(undo.left))}
        </span>
      )}
      {cleaned && (
        <span class="small">
          {say(
            texts.import.cleaned,
            formatWhole(cleaned.rows),
            formatWhole(cleaned.merged),
            formatWhole(cleaned.records),
            formatWhole(cleaned.review),
          )}
        </span>
      )}
    </span>
  );
}

export function countedText({ read, created, updated, rejected }: Counts, isTrial: boolean): string {
  const text = isTrial ? texts.import.wouldCount : texts.import.counted;
  return say(text, formatWhole(read), formatWhole(created), formatWhole(updated), formatWhole(rejected));
}

/** Reasons for rejected rows, most common first. */
export function Reasons({ counts }: { readonly counts: Counts }) {
  if (counts.reasons.length === 0) return null;
  return (
    <table class="reasons">
      <TableHead labels={[texts.import.rejectedRows, texts.import.why]} />
      <tbody>
        {counts.reasons.map(({ reason, rows, example }) => (
          <tr key={reason}>
            <td class="number">{formatWhole(rows)}</td>
            <td>
              {example.message === '' ? reason : plain(example.message)}{' '}
              <span class="soft small">{say(texts.import.asRow, formatWhole(example.row))}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Outcomes of a trial. Outcomes that people should check come first. */
const OUTCOMES = ['possible', 'updated', 'created'] as const;

/** Rows of a trial by outcome, with the record that each row matches. */
export function Tried({ tried }: { readonly tried: NonNullable<Counts['tried']> }) {
  return (
    <>
      {OUTCOMES.flatMap((outcome) => tried.filter((one) => one.outcome === outcome)).map(
        ({ outcome, rows, examples }) => (
          <details key={outcome} open={outcome !== 'created'}>
            <summary>
              {texts.import.tried[outcome]}: {formatWhole(rows)}
              {rows > examples.length && ` ${say(texts.import.firstOnes, formatWhole(examples.length))}`}
            </summary>
            <Table
              name={texts.import.tried[outcome]}
              labels={[texts.import.row, texts.import.samples, ...(outcome === 'created' ? [] : [texts.import.match])]}
              numbers={outcome === 'created' ? [] : [texts.search.total]}
            >
              {examples.map(({ row, values, recordId, earlierRow, score }) => (
                <tr key={row}>
                  <td>{formatWhole(row)}</td>
                  <td dir="auto">{values.map(visible).join(' · ')}</td>
                  {outcome !== 'created' && (
                    <>
                      <td>
                        {recordId !== undefined && <RecordLink id={recordId} />}
                        {earlierRow !== undefined && say(texts.import.earlierRow, formatWhole(earlierRow))}
                      </td>
                      <td class="number">{score}</td>
                    </>
                  )}
                </tr>
              ))}
            </Table>
          </details>
        ),
      )}
    </>
  );
}

const plain = (message: string): string => message.replace(/^[A-Z_]+: /, '');

/** Milliseconds for which progress is observed before the remaining time is estimated. */
const LEAST_WATCHED = 2_000;
const MINUTE = 60_000;

/** Describes the completed share, and the remaining time at the observed speed. */
function useTimeLeft(progress: ShownFile['progress']): string {
  const first = useRef<{ readonly at: number; readonly done: number; readonly phase: string } | undefined>(undefined);
  if (progress === null) {
    first.current = undefined;
    return '';
  }
  const { phase, done, total } = progress;
  if (first.current?.phase !== phase || done < first.current.done) first.current = { at: Date.now(), done, phase };
  const share = formatPercent(total === 0 ? 0 : Math.floor((100 * done) / total) / 100);
  const watched = Date.now() - first.current.at;
  const moved = done - first.current.done;
  if (watched < LEAST_WATCHED || moved <= 0) return share;
  const left = (watched * (total - done)) / moved;
  return `${share}, ${left < MINUTE ? texts.import.soon : say(texts.import.minutesLeft, Math.ceil(left / MINUTE))}`;
}
