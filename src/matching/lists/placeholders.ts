/**
 * What people type where they have nothing to say, in lower case, words apart by one space. Counts as blank in every
 * kind of field.
 */
export const placeholderWords = [
  ...['unknown', 'not known', 'unspecified', 'undefined'],
  ...['n a', 'na', 'not available', 'not applicable', 'not provided', 'not given', 'none', 'null', 'nil'],
  ...['test', 'testing', 'test test', 'tbd', 'tba', 'to be determined', 'x'],
];

/** Of names of people, too: first or last name unknown. */
export const placeholderNames = ['fnu', 'lnu', 'no name', 'noname', 'first name', 'last name', 'firstname', 'lastname'];

/** Of companies, too. */
export const placeholderCompanies = ['no company', 'company', 'company name', 'my company', 'test company'];

/** Rows of digits that are nobody's number. */
export const placeholderNumbers = ['1234567890', '0123456789'];

/** Of telephones, too: as values of other kinds they may be codes. */
export const placeholderPhones = ['123456789', '012345678', '12345678', '1234567'];

/** Local parts of e-mail addresses that nobody reads, at any domain. */
export const placeholderMailboxes = [
  ...['noreply', 'no-reply', 'no_reply', 'no.reply', 'donotreply', 'do-not-reply', 'do_not_reply'],
  ...['noemail', 'no-email', 'no.email', 'nomail', 'no-mail', 'nobody', 'none', 'null', 'na', 'n/a', 'unknown'],
];

/** Local parts and first parts of domains that make no address when they stand together: `test@test.com`. */
export const placeholderMailWords = [
  ...['test', 'testing', 'none', 'na', 'no', 'null', 'unknown', 'example', 'email', 'mail', 'domain', 'user', 'name'],
  ...['abc', 'asd', 'asdf', 'qwerty', 'foo', 'bar'],
];
