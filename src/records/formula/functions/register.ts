import { conversionFunctions } from './conversion-functions.js';
import { dateFunctions } from './date-functions.js';
import type { FormulaFunction } from './formula-function.js';
import { geographyFunctions } from './geography-functions.js';
import { logicFunctions } from './logic-functions.js';
import { markupFunctions } from './markup-functions.js';
import { mathFunctions } from './math-functions.js';
import { picklistFunctions } from './picklist-functions.js';
import { textFunctions } from './text-functions.js';

export const functions: ReadonlyMap<string, FormulaFunction> = new Map(
  [
    logicFunctions,
    textFunctions,
    conversionFunctions,
    mathFunctions,
    dateFunctions,
    picklistFunctions,
    geographyFunctions,
    markupFunctions,
  ].flatMap((family) => Object.entries(family)),
);

const needsChange = 'it needs the previous values of the record, which a formula field cannot read';
const needsPage = 'it is only for pages and buttons of the platform';

/** The platform's functions that are not supported, with the reason. */
export const refused: ReadonlyMap<string, string> = new Map([
  ['ISCHANGED', needsChange],
  ['ISNEW', needsChange],
  ['ISCLONE', needsChange],
  ['PRIORVALUE', needsChange],
  ['VLOOKUP', 'it is only for validation rules; use a path such as Account.Name'],
  ['REGEX', 'it is only for validation rules'],
  ['CURRENCYRATE', 'the service stores no exchange rates'],
  ['GETRECORDIDS', needsPage],
  ['GETSESSIONID', needsPage],
  ['INCLUDE', needsPage],
  ['LINKTO', needsPage],
  ['REQUIRESCRIPT', needsPage],
  ['URLFOR', needsPage],
  ['JUNCTIONIDLIST', needsPage],
  ['IMAGEPROXYURL', needsPage],
  ['PREDICT', 'the service has no prediction model'],
]);
