import { another, possible, same, table } from './situation.js';

const person = { FirstName: 'John', LastName: 'Smith' };
const at = (MailingStreet: string, MailingCity = 'Vienna', MailingPostalCode = '1010') => ({
  MailingStreet,
  MailingCity,
  MailingPostalCode,
});

table('addresses', 'Contact', [
  ...possible(person, [
    ['two flats of one tower', at('200 Park Avenue Apt 12'), at('200 Park Avenue Apt 21')],
    ['two flats, written with #', at('200 Park Avenue #1204'), at('200 Park Avenue # 1704')],
    ['two post boxes', at('PO Box 12'), at('P.O. Box 21')],
    ['two Postfächer', at('Postfach 1234'), at('Postfach 1324')],
    ['two doors in Vienna', at('Hauptstraße 5, Top 7'), at('Hauptstraße 5 Top 9')],
    ['two apartments in Paris', at('5 rue de Rivoli, app. 12'), at('5 rue de Rivoli, appartement 21')],
    ['two floors in Paris', at('5 rue de Rivoli, 2ème étage'), at('5 rue de Rivoli, étage 4')],
    [
      'two flats in London',
      at('Flat 2, 14 Baker Street', 'London', 'NW1 6XE'),
      at('Flat 4, 14 Baker Street', 'London', 'NW1 6XE'),
    ],
    ['two flats in Sydney', at('12/45 George Street'), at('21/45 George Street')],
    [
      'two units and the e-mail of the family',
      { ...at('9 Elm Street Unit A'), Email: 'smiths@gmail.com' },
      { ...at('9 Elm Street Unit B'), Email: 'smiths@gmail.com' },
    ],
  ]),
  ...another(person, [
    ['two suites', at('200 Park Avenue, Suite 100'), at('200 Park Avenue, Ste 300')],
    ['two flats in Madrid', at('Calle Mayor 5, 3º B'), at('Calle Mayor 5, 4º A')],
    ['two doors with slashes', at('Hauptstraße 5/2/7'), at('Hauptstraße 5/2/9')],
  ]),
  ...same(person, [
    ['the same flat in other words', at('200 Park Avenue Apt 12'), at('200 Park Ave, #12')],
    ['the flat left out', at('200 Park Avenue Apt 12'), at('200 Park Avenue')],
    ['floor and flat', at('200 Park Avenue Apt 12'), at('200 Park Avenue, Floor 3, Apt. 12')],
    ['Köln and Cologne', at('Domstraße 5', 'Köln', '50667'), at('Domstr. 5', 'Cologne', '50667')],
    ['St. Louis and Saint Louis', at('12 Oak Street', 'St. Louis', '63101'), at('12 Oak St', 'Saint Louis', '63101')],
    ['München and Munich', at('Sendlinger Str. 5', 'München', '80331'), at('Sendlinger Straße 5', 'Munich', '80331')],
    ['a post box with its number', at('PO Box 12'), at('Post Office Box 12')],
    [
      'moved, the same e-mail',
      { ...at('Hauptstraße 5'), Email: 'js1977@aol.com' },
      { ...at('Ringstraße 17', 'Linz', '4020'), Email: 'js1977@aol.com' },
    ],
  ]),
  ...another({ LastName: 'Smith', ...at('200 Park Avenue', 'New York', '10166') }, [
    ['neighbours of one last name', { FirstName: 'John' }, { FirstName: 'Xenia' }],
    ['John and Joan', { FirstName: 'John' }, { FirstName: 'Joan' }],
    ['no first name, and a household', { FirstName: 'John' }, {}],
  ]),
  ...another({ ...person, MailingCity: 'New York', MailingPostalCode: '10166' }, [
    ['namesakes of one town', at('200 Park Avenue', 'New York', '10166'), at('17 Water Street', 'New York', '10166')],
  ]),
]);
