import { decides } from './situation.js';

decides('unseen.tsv');
