import { describe } from 'vitest';
import { nothingSaid } from './nothing-said.js';
import { firms } from './firms.js';
import { wholeNames } from './whole-names.js';
import { writtenLater } from './written-later.js';
import { decides } from './rows.js';

describe('nothing said', () => {
  decides(nothingSaid);
});
describe('firms', () => {
  decides(firms);
});
describe('whole names', () => {
  decides(wholeNames);
});
describe('written later', () => {
  decides(writtenLater);
});
