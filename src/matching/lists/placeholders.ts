import { shippedList } from './shipped-list.js';

export const placeholderWords = shippedList('placeholders');
export const placeholderNames = shippedList('placeholder-names');
export const placeholderCompanies = shippedList('placeholder-companies');
export const companyFillers = shippedList('company-fillers');
export const nobodyWords = shippedList('nobody-words');
export const placeholderStreets = shippedList('placeholder-streets');
export const placeholderDates = shippedList('placeholder-dates');
export const placeholderMailboxes = shippedList('placeholder-mailboxes');
export const placeholderMailWords = shippedList('placeholder-mail-words');

/** Of companies: words that make a test of a name with fillers behind them. */
export const companyTests = ['test', 'testing', 'dummy', 'fake', 'demo', 'sample', 'asdf', 'example'];

/** Rows of digits that are nobody's number. */
export const placeholderNumbers = ['1234567890', '0123456789', '9876543210', '0987654321'];

/** Of telephones, too: as values of other kinds they may be codes. */
export const placeholderPhones = [
  ...['123456789', '012345678', '12345678', '1234567', '987654321', '87654321', '7654321', '1231231234', '5555555'],
];
