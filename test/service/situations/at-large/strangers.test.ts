import { decides } from './rows.js';
import { strangers } from './strangers.js';

decides(strangers);
