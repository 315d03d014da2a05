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

/** In company names, together with fillers. */
export const companyTests = ['test', 'testing', 'dummy', 'fake', 'demo', 'sample', 'asdf', 'example'];

export const placeholderNumbers = ['1234567890', '0123456789', '9876543210', '0987654321'];

/** Only for telephone numbers: in other fields they may be codes. */
export const placeholderPhones = [
  ...['123456789', '012345678', '12345678', '1234567', '987654321', '87654321', '7654321', '1231231234', '5555555'],
  ...['12345', '123456', '012345', '0123456', '54321', '654321', '123123', '1234512345', '112233', '1122334455'],
  // Repeated digits too short to be placeholders in other fields.
  ...['0', '00', '000', '0000', '00000', '000000', '11111', '111111', '22222', '222222', '33333', '333333'],
  ...['44444', '444444', '55555', '555555', '66666', '666666', '77777', '777777', '88888', '888888', '9999', '99999'],
  ...['999999'],
];

/** Local parts that mean "no mailbox": start, middle and end. */
export const noMailBeginnings = [
  ...['no', 'not', 'non', 'dont', 'donot', 'never', 'pas', 'sans', 'aucun', 'aucune', 'sin', 'ningun', 'sem', 'nenhum'],
  ...['senza', 'nessun', 'nessuna', 'kein', 'keine', 'ohne', 'geen', 'zonder', 'ingen', 'inget', 'ikke', 'uten'],
  ...['uden', 'utan', 'ei', 'bez', 'brak', 'nie', 'nincs', 'fara', 'yok', 'nema'],
];
export const noMailBetween = ['de', 'd', 'a', 'an', 'any', 'have', 'has', 'ma'];
export const noMailEndings = [
  ...['mail', 'email', 'mails', 'emails', 'maila', 'emaila', 'mailu', 'emailu', 'mejl', 'mejla', 'adres', 'adress'],
  ...['adresse', 'address', 'correo', 'correoe', 'posta', 'poczty', 'provided', 'given', 'known', 'available'],
  ...['applicable', 'supplied', 'angegeben', 'vorhanden', 'fourni', 'renseigne'],
];
