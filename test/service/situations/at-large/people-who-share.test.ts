import { describe } from 'vitest';
import { relatives } from './relatives.js';
import { doors } from './doors.js';
import { workplaces } from './workplaces.js';
import { decides } from './rows.js';

describe('relatives', () => {
  decides(relatives);
});
describe('doors', () => {
  decides(doors);
});
describe('workplaces', () => {
  decides(workplaces);
});
