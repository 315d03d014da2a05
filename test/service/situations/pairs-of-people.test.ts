import { decidesPairs } from './situation.js';

decidesPairs('pairs-of-people.tsv');
