import { decidesPairs } from './situation.js';

decidesPairs('pairs-of-companies.tsv');
