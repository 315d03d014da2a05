import { call } from '../api/call.js';
import { ErrorBox, Loading } from '../components/states.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

export function ScenarioList() {
  const { value, error, isLoading, reload } = useResource('all', (signal) => call('scenarios', { signal }));
  return (
    <section class="card">
      <h2>{texts.overview.scenarios}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.search.scenario}</th>
              <th scope="col">{texts.overview.object}</th>
              <th scope="col" class="number">
                {texts.overview.threshold}
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map(({ id, name, object, threshold, fields }) => (
              <tr key={id}>
                <td>
                  {name}
                  <div class="soft small">{fields.map(({ field }) => field).join(', ')}</div>
                </td>
                <td>{object}</td>
                <td class="number">{threshold}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
