import { shippedGroups, shippedList } from './shipped-list.js';

export const placeholderWords = shippedList('placeholders');
export const placeholderNames = shippedList('placeholder-names');
export const placeholderCompanies = shippedList('placeholder-companies');
export const companyFillers = shippedList('company-fillers');
export const nobodyWords = shippedList('nobody-words');
export const placeholderStreets = shippedList('placeholder-streets');
export const placeholderDates = shippedList('placeholder-dates');
export const placeholderMailboxes = shippedList('placeholder-mailboxes');
export const placeholderMailWords = shippedList('placeholder-mail-words');

/** Words that, together with fillers, mark a company name as a test record. */
export const companyTests = ['test', 'testing', 'dummy', 'fake', 'demo', 'sample', 'asdf', 'example'];

export const placeholderNumbers = ['1234567890', '0123456789', '9876543210', '0987654321'];

/** Placeholders in phone fields. In other fields, the same digits may be codes. */
export const placeholderPhones = shippedList('placeholder-phones');
/** Words in a local part that mean "no mailbox". The value says where the word must be: `start`, `middle` or `end`. */
export const noMailWords = shippedGroups('no-mail-words');
