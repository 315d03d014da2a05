import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { IssuedClient, Scope } from '../api/types.js';
import { Check, Field, typedIn } from '../components/field.js';
import { ErrorBox } from '../components/states.js';
import { addressOf, go } from '../state/router.js';
import { texts } from '../texts.js';
import { RightsInputs, type ClientRights } from './client-inputs.js';
import { SecretBox } from './secret-box.js';

/** The command line's default for a new client. */
const USUAL: readonly Scope[] = ['search', 'upsert', 'read'];

export function NewClient() {
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
