import { candidateIndexConformance } from '../conformance.js';
import { IndexOfParts } from './parts-of-log.js';

for (const parts of [1, 2, 5])
  candidateIndexConformance(`an index of ${parts} parts`, (scenarios) => new IndexOfParts(scenarios, parts));
candidateIndexConformance('an index of 5 parts, asked at the last', (scenarios) => new IndexOfParts(scenarios, 5, 4));
