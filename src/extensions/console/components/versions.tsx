import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../extensions/api.js';
import { formatTime } from '../state/number-format.js';
import type { Resource } from '../state/use-resource.js';
import { clientText, say, texts } from '../texts.js';
import { Button } from './button.js';
import { ErrorBox, Loading } from './states.js';

interface VersionsProps<V> {
  readonly all: Resource<readonly V[]>;
  /** The version in use. `null` if there is none. */
  readonly current: string | null;
  readonly isBusy?: boolean;
  readonly onRevert: (number: number) => void;
  /** Shows the content of a version. */
  readonly children: (one: V) => ComponentChildren;
}

/** Shows the saved versions of a scenario or setting, with author and time. Each can be restored. */
export function Versions<V extends Omit<AnswerOf<'settingVersions'>[number], 'value'>>(props: VersionsProps<V>) {
  const { all, current, isBusy = false, onRevert, children } = props;
  const { value, error, isLoading, reload } = all;
  const [opened, setOpened] = useState<number | undefined>(undefined);
  const { part } = texts.settings;
  return (
    <section class="card stack" aria-label={part.versions}>
      <h2>{part.versions}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value?.length === 0 && <p class="soft">{part.noVersions}</p>}
      <ol class="timeline">
        {value?.map((one) => (
          <li key={one.number}>
            <div class="row">
              <Button
                label={`${one.number}. ${part.actions[one.action]}`}
                class="plain"
                aria-expanded={opened === one.number}
                onClick={() => setOpened(opened === one.number ? undefined : one.number)}
              />
              <span class="soft small">
                {formatTime(one.time)} {one.action !== 'found' && say(part.by, clientText(one.by, one.name))}
              </span>
              {one.version === current && <span class="badge good">{part.current}</span>}
            </div>
            {opened === one.number && (
              <div class="stack tight">
                {children(one)}
                {one.version !== current && (
                  <div>
                    <Button label={part.revert} disabled={isBusy} onClick={() => onRevert(one.number)} />
                  </div>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
