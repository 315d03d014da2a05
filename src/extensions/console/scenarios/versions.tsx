import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import type { EditableScenario, ObjectDescription, ScenarioVersion } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { TableHead } from '../components/table.js';
import { formatTime } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { clientText, say, texts } from '../texts.js';
import { differences } from './draft.js';

interface VersionsProps {
  readonly id: string;
  readonly edited: EditableScenario;
  /** The object of the scenario, for the labels of its fields. */
  readonly type: ObjectDescription | undefined;
  readonly version: string | null;
  readonly onReverted: () => void;
}

/** Shows saved versions with author, time and differences from the edited version. Each can be restored. */
export function Versions({ id, edited, type, version, onReverted }: VersionsProps) {
  const { value, error, isLoading, reload } = useResource(`${id} ${version ?? ''}`, (signal) =>
    call('scenarioVersions', { params: { scenarioId: id }, signal }),
  );
  const [opened, setOpened] = useState<number | undefined>(undefined);
  const acting = useAct();
  const revert = (number: number) => () =>
    void acting.act(async () => {
      await call('revertScenario', { params: { scenarioId: id }, body: { number, version } });
      onReverted();
    });
  return (
    <section class="card" aria-label={texts.settings.part.versions}>
      <h2>{texts.settings.part.versions}</h2>
      <div class="stack">
        {error && <ErrorBox error={error} retry={reload} />}
        {acting.error && <ErrorBox error={acting.error} />}
        {value === undefined && isLoading && <Loading />}
        {value?.length === 0 && <p class="soft">{texts.settings.part.noVersions}</p>}
        {value && value.length > 0 && (
          <ol class="timeline">
            {value.map((one) => (
              <li key={one.number}>
                <div class="row">
                  <Button
                    label={`${one.number}. ${texts.settings.part.actions[one.action]}`}
                    class="plain"
                    aria-expanded={opened === one.number}
                    onClick={() => setOpened(opened === one.number ? undefined : one.number)}
                  />
                  <span class="soft small">
                    {formatTime(one.time)}{' '}
                    {one.action !== 'found' && say(texts.settings.part.by, clientText(one.by, one.name))}
                  </span>
                  {one.version === version && <span class="badge good">{texts.settings.part.current}</span>}
                </div>
                {opened === one.number && (
                  <Opened one={one} edited={edited} type={type}>
                    {one.version !== version && (
                      <Button label={texts.settings.part.revert} onClick={revert(one.number)} />
                    )}
                  </Opened>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

interface OpenedProps {
  readonly one: ScenarioVersion;
  readonly edited: EditableScenario;
  readonly type: ObjectDescription | undefined;
  readonly children: preact.ComponentChildren;
}

function Opened({ one, edited, type, children }: OpenedProps) {
  const found = differences(one.scenario, edited, type);
  return (
    <div class="stack tight">
      <p class="soft small">
        {found.length === 0 ? texts.scenarios.same : say(texts.scenarios.differences, found.length)}
      </p>
      {found.length > 0 && (
        <table>
          <TableHead labels={[texts.search.field, texts.scenarios.was, texts.scenarios.is]} />
          <tbody>
            {found.map(({ place, before, after }) => (
              <tr key={place}>
                <td>{place}</td>
                <td>{before === '' ? '–' : before}</td>
                <td>{after === '' ? '–' : after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>{children}</div>
    </div>
  );
}
