import { allows, objectLabel } from '../api/objects.js';
import { CompareAll } from '../components/compare-all.js';
import { formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { say, texts } from '../texts.js';
import { isAtWork, type Standing } from './use-standing.js';

export function NextStep({ standing, onDone }: { readonly standing: Standing; readonly onDone: () => void }) {
  const [text, action] = stepOf(standing, onDone);
  return (
    <section class="card next" aria-label={texts.overview.next}>
      <h2>{texts.overview.next}</h2>
      <div class="row">
        <p>{text}</p>
        {action}
      </div>
    </section>
  );
}

function stepOf({ stored, pairs, groups, jobs }: Standing, onDone: () => void) {
  const link = (label: string, address: string) => (
    <a class="button primary" href={address}>
      {label}
    </a>
  );
  const { steps } = texts.overview;
  if (stored.length === 0)
    return [texts.records.empty, allows('upsert') && link(steps.import, addressOf(['import']))] as const;
  if (allows('review')) {
    if (pairs > 0)
      return [
        say(steps.pairs, pairs, formatWhole(pairs)),
        link(texts.import.reviewThem, addressOf(['review'])),
      ] as const;
    const [group] = groups;
    if (group !== undefined)
      return [say(steps.groups, group.label), link(texts.import.reviewThem, groupsAddress(group.name))] as const;
    const [job] = jobs;
    if (job !== undefined) return [steps.comparing, link(steps.watch, groupsAddress(job.objectType))] as const;
    // Only objects with scenarios can have duplicates.
    const open = stored.filter(({ isCompared, isUnchecked }) => !isCompared && !isUnchecked);
    const [most] = open.sort((a, b) => b.records - a.records);
    if (most !== undefined)
      return [
        say(steps.never, most.type.label, formatWhole(most.records)),
        <CompareAll
          key={most.type.name}
          objectType={most.type.name}
          label={texts.review.startJob}
          onStarted={onDone}
        />,
      ] as const;
  }
  return [steps.none, allows('search') && link(steps.search, addressOf(['search']))] as const;
}

const groupsAddress = (object: string): string => addressOf(['review'], { kind: 'groups', object });

/** Shows everything that is running or waiting for people, with links. */
export function Waiting({ standing: { pairs, groups, jobs, proposals, files } }: { readonly standing: Standing }) {
  const { waits } = texts.overview;
  const lines: readonly (readonly [text: string, address: string])[] = [
    ...(pairs > 0 ? [[say(texts.import.possible, formatWhole(pairs)), addressOf(['review'])] as const] : []),
    ...groups.map((type) => [say(waits.groups, type.label), groupsAddress(type.name)] as const),
    ...(proposals > 0
      ? [[say(waits.proposals, proposals, formatWhole(proposals)), addressOf(['scenarios'])] as const]
      : []),
    ...jobs.map(({ objectType }) => [say(waits.job, objectLabel(objectType)), groupsAddress(objectType)] as const),
    ...files.filter(isAtWork).map(({ id, name }) => [say(waits.file, name), addressOf(['import', id])] as const),
  ];
  return (
    <section class="card">
      <h2>{texts.overview.waiting}</h2>
      {lines.length === 0 && <p class="soft">{texts.overview.steps.none}</p>}
      <ul class="plain-list">
        {lines.map(([text, address]) => (
          <li key={text}>
            <a href={address}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
