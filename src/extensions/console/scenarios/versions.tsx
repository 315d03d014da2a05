import { useAct } from '../state/use-act.js';
import { call } from '../api/call.js';
import type { EditableScenario, ObjectDescription } from '../api/types.js';
import { ErrorBox } from '../components/states.js';
import { TableHead } from '../components/table.js';
import { Versions } from '../components/versions.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { differences, type Difference } from './draft.js';

interface ScenarioVersionsProps {
  readonly id: string;
  readonly edited: EditableScenario;
  /** The object of the scenario, for the labels of its fields. */
  readonly type: ObjectDescription | undefined;
  readonly version: string | null;
  readonly onReverted: () => void;
}

/** Shows earlier versions with their differences from the edited version. */
export function ScenarioVersions({ id, edited, type, version, onReverted }: ScenarioVersionsProps) {
  const params = { scenarioId: id };
  const all = useResource(`${id} ${version ?? ''}`, (signal) => call('scenarioVersions', { params, signal }));
  const acting = useAct();
  const revert = (number: number): void =>
    void acting.act(async () => {
      await call('revertScenario', { params, body: { number, version } });
      onReverted();
    });
  return (
    <>
      {acting.error && <ErrorBox error={acting.error} />}
      <Versions all={all} current={version} onRevert={revert}>
        {(one) => <Differences found={differences(one.scenario, edited, type)} />}
      </Versions>
    </>
  );
}

function Differences({ found }: { readonly found: readonly Difference[] }) {
  if (found.length === 0) return <p class="soft small">{texts.scenarios.same}</p>;
  return (
    <>
      <p class="soft small">{say(texts.scenarios.differences, found.length)}</p>
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
    </>
  );
}
