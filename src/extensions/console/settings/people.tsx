import { Table } from '../components/table.js';
import { call } from '../api/call.js';
import type { Scope, SignInSettings } from '../api/types.js';
import { ErrorBox, Pending } from '../components/states.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { AuditTable } from './audit-table.js';

const LOGINS = 20;

/** Login settings, the rights of groups, and recent logins. */
export function People() {
  const settings = useResource('signIn', (signal) => call('signInSettings', { signal }));
  const logins = useResource('logins', (signal) =>
    call('auditEntries', { query: { action: 'login', pageSize: LOGINS }, signal }),
  );
  return (
    <>
      <Pending of={settings} />
      {settings.value && <Provider settings={settings.value} />}
      <section class="card stack tight" aria-label={texts.settings.people.lately}>
        <h3>{texts.settings.people.lately}</h3>
        {logins.error && <ErrorBox error={logins.error} retry={logins.reload} />}
        {logins.value && <AuditTable entries={logins.value} names={new Map()} />}
        <p>
          <a href={addressOf(['settings', 'audit'], { action: 'login' })}>{texts.settings.people.allLogins}</a>
        </p>
      </section>
    </>
  );
}

function Provider({ settings: { provider, tokenIssuers, passwords } }: { readonly settings: SignInSettings }) {
  return (
    <>
      <section class="card stack tight" aria-label={texts.settings.people.provider}>
        <h3>{provider?.label ?? texts.settings.people.provider}</h3>
        {provider === null && <p class="soft">{texts.settings.people.noProvider}</p>}
        {provider !== null && (
          <>
            <dl class="facts">
              {[
                [texts.settings.people.issuer, provider.issuer],
                [texts.settings.people.knownAs, provider.knownAs],
                [texts.settings.people.comesBack, provider.redirectUrl],
              ].map(([label, text]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <h3>{say(texts.settings.people.grants, provider.claim)}</h3>
            {provider.grants.length === 0 && <p class="soft">{texts.settings.people.noGrants}</p>}
            {provider.grants.length > 0 && <Grants provider={provider} />}
            <p class={provider.client?.counts === true ? 'small' : 'badge warn wrapped'}>
              {sharedText(provider.client)}{' '}
              {provider.client && (
                <a href={addressOf(['settings', 'clients', provider.client.clientId])}>{provider.client.name}</a>
              )}
            </p>
          </>
        )}
      </section>
      <section class="card" aria-label={texts.settings.people.others}>
        <h3>{texts.settings.people.others}</h3>
        <ul class="plain-list">
          <li>{texts.settings.people.ownClients}</li>
          <li>{passwords ? texts.settings.people.passwords : texts.settings.people.noPasswords}</li>
          {tokenIssuers.length > 0 && <li>{say(texts.settings.people.tokens, tokenIssuers.join(', '))}</li>}
        </ul>
      </section>
    </>
  );
}

type ProviderSettings = NonNullable<SignInSettings['provider']>;

function Grants({ provider }: { readonly provider: ProviderSettings }) {
  const has = provider.client?.scopes ?? [];
  return (
    <Table
      name={texts.settings.section.people}
      class="settings-table"
      labels={[texts.records.valueOf, texts.settings.client.rights]}
    >
      {provider.grants.map(({ value, scopes }) => {
        const [given, beyond] = [true, false].map((is) => scopes.filter((scope) => has.includes(scope) === is));
        return (
          <tr key={value}>
            <td>{value}</td>
            <td>
              {wordsOf(given ?? [])}
              {beyond !== undefined && beyond.length > 0 && (
                <div class="soft small">{say(texts.settings.people.beyond, wordsOf(beyond))}</div>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function sharedText(client: ProviderSettings['client']): string {
  if (client === null) return texts.settings.people.noClient;
  return client.counts ? texts.settings.people.throughClient : texts.settings.people.revokedClient;
}

const wordsOf = (scopes: readonly Scope[]): string =>
  scopes.length === 0
    ? texts.settings.people.nothing
    : scopes.map((scope) => texts.settings.shortRights[scope]).join(', ');
