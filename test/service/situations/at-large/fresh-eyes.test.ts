import { freshEyes } from './fresh-eyes.js';
import { decides } from './rows.js';

decides(freshEyes);
