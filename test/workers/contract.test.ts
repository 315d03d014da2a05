/**
 * The contract over HTTP, answered in turns by a worker that writes and by one that follows it. A record that was made
 * through one is read, found, changed and undone through the other.
 */
process.env['LIKENESS_TEST_WORKERS'] = '2';

await import('../http/decisions.test.js');
await import('../http/decisions-status.test.js');
await import('../http/merge.test.js');
await import('../http/query.test.js');
await import('../http/position.test.js');
await import('../http/rights.test.js');
await import('../http/object-limits.test.js');
await import('../http/recorded-answers.test.js');

export {};
