import { render } from 'preact';
import { App } from './app.js';
import { enter, LOGIN, lookForSession } from './state/login.js';
import { followLinks } from './state/router.js';
import { loadTexts } from './state/language.js';
import './styles.css';

followLinks();
// Reload, because a page from the browser's cache would show records after a logout.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
addEventListener('storage', ({ key }) => {
  if (key === LOGIN) void lookForSession();
});
void enter();
await loadTexts();
render(<App />, document.getElementById('app')!);
