import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { recordAnswers } from './recorded-answers.js';

// By its whole path: other tests import this one.
const RECORDED = fileURLToPath(new URL('recorded-answers.txt', import.meta.url));

/**
 * The same questions have the same answers over a store in memory, a follower of a data folder, and two nodes over a
 * database, and after each change of the inside. A change that is meant is recorded by `npx vitest run -u` over this
 * file, and read line by line in the diff.
 */
it('every kind of request is answered as recorded', async () => {
  await expect(await recordAnswers()).toMatchFileSnapshot(RECORDED);
});
