import { render } from 'preact';
import { App } from './app.js';
import { enter } from './state/login.js';
import { followLinks } from './state/router.js';
import './styles.css';

followLinks();
void enter();
render(<App />, document.getElementById('app')!);
