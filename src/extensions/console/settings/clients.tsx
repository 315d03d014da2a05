import { call, session } from '../api/call.js';
import type { ClientInfo } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { TableHead } from '../components/table-head.js';
import { formatTime } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ClientPage, ClientState } from './client-page.js';
import { NewClient } from './new-client.js';

/** The address part of a new client. */
const NEW = '+';

/** The page of clients: all of them, one, or a new one. */
export function Clients({ id }: { readonly id: string | undefined }) {
  if (id === NEW) return <NewClient />;
  return id === undefined ? <ClientList /> : <ClientPage id={id} />;
}

function ClientList() {
  const { value, error, isLoading, reload } = useResource('clients', (signal) => call('clients', { signal }));
  return (
    <>
      <div>
        <a class="button primary" href={addressOf(['settings', 'clients', NEW])}>
          {texts.settings.client.add}
        </a>
      </div>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && (
        <section class="card" aria-label={texts.settings.client.all}>
          <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.settings.section.clients}>
            <table class="settings-table">
              <TableHead
                labels={[
                  texts.settings.client.name,
                  texts.settings.client.state,
                  texts.settings.client.rights,
                  texts.settings.client.objects,
                  texts.settings.client.created,
                ]}
              />
              <tbody>
                {[...value]
                  .sort((a, b) => Number(a.revoked) - Number(b.revoked))
                  .map((client) => (
                    <Row key={client.clientId} client={client} />
                  ))}
              </tbody>
            </table>
          </div>
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
      <td>{client.objects?.join(', ') ?? texts.settings.client.allObjects}</td>
      <td class="short">{formatTime(client.created)}</td>
    </tr>
  );
}

function rightsText({ scopes }: ClientInfo): string {
  const all = texts.settings.shortRights;
  if (scopes.length === Object.keys(all).length) return texts.settings.client.everything;
  return scopes.map((scope) => all[scope]).join(', ');
}
