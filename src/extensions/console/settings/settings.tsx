import { useTitle } from '../components/page-head.js';
import type { ComponentChildren } from 'preact';
import { allows } from '../api/objects.js';
import { Empty } from '../components/states.js';
import { addressOf } from '../state/router.js';
import { say, texts } from '../texts.js';
import { AuditSearch } from './audit-search.js';
import { Clients } from './clients.js';
import { Filters } from './filters.js';
import { Lists } from './lists.js';
import { People } from './people.js';
import { Schedule } from './schedule.js';
import { Survivorship } from './survivorship.js';
import { Webhooks } from './webhooks.js';

const SECTIONS: Readonly<
  Record<keyof typeof texts.settings.section, (props: { readonly id: string | undefined }) => ComponentChildren>
> = {
  clients: Clients,
  people: People,
  survivorship: Survivorship,
  schedule: Schedule,
  filters: Filters,
  lists: Lists,
  audit: AuditSearch,
  webhooks: Webhooks,
};
type Section = keyof typeof SECTIONS;

const isSection = (name: string): name is Section => Object.hasOwn(SECTIONS, name);

/** The pages of settings, each with its own URL. */
export function Settings({
  section = 'clients',
  id,
}: {
  readonly section?: string | undefined;
  readonly id?: string | undefined;
}) {
  useTitle(texts.nav.settings);
  if (!allows('admin')) return <Empty title={say(texts.error.noScope, 'admin')} />;
  if (!isSection(section)) return <Empty title={texts.error.noPage} />;
  const Shown = SECTIONS[section];
  return (
    <div class="settings">
      <div class="settings-side">
        <h1>{texts.nav.settings}</h1>
        <nav aria-label={texts.settings.sections}>
          {(Object.keys(SECTIONS) as Section[]).map((name) => (
            <a key={name} href={addressOf(['settings', name])} aria-current={name === section ? 'page' : undefined}>
              {texts.settings.section[name]}
            </a>
          ))}
        </nav>
      </div>
      <div class="stack">
        <div>
          <h2>{texts.settings.section[section]}</h2>
          <p class="soft">{texts.settings.help[section]}</p>
        </div>
        <Shown id={id} />
      </div>
    </div>
  );
}
