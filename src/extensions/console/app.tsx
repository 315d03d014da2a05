import { Button } from './components/button.js';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { isLoginAsked, session } from './api/call.js';
import type { Scope } from './api/types.js';
import { ErrorBoundary } from './components/error-boundary.js';
import { Help } from './components/help.js';
import { Tour } from './components/tour.js';
import { later } from './components/later.js';
import { Empty, Loading } from './components/states.js';
import { helpShown, listenToKeys } from './state/keys.js';
import { logOut } from './state/login.js';
import { addressOf, parts } from './state/router.js';
import { offerTour, tourView } from './state/tour.js';
import { texts } from './texts.js';
import icon from './icon.svg';
import { Login, LoginAgain } from './views/login.js';

const Overview = later(async () => (await import('./overview/overview.js')).Overview);
const Search = later(async () => (await import('./search/search.js')).Search);
const Import = later(async () => (await import('./import/import.js')).Import);
const Review = later(async () => (await import('./review/review.js')).Review);
const Records = later(async () => (await import('./records/records.js')).Records);
const Scenarios = later(async () => (await import('./scenarios/scenarios.js')).Scenarios);
const Operations = later(async () => (await import('./overview/operations.js')).Operations);
const Settings = later(async () => (await import('./settings/settings.js')).Settings);

const VIEWS = ['overview', 'search', 'import', 'review', 'records', 'scenarios', 'operations', 'settings'] as const;
/** The scope that each view needs. */
const NEEDED: Readonly<Partial<Record<(typeof VIEWS)[number], Scope>>> = {
  search: 'search',
  records: 'read',
  review: 'review',
  import: 'upsert',
  scenarios: 'search',
  operations: 'admin',
  settings: 'admin',
};
let wasLoggedIn = false;

/** Shows the login, then the views. When a session ends, the login covers the view, so that no input is lost. */
export function App() {
  useEffect(listenToKeys, []);
  useEffect(offerTour, []);
  const who = session.value;
  wasLoggedIn ||= who !== undefined && who !== null;
  if (!wasLoggedIn) return who === undefined ? <Loading /> : <Login />;
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {texts.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary key={keyOf(parts.value)}>{viewOf(parts.value)}</ErrorBoundary>
      </main>
      <Tour />
      {helpShown.value && <Help />}
      {who === null && isLoginAsked.value && <LoginAgain />}
    </>
  );
}

/** Items share a key, so that a view that shows item after item keeps its state. */
function keyOf(path: readonly string[]): string {
  if (path[0] === 'records' && path.length <= 2) return 'records';
  return path[0] === 'review' ? `review ${path.length}` : path.join('/');
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function viewOf([view = 'overview', first, second]: readonly string[]): ComponentChildren {
  switch (view) {
    case 'search':
      return <Search />;
    case 'records':
      return <Records objectType={first} part={second} />;
    case 'import':
      return <Import id={first} part={second} />;
    case 'review':
      return <Review id={first} />;
    case 'scenarios':
      return <Scenarios id={first} part={second} />;
    case 'operations':
      return <Operations />;
    case 'settings':
      return <Settings section={first} id={second} />;
    case 'overview':
      return <Overview />;
    default:
      return <Empty title={texts.error.noPage} />;
  }
}

function Header() {
  const [view = 'overview'] = parts.value;
  return (
    <header class="bar-top">
      <a class="brand" href={addressOf(['overview'])}>
        <img src={icon} alt="" />
        {texts.name}
      </a>
      <nav aria-label={texts.name}>
        {VIEWS.filter((name) => mayUse(name)).map((name) => (
          <a
            key={name}
            class={tourView.value === name ? 'pointed' : undefined}
            href={addressOf([name])}
            aria-current={view === name ? 'page' : undefined}
          >
            {texts.nav[name]}
          </a>
        ))}
      </nav>
      <div class="who">
        <span class="soft small">{session.value?.name}</span>
        <Button label="?" class="plain help" aria-label={texts.help} title={texts.help} onClick={showHelp} />
        <Button label={texts.logOut} onClick={() => void logOut()} />
      </div>
    </header>
  );
}

/** True while the login is shown again, so that the view does not change. */
function mayUse(view: (typeof VIEWS)[number]): boolean {
  const needed = NEEDED[view];
  return needed === undefined || !session.value || session.value.scopes.includes(needed);
}

function showHelp(): void {
  helpShown.value = true;
}
