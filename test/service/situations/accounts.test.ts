import { another, possible, same, table } from './situation.js';

const at = (BillingStreet: string, BillingCity: string, BillingPostalCode: string) => ({
  BillingStreet,
  BillingCity,
  BillingPostalCode,
});

table('companies', 'Account', [
  ...another({ BillingCity: 'Munich', Phone: '+49 89 636 00' }, [
    ['Energy and Mobility', { Name: 'Siemens Energy AG' }, { Name: 'Siemens Mobility GmbH' }],
    ['a group’s bank and insurance', { Name: 'Nordstern Bank AG' }, { Name: 'Nordstern Versicherung AG' }],
    ['Fund II and Fund III', { Name: 'Alpine Growth Fund II' }, { Name: 'Alpine Growth Fund III' }],
    ['two schools', { Name: 'St. Mary High School' }, { Name: 'St. Mark High School' }],
  ]),
  ...another({ Website: 'www.sunnybakery.com' }, [
    ['branches by their cities', { Name: 'Sunny Bakery Vienna' }, { Name: 'Sunny Bakery Graz' }],
    ['branches by their numbers', { Name: 'Sunny Bakery Store 12' }, { Name: 'Sunny Bakery Store 17' }],
    [
      'a chain whose branches are known',
      [
        { Name: 'Sunny Bakery', ...at('Ring 1', 'Vienna', '1010'), Phone: '+43 800 123456' },
        { Name: 'Sunny Bakery', ...at('Gasse 2', 'Graz', '8010'), Phone: '+43 800 123456' },
        { Name: 'Sunny Bakery', ...at('Platz 3', 'Linz', '4020'), Phone: '+43 800 123456' },
      ],
      { Name: 'Sunny Bakery', ...at('Weg 4', 'Salzburg', '5020'), Phone: '+43 800 123456' },
    ],
  ]),
  ...possible({ Name: 'Acme Holding Ltd', BillingCity: 'London', Phone: '+44 20 7946 0000' }, [
    ['other D-U-N-S numbers', { DunsNumber: '123456789' }, { DunsNumber: '987654321' }],
  ]),
  ...same({ Name: 'Globex Industries GmbH' }, [
    [
      'the same website, moved',
      { Website: 'https://www.globex.de', ...at('Weg 1', 'Berlin', '10115') },
      { Website: 'globex.de', ...at('Allee 9', 'Hamburg', '20095') },
    ],
    ['Köln and Cologne', { BillingCity: 'Köln' }, { BillingCity: 'Cologne' }],
    ['St. Louis and Saint Louis', { BillingCity: 'St. Louis' }, { BillingCity: 'Saint Louis' }],
    [
      'phone and city',
      { BillingCity: 'Berlin', Phone: '+49 30 1234567' },
      { BillingCity: 'Berlin', Phone: '030 1234567' },
    ],
    [
      'legal form left out',
      { BillingCity: 'Berlin', Phone: '+49 30 1234567' },
      { Name: 'Globex Industries', BillingCity: 'Berlin', Phone: '+49 30 1234567' },
    ],
    ['address in other words', at('Hauptstraße 5', 'München', '80331'), at('Hauptstr. 5', 'Munich', '80331')],
    [
      'a slip in the name',
      { BillingCity: 'Berlin', Phone: '+49 30 1234567' },
      { Name: 'Globex Industires GmbH', BillingCity: 'Berlin', Phone: '+49 30 1234567' },
    ],
    [
      'its place in the name',
      { BillingCity: 'Berlin', Phone: '+49 30 1234567' },
      { Name: 'Globex Industries Germany GmbH', BillingCity: 'Berlin', Phone: '+49 30 1234567' },
    ],
    [
      'one digit of the D-U-N-S number',
      { DunsNumber: '123456789', BillingCity: 'Berlin' },
      { DunsNumber: '123456780', BillingCity: 'Berlin' },
    ],
  ]),
  ...another({ Phone: '0000000000', BillingCity: 'Berlin' }, [
    ['names that stand for none', { Name: 'unknown' }, { Name: 'unknown' }],
    ['two companies of one town', { Name: 'Bäckerei Huber' }, { Name: 'Schlosserei Maier' }],
  ]),
]);
