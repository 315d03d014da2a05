import { another, possible, same, table } from './situation.js';

const board = { Phone: '+44 20 7946 0958' };
const info = { Email: 'info@brightwell.co.uk' };

table('colleagues', 'Contact', [
  ...another({ LastName: 'Miller', ...board, ...info }, [
    ['two first names, switchboard and info@', { FirstName: 'Paul' }, { FirstName: 'Susan' }],
    ['Mark and Marc', { FirstName: 'Mark' }, { FirstName: 'Marc' }],
    ['no first name', { FirstName: 'Paul' }, {}],
    ['no first name in the record either, and another phone', { ...board }, { Phone: '+44 20 7946 0111' }],
    ['initials', { FirstName: 'P.' }, { FirstName: 'S.' }],
  ]),
  ...another({ LastName: 'Miller', ...board }, [
    [
      'p.miller@ and s.miller@ of one firm',
      { Email: 'p.miller@brightwell.co.uk' },
      { Email: 's.miller@brightwell.co.uk' },
    ],
    [
      'p.miller@ and s.miller@, with first names',
      { FirstName: 'Paul', Email: 'p.miller@brightwell.co.uk' },
      { FirstName: 'Sally', Email: 's.miller@brightwell.co.uk' },
    ],
    [
      'Mark and Marc with mailboxes of their own',
      { FirstName: 'Mark', Email: 'mark.miller@brightwell.co.uk' },
      { FirstName: 'Marc', Email: 'marc.miller@brightwell.co.uk' },
    ],
    [
      'miller1@ and miller2@',
      { FirstName: 'J.', Email: 'miller1@brightwell.co.uk' },
      { FirstName: 'Jane', Email: 'miller2@brightwell.co.uk' },
    ],
  ]),
  ...another({ FirstName: 'Anna', ...board, ...info }, [
    ['one first name, switchboard and info@', { LastName: 'Weber' }, { LastName: 'Schuster' }],
  ]),
  ...another({ ...board, Email: 'sales@brightwell.co.uk' }, [
    ['the sales mailbox and nothing else', { LastName: 'Unknown' }, { LastName: 'Schuster' }],
  ]),
  ...another({}, [
    [
      'a mailbox under which several people are known',
      [
        { FirstName: 'Paul', LastName: 'Young', Email: 'workshop7@gmail.com' },
        { FirstName: 'Ruth', LastName: 'Abbot', Email: 'workshop7@gmail.com' },
        { FirstName: 'Amir', LastName: 'Khan', Email: 'workshop7@gmail.com' },
      ],
      { LastName: 'Khan', Email: 'workshop7@gmail.com' },
    ],
    [
      'a number under which several people are known',
      [
        { FirstName: 'Paul', LastName: 'Young', ...board },
        { FirstName: 'Ruth', LastName: 'Abbot', ...board },
        { FirstName: 'Amir', LastName: 'Khan', ...board },
      ],
      { LastName: 'Khan', ...board },
    ],
  ]),
  ...same({ LastName: 'Miller', ...board }, [
    [
      'an initial and the mailbox',
      { FirstName: 'Paul', Email: 'p.miller@brightwell.co.uk' },
      { FirstName: 'P.', Email: 'p.miller@brightwell.co.uk' },
    ],
    [
      'a colleague found among others at the switchboard',
      [{ FirstName: 'Paul' }, { FirstName: 'Susan' }, { FirstName: 'Tom' }],
      { FirstName: 'Susan', Title: 'Director' },
      1,
    ],
    ['first and last name and info@', { FirstName: 'Paul', ...info }, { FirstName: 'Paul', ...info, Title: 'Clerk' }],
    [
      'a spelling of the first name and the mailbox',
      { FirstName: 'Marc', Email: 'm.miller@brightwell.co.uk' },
      { FirstName: 'Mark', Email: 'm.miller@brightwell.co.uk' },
    ],
    [
      'no first name and a mailbox of one person',
      { FirstName: 'Paul', Email: 'p.miller@brightwell.co.uk' },
      { Email: 'p.miller@brightwell.co.uk' },
    ],
  ]),
  ...possible({ LastName: 'Miller', FirstName: 'Paul', Email: 'paul.miller@brightwell.co.uk' }, [
    ['namesakes born on other days', { Birthdate: '1970-02-03' }, { Birthdate: '1988-07-19' }],
  ]),
]);

const firm = { Company: 'Brightwell Ltd' };

table('people of one company', 'Lead', [
  ...another({ ...firm, LastName: 'Miller' }, [
    ['two first names', { FirstName: 'Paul' }, { FirstName: 'Susan' }],
    ['two first names and info@', { FirstName: 'Paul', ...info }, { FirstName: 'Susan', ...info }],
    ['Mark and Marc and info@', { FirstName: 'Mark', ...info }, { FirstName: 'Marc', ...info }],
    ['the last name alone', { FirstName: 'Paul' }, {}],
    ['the last name and info@', { FirstName: 'Paul', ...info }, { ...info }],
  ]),
  ...another({}, [
    [
      'one first name at one company',
      { FirstName: 'Anna', LastName: 'Weber', ...firm, ...info },
      { FirstName: 'Anna', LastName: 'Schuster', ...firm, ...info },
    ],
    [
      'namesakes who work for themselves',
      { FirstName: 'John', LastName: 'Smith', Company: 'Self-employed', City: 'York' },
      { FirstName: 'John', LastName: 'Smith', Company: 'Self-employed', City: 'Leeds' },
    ],
    ...['Private', 'Individual', 'Student', 'Privat', 'Freelance', 'n/a', 'keine', 'Unbekannt', 'Particulier'].map(
      (Company) =>
        [
          `namesakes of the company ${Company}`,
          { FirstName: 'John', LastName: 'Smith', Company },
          { FirstName: 'John', LastName: 'Smith', Company },
        ] as const,
    ),
    [
      'companies that are not one',
      { FirstName: 'Maria', LastName: 'Rossi', Company: 'Helios Energy GmbH' },
      { FirstName: 'Maria', LastName: 'Rossi', Company: 'Helios Mobility GmbH' },
    ],
  ]),
  ...same({ ...firm, LastName: 'Miller', FirstName: 'Paul' }, [
    ['name and company', {}, { Title: 'Head of Sales' }],
    ['name and company by its legal form', {}, { Company: 'Brightwell Limited' }],
    [
      'nickname, company and e-mail',
      { FirstName: 'William', Email: 'bm@aol.com' },
      { FirstName: 'Bill', Email: 'bm@aol.com' },
    ],
    [
      'the mailbox, at a company that is not named',
      { Email: 'pm77@aol.com' },
      { Company: 'unknown', Email: 'pm77@aol.com' },
    ],
    ['the same mobile', { MobilePhone: '+44 7700 900123' }, { Company: 'Selbständig', Phone: '07700 900123' }],
    [
      'swapped names beside the e-mail',
      { Email: 'pm@aol.com' },
      { FirstName: 'Miller', LastName: 'Paul', Email: 'pm@aol.com' },
    ],
  ]),
]);
