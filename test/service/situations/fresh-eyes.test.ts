import { decides } from './situation.js';

decides('fresh-eyes.tsv');
