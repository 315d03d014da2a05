import { expect, it } from 'vitest';
import { WorkedExample } from './worked-example.js';

const example = new WorkedExample('Adding an endpoint', /\bCORE_ENDPOINTS\b[^\n]*= \[\n/);
// The example's own test, which checks the HTTP response, the required scope, and the documentation.
await example.load(example.paths[2]!);

it('touches one file, its test and one list', () => {
  expect(example.paths).toEqual([
    'src/http/endpoints/record-count-endpoint.ts',
    'src/http/endpoints/index.ts',
    'test/http/record-count.test.ts',
  ]);
  expect(example.line.trim().split('\n')).toHaveLength(1);
});
