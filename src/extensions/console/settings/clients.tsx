import { useState } from 'preact/hooks';
import { Table } from '../components/table.js';
import { call, session } from '../api/call.js';
import { objectLabel, allows } from '../api/objects.js';
import type { ClientInfo, IssuedClient, Scope } from '../api/types.js';
import { Pending, ErrorBox } from '../components/states.js';
import { formatTime } from '../state/number-format.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ClientPage, ClientState } from './client-page.js';
import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';
import { Check, Field, typedIn } from '../components/field.js';
import { RightsInputs, type ClientRights } from './client-inputs.js';
import { SecretBox } from './secret-box.js';

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

/** The command line's default for a new client. */
const USUAL: readonly Scope[] = ['search', 'upsert', 'read'];

function NewClient() {
  const [rights, setRights] = useState<ClientRights>({
    scopes: USUAL.filter(allows),
    objects: null,
    licence: { state: 'valid', until: null },
  });
  const [isPublic, setPublic] = useState(false);
  const [issued, setIssued] = useState<IssuedClient | undefined>(undefined);
  const { isBusy, error, act } = useAct();
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const lines = typedIn(event, 'redirectUris').split(/\s+/);
    const publicKey = typedIn(event, 'publicKey');
    const isPlatforms = typedIn(event, 'platform') !== '';
    const { state, until } = rights.licence;
    await act(async () =>
      setIssued(
        await call('addClient', {
          body: {
            name: typedIn(event, 'name'),
            scopes: rights.scopes,
            objects: rights.objects,
            licence: state === 'valid' ? { state, until } : { state: 'none' },
            redirectUris: lines.filter((line) => line !== ''),
            isPublic,
            ...(isPlatforms && { tokenForm: 'platform' }),
            ...(publicKey !== '' && { publicKey }),
          },
        }),
      ),
    );
  };
  if (issued !== undefined)
    return <SecretBox issued={issued} onKept={() => go(addressOf(['settings', 'clients', issued.client.clientId]))} />;
  return (
    <form class="card stack" onSubmit={(event) => void add(event)}>
      <h3>{texts.settings.client.add}</h3>
      <Field label={texts.records.name}>
        <input name="name" required maxLength={255} autocomplete="off" />
        <span class="soft small">{texts.settings.client.nameHelp}</span>
      </Field>
      <RightsInputs rights={rights} has={[]} onEdit={setRights} />
      <details class="stack tight">
        <summary>{texts.settings.client.more}</summary>
        <p class="soft small">{texts.settings.client.moreHelp}</p>
        <Field label={texts.settings.client.redirects}>
          <textarea name="redirectUris" rows={2} spellcheck={false} required={isPublic} />
          <span class="soft small">{texts.settings.client.redirectsHelp}</span>
        </Field>
        <Check label={texts.settings.client.isPublic} isOn={isPublic} onChange={setPublic} />
        <Field label={texts.settings.client.publicKey}>
          <textarea name="publicKey" rows={2} class="mono" spellcheck={false} />
          <span class="soft small">{texts.settings.client.publicKeyHelp}</span>
        </Field>
        <Check label={texts.settings.client.platformTokens} name="platform" />
      </details>
      {error && <ErrorBox error={error} />}
      <div class="row">
        <Button
          label={texts.settings.client.add}
          class="primary"
          type="submit"
          disabled={isBusy || rights.scopes.length === 0}
        />
        <a class="button" href={addressOf(['settings', 'clients'])}>
          {texts.cancel}
        </a>
      </div>
    </form>
  );
}
