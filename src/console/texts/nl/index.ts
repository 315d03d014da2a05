import type { Texts } from '../../texts.js';
import { apiPage } from './api-page.js';
import { general } from './general.js';
import { importing } from './import.js';
import { login } from './login.js';
import { overview } from './overview.js';
import { record } from './record.js';
import { records } from './records.js';
import { review } from './review.js';
import { scenarios } from './scenarios.js';
import { search } from './search.js';
import { settings } from './settings.js';

/** Every text of the console in Dutch. */
export const dutch: Texts = {
  ...general,
  login,
  search,
  records,
  record,
  review,
  import: importing,
  overview,
  scenarios,
  apiPage,
  settings,
};
