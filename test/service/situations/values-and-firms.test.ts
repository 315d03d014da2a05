import { decides } from './situation.js';

decides('values-and-firms.tsv');
