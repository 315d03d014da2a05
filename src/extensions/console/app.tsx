import { type ComponentChildren, Component, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './components/button.js';
import { isLoginAsked, session } from './api/call.js';
import type { Scope } from './api/types.js';
import { Help } from './components/help.js';
import { Tour } from './components/tour.js';
import { Empty, Loading, ErrorBox } from './components/states.js';
import { helpShown, listenToKeys } from './state/keys.js';
import { logOut } from './state/login.js';
import { addressOf, parts } from './state/router.js';
import { offerTour, tourView } from './state/tour.js';
import { texts } from './texts.js';
import { Login, LoginAgain } from './views/login.js';
import icon from './icon.svg';

/** Returns a view whose code is loaded on first use, so that the first page loads faster. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let view: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [, redraw] = useState(0);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (view !== undefined) return;
      load().then(
        (loaded) => {
          view = loaded;
          redraw((last) => last + 1);
        },
        () => setMissing(true),
      );
    }, []);
    const View = view;
    if (View !== undefined) return <View {...props} />;
    // After an upgrade of the service, the files have other names, so the page must be reloaded.
    return isMissing ? <ErrorBox error={new Error(texts.error.part)} retry={() => location.reload()} /> : <Loading />;
  };
}

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

/** Contains errors in a view, so that they do not affect other parts of the page. */
class ErrorBoundary extends Component<{ children: ComponentChildren }, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {};

  static override getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? (
      this.props.children
    ) : (
      <ErrorBox error={error} retry={() => this.setState({ error: undefined })} />
    );
  }
}
