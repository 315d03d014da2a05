import { another, missed, possible, same, table } from '../situation.js';

const n = (FirstName: string, LastName: string) => ({ FirstName, LastName });
const oneAccount = { AccountId: '001000000000001' };
const otherAccount = { AccountId: '001000000000002' };

table('people of one account and of two', 'Contact', [
  ...same({}, [
    [
      'a new job: the private e-mail stays',
      { ...n('Nora', 'Tveit'), ...oneAccount, Email: 'noratveit@online.no' },
      {
        ...n('Nora', 'Tveit'),
        ...otherAccount,
        Email: 'noratveit@online.no',
      },
    ],
    [
      'a new job: the mobile stays',
      { ...n('Nora', 'Tveit'), ...oneAccount, MobilePhone: '+47 412 34 567' },
      {
        ...n('Nora', 'Tveit'),
        ...otherAccount,
        MobilePhone: '+47 412 34 567',
      },
    ],
    [
      'one mailbox of a person, a new title',
      {
        ...n('Nora', 'Tveit'),
        ...oneAccount,
        Email: 'nora.tveit@fjordbank.no',
      },
      { ...n('Nora', 'Tveit'), ...oneAccount, Email: 'Nora.Tveit@fjordbank.no', Title: 'CFO' },
    ],
    [
      'a rare name and the birth date',
      { ...n('Zdenka', 'Hrubešová'), Birthdate: '1979-10-04', ...oneAccount },
      {
        ...n('Zdenka', 'Hrubesova'),
        Birthdate: '1979-10-04',
      },
    ],
    [
      'a slip of the keyboard in both names',
      { ...n('Alexandra', 'Hofmann'), Email: 'lexihof@gmx.de' },
      {
        ...n('Alexnadra', 'Hoffmann'),
        Email: 'lexihof@gmx.de',
      },
    ],
    [
      'a slip in the provider',
      { ...n('Beatrix', 'Oberholzer'), Email: 'beatrix.oberholzer@gmail.com' },
      {
        ...n('Beatrix', 'Oberholzer'),
        Email: 'beatrix.oberholzer@gmial.com',
      },
    ],
    [
      'the whole name in the first',
      { ...n('Rosa', 'Kern'), Email: 'rosak77@gmx.at' },
      {
        ...n('Rosa Kern', 'Kern'),
        Email: 'rosak77@gmx.at',
      },
    ],
    [
      'the whole name in the first, and a dot',
      { ...n('Rosa', 'Kern'), Email: 'rosak77@gmx.at' },
      {
        ...n('Rosa Kern', '.'),
        Email: 'rosak77@gmx.at',
      },
    ],
    [
      'capitals and spaces',
      { ...n('Rosa', 'Kern'), Email: 'rosak77@gmx.at' },
      {
        ...n('ROSA  ', ' KERN'),
        Email: 'ROSAK77@GMX.AT ',
      },
    ],
    [
      'street and city in each other’s place',
      {
        ...n('Rosa', 'Kern'),
        MailingStreet: 'Ringstraße 5',
        MailingCity: 'Graz',
        MobilePhone: '+43 664 5557788',
      },
      {
        ...n('Rosa', 'Kern'),
        MailingStreet: 'Graz',
        MailingCity: 'Ringstraße 5',
        MobilePhone: '+43 664 5557788',
      },
    ],
    [
      'a professor',
      { ...n('Prof. Dr. Rosa', 'Kern'), Email: 'rosak77@gmx.at' },
      {
        ...n('Rosa', 'Kern, MBA'),
        Email: 'rosak77@gmx.at',
      },
    ],
    [
      'a name in quotes',
      { ...n('Robert "Skip"', 'Dunn'), Email: 'dunn.r77@aol.com' },
      {
        ...n('Skip', 'Dunn'),
        Email: 'dunn.r77@aol.com',
      },
    ],
  ]),
  ...another(oneAccount, [
    [
      'a family firm: brother and sister',
      { ...n('Luca', 'Ferrari'), Phone: '+39 02 5550100' },
      {
        ...n('Lucia', 'Ferrari'),
        Phone: '+39 02 5550100',
      },
    ],
    [
      'one first name at one switchboard',
      { ...n('Maria', 'Weber'), Phone: '+49 89 5550100' },
      {
        ...n('Maria', 'Wagner'),
        Phone: '+49 89 5550100',
      },
    ],
    [
      'Laura and Lara at the office mailbox',
      { ...n('Laura', 'Bianchi'), Email: 'ufficio@bianchi.it' },
      {
        ...n('Lara', 'Bianchi'),
        Email: 'ufficio@bianchi.it',
      },
    ],
    [
      'the accountants’ mailbox',
      { ...n('Maria', 'Weber'), Email: 'buchhaltung@brunnerbau.de' },
      {
        ...n('Maria', 'Wagner'),
        Email: 'buchhaltung@brunnerbau.de',
      },
    ],
    [
      'two doctors of one practice',
      { ...n('Dr. Anna', 'Vogel'), Email: 'praxis-vogel@t-online.de' },
      {
        ...n('Dr. Peter', 'Vogel'),
        Email: 'praxis-vogel@t-online.de',
      },
    ],
    [
      'namesakes with mailboxes of their own',
      { ...n('John', 'Smith'), Email: 'john.smith@bigcorp.com' },
      {
        ...n('John', 'Smith'),
        Email: 'john.smith2@bigcorp.com',
      },
    ],
    [
      'reception, and two of one last name',
      { ...n('Ann', 'Baker'), Email: 'reception@bakerlaw.com' },
      {
        ...n('Dan', 'Baker'),
        Email: 'reception@bakerlaw.com',
      },
    ],
  ]),
  ...another({}, [
    [
      'namesakes at two accounts, each with its line',
      {
        ...n('John', 'Smith'),
        ...oneAccount,
        Phone: '+44 20 7946 0100',
      },
      { ...n('John', 'Smith'), ...otherAccount, Phone: '+44 161 496 0200' },
    ],
    [
      'a call centre’s number at two accounts',
      { ...n('Ann', 'Lee'), ...oneAccount, Phone: '+44 800 123 4567' },
      {
        ...n('Dan', 'Lee'),
        ...otherAccount,
        Phone: '+44 800 123 4567',
      },
    ],
  ]),
  ...possible({ ...oneAccount, Email: 'sekretariat@szkola7.pl' }, [
    ['an initial at a shared mailbox fits many', n('Adam', 'Nowak'), n('A.', 'Nowak')],
  ]),
]);

const ann = n('Ann', 'Lee');

table('values that stand for none', 'Contact', [
  ...another({ ...ann, MailingCity: 'Leeds' }, [
    ...['000-000-0000', '123-456-7890', '555-555-5555', '11111111', '+1 999 999 9999', '0123456789'].map(
      (Phone) => [`the phone ${Phone} is nobody’s`, { Phone }, { Phone }] as const,
    ),
    ...[
      'na@na.com',
      'none@none.com',
      'no@email.com',
      'x@x.com',
      'unknown@unknown.com',
      'email@email.com',
      'test@example.com',
      'noemail@noemail.com',
      'abc@abc.com',
    ].map((Email) => [`the mailbox ${Email} is nobody’s`, { Email }, { Email }] as const),
    ...['1900-01-01', '1901-01-01', '9999-12-31', '1899-12-30', '1753-01-01', '1970-01-01', '0001-01-01'].map(
      (Birthdate) => [`nobody was born on ${Birthdate}`, { Birthdate }, { Birthdate }] as const,
    ),
    ...['n/a', 'unknown', 'same as billing', 'unbekannt verzogen', 'sin dirección', 'homeless'].map(
      (MailingStreet) => [`nobody lives in ${MailingStreet}`, { MailingStreet }, { MailingStreet }] as const,
    ),
  ]),
  ...another({ Phone: '+44 113 496 0121' }, [
    ['a shop’s till', n('Walk-in', 'Customer'), n('Walk-in', 'Customer')],
    ['a test', n('Test', 'Test'), n('Test', 'Test')],
    ['the names of the fields', n('Firstname', 'Lastname'), n('Firstname', 'Lastname')],
    ['a guest', n('Hotel', 'Guest'), n('Hotel', 'Guest')],
  ]),
]);

table('leads', 'Lead', [
  ...another({}, [
    [
      'a chain with shops in two towns',
      { ...n('Sarah', 'Jones'), Company: "McDonald's", City: 'Leeds' },
      {
        ...n('Sarah', 'Jones'),
        Company: "McDonald's",
        City: 'Exeter',
      },
    ],
    [
      'one firm, two countries, two mailboxes',
      {
        ...n('John', 'Smith'),
        Company: 'Deloitte',
        Email: 'jsmith@deloitte.co.uk',
        City: 'London',
      },
      { ...n('John', 'Smith'), Company: 'Deloitte', Email: 'john.smith@deloitte.fr', City: 'Paris' },
    ],
    [
      'namesakes, numbered by their firm',
      {
        ...n('John', 'Smith'),
        Company: 'Deloitte',
        Email: 'john.smith@deloitte.co.uk',
      },
      { ...n('John', 'Smith'), Company: 'Deloitte', Email: 'john.smith2@deloitte.co.uk' },
    ],
    [
      'the company is the person’s own name, in two towns',
      {
        ...n('Maria', 'Rossi'),
        Company: 'Maria Rossi',
        City: 'Roma',
      },
      { ...n('Maria', 'Rossi'), Company: 'Maria Rossi', City: 'Torino' },
    ],
    [
      'a company that is a state of life',
      { ...n('Maria', 'Rossi'), Company: 'Retired', City: 'Roma' },
      {
        ...n('Maria', 'Rossi'),
        Company: 'Retired',
        City: 'Roma',
      },
    ],
    [
      'a school whose pupils are many',
      {
        ...n('Tom', 'Evans'),
        Company: 'University of Leeds',
        Email: 'enquiries@leeds.ac.uk',
      },
      { ...n('Tim', 'Evans'), Company: 'University of Leeds', Email: 'enquiries@leeds.ac.uk' },
    ],
  ]),
  ...same({}, [
    [
      'a university in two languages',
      { ...n('Jana', 'Veselá'), Company: 'Uni Wien', Email: 'j.vesela@univie.ac.at' },
      {
        ...n('Jana', 'Vesela'),
        Company: 'University of Vienna',
        Email: 'j.vesela@univie.ac.at',
      },
    ],
    [
      'the group or its firm, the same mobile',
      {
        ...n('Uwe', 'Harms'),
        Company: 'Nordlicht AG',
        MobilePhone: '+49 171 5550199',
      },
      { ...n('Uwe', 'Harms'), Company: 'Nordlicht Energie GmbH', MobilePhone: '+49 171 5550199' },
    ],
    [
      'a legal form and a title',
      { ...n('Uwe', 'Harms'), Company: 'Nordlicht Aktiengesellschaft' },
      {
        ...n('Dr. Uwe', 'Harms'),
        Company: 'Nordlicht AG',
      },
    ],
    [
      'initial, last name and firm, and the mailbox says so',
      {
        ...n('Uwe', 'Harms'),
        Company: 'Nordlicht AG',
        Email: 'uwe.harms@nordlicht.de',
      },
      { ...n('U.', 'Harms'), Company: 'Nordlicht', Email: 'uwe.harms@nordlicht.de' },
    ],
  ]),
  ...missed({}, [
    [
      'company and last name in each other’s place',
      {
        ...n('Paul', 'Meier'),
        Company: 'Acme GmbH',
        Email: 'pm.1977@gmx.de',
      },
      { ...n('Paul', 'Acme GmbH'), Company: 'Meier', Email: 'pm.1977@gmx.de' },
    ],
    [
      'married, a new mailbox, the same mobile',
      {
        ...n('Gudrun', 'Ahlers'),
        Company: 'Nordlicht AG',
        MobilePhone: '+49 171 5550199',
        Email: 'gudrun.ahlers@nordlicht.de',
      },
      {
        ...n('Gudrun', 'Petersen'),
        Company: 'Nordlicht AG',
        MobilePhone: '+49 171 5550199',
        Email: 'gudrun.petersen@nordlicht.de',
      },
    ],
  ]),
  ...another({ ...n('Uwe', 'Harms'), Company: 'Nordlicht AG' }, [
    [
      'mobiles and mailboxes differ: two of one name, or one who changed both',
      {
        MobilePhone: '+49 171 5550199',
        Email: 'uwe.harms@nordlicht.de',
        Title: 'Accountant',
      },
      { MobilePhone: '+49 160 5553377', Email: 'u.harms@nordlicht.de', Title: 'Driver' },
    ],
  ]),
]);
