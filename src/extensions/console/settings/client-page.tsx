import { Lately } from './audit-table.js';
import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call, session } from '../api/call.js';
import type { ClientInfo, IssuedClient } from '../api/types.js';
import { Select } from '../components/field.js';
import { Empty, ErrorBox, Pending } from '../components/states.js';
import { formatTime } from '../state/number-format.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { RightsInputs, type ClientRights } from './client-inputs.js';
import { Confirm, ConfirmButton } from '../components/confirm.js';
import { SecretBox } from './secret-box.js';

export function ClientState({ client: { revoked, isLicensed, licence } }: { readonly client: ClientInfo }) {
  if (revoked) return <span class="badge bad">{texts.settings.client.revoked}</span>;
  const day = licence.until?.slice(0, 10);
  return (
    <>
      <span class={`badge ${isLicensed ? 'good' : 'warn'}`}>
        {isLicensed ? texts.settings.client.active : texts.settings.client.unlicensed}
      </span>{' '}
      {day !== undefined && (
        <span class="soft small">
          {isLicensed ? say(texts.settings.client.until, day) : say(texts.settings.client.ended, day)}
        </span>
      )}
    </>
  );
}

export function ClientPage({ id }: { readonly id: string }) {
  const found = useResource('clients', (signal) => call('clients', { signal }), {
    keep: true,
  });
  const client = found.value?.find(({ clientId }) => clientId === id);
  return (
    <>
      <p>
        <a href={addressOf(['settings', 'clients'])}>← {texts.settings.client.all}</a>
      </p>
      <Pending of={found} />
      {found.value && client === undefined && <Empty title={texts.settings.client.noSuch} />}
      {client && <Found client={client} onChanged={found.reload} />}
      {client && <Lately by={id} />}
    </>
  );
}

function Found({ client, onChanged }: { readonly client: ClientInfo; readonly onChanged: () => void }) {
  const isOwn = client.clientId === session.value?.clientId;
  const [issued, setIssued] = useState<IssuedClient | undefined>(undefined);
  const revoke = async (): Promise<void> => {
    await call('revokeClient', { params: { clientId: client.clientId }, query: { own: isOwn } });
    if (isOwn) go(addressOf(['settings', 'clients']));
    else onChanged();
  };
  return (
    <>
      {issued && (
        <SecretBox
          issued={issued}
          onKept={() => {
            setIssued(undefined);
            onChanged();
          }}
        />
      )}
      <section class="card stack" aria-label={client.name}>
        <div class="row">
          <h3>{client.name}</h3>
          <ClientState client={client} />
          {isOwn && <span class="soft small">{texts.settings.client.isOwn}</span>}
        </div>
        <p class="small">
          <span class="soft">{texts.settings.client.id}</span> <code>{client.clientId}</code>{' '}
          <span class="soft">
            {texts.settings.client.created} {formatTime(client.created)}
          </span>
        </p>
        <Logins client={client} />
        {!client.revoked && (
          <div class="row">
            {!client.isPublic && <Rotate client={client} onIssued={setIssued} />}
            <ConfirmButton
              label={texts.settings.client.revoke}
              title={say(texts.settings.client.revokeTitle, client.name)}
              warning={isOwn ? texts.settings.client.revokeOwn : undefined}
              onConfirm={revoke}
            >
              <p>{texts.settings.client.revokeSays}</p>
            </ConfirmButton>
          </div>
        )}
      </section>
      {!client.revoked && <Rights key={rightsKey(client)} client={client} isOwn={isOwn} onChanged={onChanged} />}
    </>
  );
}

function Logins({ client }: { readonly client: ClientInfo }) {
  const { outside, previousSecretUntil, redirectUris } = client;
  return (
    <div>
      <p class="soft small">{texts.settings.client.logins}</p>
      <ul class="plain-list">
        {!client.isPublic && <li>{texts.settings.client.usesSecret}</li>}
        {previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now() && (
          <li class="soft">{say(texts.settings.client.oldSecret, formatTime(previousSecretUntil))}</li>
        )}
        {client.hasPublicKey && <li>{texts.settings.client.usesKey}</li>}
        {outside !== null && <li>{say(texts.settings.client.usesOutside, outside.issuer, outside.subject)}</li>}
        {redirectUris.length > 0 && (
          <li>
            {texts.settings.client.usesBrowser} <span class="mono">{redirectUris.join(', ')}</span>
          </li>
        )}
      </ul>
    </div>
  );
}

interface RotateProps {
  readonly client: ClientInfo;
  readonly onIssued: (issued: IssuedClient) => void;
}

function Rotate({ client, onIssued }: RotateProps) {
  const [isOpen, setOpen] = useState(false);
  const [overlap, setOverlap] = useState('86400');
  const { isBusy, error, act } = useAct();
  const rotate = async (): Promise<void> => {
    const params = { clientId: client.clientId };
    onIssued(await call('rotateClientSecret', { params, body: { overlapSeconds: Number(overlap) } }));
    setOpen(false);
  };
  if (!isOpen) return <Button label={texts.settings.client.rotate} onClick={() => setOpen(true)} />;
  return (
    <div class="stack tight settings-inset">
      <p class="soft small">{texts.settings.client.rotateHelp}</p>
      <Select
        label={texts.settings.client.overlap}
        value={overlap}
        options={Object.entries(texts.settings.client.overlaps)}
        onChange={setOverlap}
      />
      {error && <ErrorBox error={error} />}
      <div class="row">
        <Button
          label={texts.settings.client.rotate}
          class="primary"
          disabled={isBusy}
          onClick={() => void act(rotate)}
        />
        <Button label={texts.cancel} onClick={() => setOpen(false)} />
      </div>
    </div>
  );
}

const rightsOf = ({ scopes, objects, licence }: ClientInfo): ClientRights => ({ scopes, objects, licence });
const rightsKey = (client: ClientInfo): string => JSON.stringify(rightsOf(client));

interface RightsProps {
  readonly client: ClientInfo;
  readonly isOwn: boolean;
  readonly onChanged: () => void;
}

function Rights({ client, isOwn, onChanged }: RightsProps) {
  const [rights, setRights] = useState(rightsOf(client));
  const { error, act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const isChanged = JSON.stringify(rights) !== rightsKey(client);
  const save = async (own: boolean): Promise<void> => {
    const { scopes, objects, licence } = rights;
    await call('changeClient', {
      params: { clientId: client.clientId },
      body: {
        own,
        ...(String(scopes) !== String(client.scopes) && { scopes }),
        ...(String(objects) !== String(client.objects) && { objects }),
        ...(JSON.stringify(licence) !== JSON.stringify(client.licence) && {
          licence:
            licence.state === 'valid' ? { state: licence.state, until: licence.until } : { state: licence.state },
        }),
      },
    });
    onChanged();
  };
  const shutsOut =
    isOwn && (!rights.scopes.includes('admin') || rights.objects !== null || rights.licence.state !== 'valid');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (shutsOut) setAsking(true);
    else void act(() => save(false));
  };
  return (
    <form class="card stack" onSubmit={submit}>
      <h3>{texts.settings.client.change}</h3>
      <RightsInputs rights={rights} has={client.scopes} onEdit={setRights} />
      {error && <ErrorBox error={error} />}
      <div class="row">
        <Button
          label={texts.settings.save}
          class="primary"
          type="submit"
          disabled={!isChanged || rights.scopes.length === 0 || rights.objects?.length === 0}
        />
        {isChanged && <Button label={texts.cancel} onClick={() => setRights(rightsOf(client))} />}
      </div>
      {isAsking && (
        <Confirm
          title={texts.settings.client.change}
          warning={texts.settings.client.ownChange}
          doIt={texts.settings.client.changeAnyway}
          onConfirm={() => save(true)}
          onClose={() => setAsking(false)}
        >
          <p>{client.name}</p>
        </Confirm>
      )}
    </form>
  );
}
