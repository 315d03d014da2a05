import { createMemoryIndex } from '../../src/index/memory-index.js';
import { candidateIndexConformance } from './conformance.js';
import { ScanIndex } from './scan-index.js';

candidateIndexConformance('the memory index', (scenarios) => createMemoryIndex({ scenarios }));
candidateIndexConformance('the memory index in small steps', (scenarios) =>
  createMemoryIndex({ scenarios, options: { comparisonsPerStep: 1, rowsPerStep: 2 } }),
);
candidateIndexConformance('the scan index', (scenarios) => new ScanIndex(scenarios));
