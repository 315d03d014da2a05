import { Button } from '../components/button.js';
import { call } from '../api/call.js';
import type { AuditAction } from '../api/types.js';
import { Field, Select, typedIn } from '../components/field.js';
import { Empty, Pending } from '../components/states.js';
import { addressOf, go, parameters } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { AuditTable } from './audit-table.js';

const PAGE = 50;
const DAY = 86_400_000;
const WORDS = ['by', 'target', 'since', 'until'] as const;

const startOf = (day: string, offset = 0): string | undefined =>
  day === '' ? undefined : new Date(new Date(`${day}T00:00:00`).getTime() + offset).toISOString();

/** The search is in the fragment (`#`) of the URL, so it can be linked and is in the browser's history. */
export function AuditSearch() {
  const given = (name: string): string => parameters.value.get(name) ?? '';
  const asked = Object.fromEntries(['action', 'before', ...WORDS].map((name) => [name, given(name)]));
  const show = (part: Readonly<Record<string, string>>): void =>
    go(addressOf(['settings', 'audit'], { ...asked, ...part }));
  const found = useResource(
    JSON.stringify(asked),
    async (signal) => {
      const { action, by, target, since = '', until = '', before } = asked;
      const [entries, clients] = await Promise.all([
        call('auditEntries', {
          query: {
            ...{ by, target, pageSize: PAGE + 1, since: startOf(since), until: startOf(until, DAY) },
            ...(action !== '' && { action: action as AuditAction }),
            ...(before !== '' && { before: Number(before) }),
          },
          signal,
        }),
        call('clients', { signal }),
      ]);
      return { entries, names: new Map(clients.map(({ clientId, name }) => [clientId, name])) };
    },
    { keep: true },
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    show({ before: '', ...Object.fromEntries(WORDS.map((name) => [name, typedIn(event, name)])) });
  };
  const page = found.value?.entries.slice(0, PAGE) ?? [];
  const actions = Object.entries(texts.overview.actions).sort(([, a], [, b]) => a.localeCompare(b));
  return (
    <>
      <form class="card settings-filters" role="search" key={WORDS.map(given).join('\n')} onSubmit={submit}>
        <Select
          label={texts.settings.audit.action}
          value={given('action')}
          options={[['', texts.settings.audit.anyAction], ...actions]}
          onChange={(action) => show({ action, before: '' })}
        />
        <Field label={texts.settings.audit.by}>
          <input name="by" defaultValue={given('by')} placeholder={texts.record.byName} />
        </Field>
        <Field label={texts.settings.audit.target}>
          <input name="target" defaultValue={given('target')} placeholder={texts.record.byName} />
        </Field>
        <Field label={texts.settings.audit.since}>
          <input name="since" type="date" defaultValue={given('since')} />
        </Field>
        <Field label={texts.settings.audit.until}>
          <input name="until" type="date" defaultValue={given('until')} />
        </Field>
        <div class="row">
          <Button label={texts.settings.audit.search} class="primary" type="submit" />
          <a class="button" href={addressOf(['settings', 'audit'])}>
            {texts.search.clear}
          </a>
        </div>
      </form>
      <Pending of={found} />
      {found.value && page.length === 0 && <Empty title={texts.settings.audit.none} />}
      {found.value && page.length > 0 && (
        <section class={`card ${found.isLoading ? 'stale' : ''}`} aria-label={texts.settings.section.audit}>
          <AuditTable entries={page} names={found.value.names} />
        </section>
      )}
      <div class="row">
        {given('before') !== '' && <Button label={texts.settings.audit.newest} onClick={() => show({ before: '' })} />}
        {found.value && found.value.entries.length > PAGE && (
          <Button label={texts.settings.audit.older} onClick={() => show({ before: String(page.at(-1)!.n) })} />
        )}
      </div>
      <p class="soft small">{texts.settings.audit.verify}</p>
    </>
  );
}
