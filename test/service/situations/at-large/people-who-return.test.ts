import { describe } from 'vitest';
import { foundAgain } from './found-again.js';
import { nameForms } from './name-forms.js';
import { decides } from './rows.js';

describe('found again', () => {
  decides(foundAgain);
});
describe('name forms', () => {
  decides(nameForms);
});
