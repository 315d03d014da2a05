import { decides } from './situation.js';

decides('written-blind.tsv');
