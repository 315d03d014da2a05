import { passersBy } from './passers-by.js';
import { decides } from './rows.js';

decides(passersBy);
