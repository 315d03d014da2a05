import { Table } from '../components/table.js';
import { call, session } from '../api/call.js';
import { objectLabel } from '../api/objects.js';
import type { ClientInfo } from '../api/types.js';
import { Pending } from '../components/states.js';
import { formatTime } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ClientPage, ClientState } from './client-page.js';
import { NewClient } from './new-client.js';

/** The path segment of a new client. */
const NEW = '+';

/** The pages about clients: all clients, a single client, or a new client. */
export function Clients({ id }: { readonly id: string | undefined }) {
  if (id === NEW) return <NewClient />;
  return id === undefined ? <ClientList /> : <ClientPage id={id} />;
}

function ClientList() {
  const found = useResource('clients', (signal) => call('clients', { signal }));
  return (
    <>
      <div>
        <a class="button primary" href={addressOf(['settings', 'clients', NEW])}>
          {texts.settings.client.add}
        </a>
      </div>
      <Pending of={found} />
      {found.value && (
        <section class="card" aria-label={texts.settings.client.all}>
          <Table
            name={texts.settings.section.clients}
            class="settings-table"
            labels={[
              texts.records.name,
              texts.scenarios.state,
              texts.settings.client.rights,
              texts.settings.part.places.objectTypes,
              texts.settings.client.created,
            ]}
          >
            {[...found.value]
              .sort((a, b) => Number(a.revoked) - Number(b.revoked))
              .map((client) => (
                <Row key={client.clientId} client={client} />
              ))}
          </Table>
        </section>
      )}
    </>
  );
}

function Row({ client }: { readonly client: ClientInfo }) {
  return (
    <tr class={client.revoked ? 'off' : undefined}>
      <td>
        <a href={addressOf(['settings', 'clients', client.clientId])}>{client.name}</a>
        {client.clientId === session.value?.clientId && <span class="badge">{texts.settings.client.own}</span>}
      </td>
      <td class="short">
        <ClientState client={client} />
      </td>
      <td>{rightsText(client)}</td>
      <td>{client.objects?.map(objectLabel).join(', ') ?? texts.review.anyObject}</td>
      <td class="short">{formatTime(client.created)}</td>
    </tr>
  );
}

function rightsText({ scopes }: ClientInfo): string {
  const all = texts.settings.shortRights;
  if (scopes.length === Object.keys(all).length) return texts.settings.client.everything;
  return scopes.map((scope) => all[scope]).join(', ');
}
