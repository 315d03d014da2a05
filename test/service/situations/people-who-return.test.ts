import { decides } from './situation.js';

decides('people-who-return.tsv');
