import { decides } from './situation.js';

decides('families-and-firms.tsv');
