import fc from 'fast-check';
import { isNightly } from './draws.js';
import { seed } from './seed.js';

fc.configureGlobal({ seed, numRuns: isNightly ? 100 : 25 });
