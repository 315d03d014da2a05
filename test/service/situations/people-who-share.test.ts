import { decides } from './situation.js';

decides('people-who-share.tsv');
