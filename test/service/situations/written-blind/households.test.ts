import { another, possible, same, table } from '../situation.js';

const n = (FirstName: string, LastName: string) => ({ FirstName, LastName });
const home = { MailingStreet: '14 Orchard Lane', MailingCity: 'Leeds', MailingPostalCode: 'LS6 2AB' };
const line = { HomePhone: '+44 113 496 0121' };

table('people who live together', 'Contact', [
  ...another({}, [
    [
      'a widow keeps her husband’s e-mail: she is not he',
      { ...n('Walter', 'Brandt'), Email: 'walter.brandt@web.de', Salutation: 'Herr' },
      { ...n('Ingrid', 'Brandt'), Email: 'walter.brandt@web.de', Salutation: 'Frau' },
    ],
    [
      'a divorced couple: he stayed, she left',
      { ...n('Sabine', 'Keller'), ...home, ...line },
      {
        ...n('Thomas', 'Vogt'),
        ...home,
        ...line,
      },
    ],
    [
      'roommates: one flat, one line',
      { ...n('Emily', 'Stone'), ...home, ...line },
      {
        ...n('Megan', 'Price'),
        ...home,
        ...line,
      },
    ],
    [
      'an au pair who is called like the daughter',
      { ...n('Camilla', 'Brown'), ...home, ...line },
      {
        ...n('Camila', 'Reyes'),
        ...home,
        ...line,
      },
    ],
    [
      'mother and stepdaughter of one first name, by their birth dates',
      {
        ...n('Anna', 'Lind'),
        ...home,
        ...line,
        Birthdate: '1971-02-13',
      },
      { ...n('Anna', 'Berg'), ...home, ...line, Birthdate: '1999-08-30' },
    ],
    [
      'a couple’s mailbox names both',
      { ...n('Anna', 'Koch'), Email: 'annaundpeter@gmx.de' },
      {
        ...n('Peter', 'Koch'),
        Email: 'annaundpeter@gmx.de',
      },
    ],
    [
      'a mother’s mobile on her daughter’s record',
      {
        ...n('Lisa', 'Holm'),
        MobilePhone: '+46 70 123 45 67',
        Birthdate: '1985-04-02',
      },
      { ...n('Lisbeth', 'Holm'), MobilePhone: '+46 70 123 45 67', Birthdate: '2012-10-19' },
    ],
    [
      'a mobile number that was given to somebody else',
      {
        ...n('Sven', 'Lindqvist'),
        MobilePhone: '+46 70 123 45 67',
      },
      { ...n('Aylin', 'Demir'), MobilePhone: '+46 70 123 45 67', Email: 'aylin.demir@hotmail.com' },
    ],
    [
      'students of one name in one hall',
      {
        ...n('Jun', 'Wang'),
        MailingStreet: 'Campus Road 1',
        MailingCity: 'Leeds',
      },
      { ...n('Jing', 'Wang'), MailingStreet: 'Campus Road 1', MailingCity: 'Leeds' },
    ],
    [
      'mother and son by one initial',
      { ...n('M.', 'Novak'), ...home, Salutation: 'Mrs.' },
      {
        ...n('Mark', 'Novak'),
        ...home,
        Salutation: 'Mr.',
      },
    ],
  ]),
  ...possible({ ...home, ...line }, [
    [
      'twins: names alike, one birth date',
      { ...n('Olivia', 'Chen'), Birthdate: '2005-05-05' },
      {
        ...n('Olive', 'Chen'),
        Birthdate: '2005-05-05',
      },
    ],
    ['Sr and Jr, one by his nickname', n('Robert', 'Hayes Sr'), n('Bob', 'Hayes Jr')],
    [
      'father and son of one name, by their birth dates',
      { ...n('Karl', 'Hayes'), Birthdate: '1950-01-09' },
      {
        ...n('Karl', 'Hayes'),
        Birthdate: '1981-06-23',
      },
    ],
    ['first and second of a name', n('George', 'Hayes I'), n('George', 'Hayes II')],
    ['sisters Karin and Carina', n('Karin', 'Holm'), n('Carina', 'Holm')],
  ]),
  ...another({ ...home, ...line }, [['brothers Kevin and Calvin', n('Kevin', 'Holm'), n('Calvin', 'Holm')]]),
  ...possible({}, [
    [
      'namesakes in two rooms of a hall',
      {
        ...n('Wei', 'Zhang'),
        MailingStreet: 'Campus Road 1, Room 214',
        MailingCity: 'Leeds',
        MailingPostalCode: 'LS6 2AB',
      },
      {
        ...n('Wei', 'Zhang'),
        MailingStreet: 'Campus Road 1, Room 530',
        MailingCity: 'Leeds',
        MailingPostalCode: 'LS6 2AB',
      },
    ],
  ]),
  ...same({}, [
    [
      'the widow is found under the e-mail that was his',
      [
        { ...n('Walter', 'Brandt'), Email: 'walter.brandt@web.de' },
        { ...n('Ingrid', 'Brandt'), Email: 'walter.brandt@web.de' },
      ],
      { ...n('Ingrid', 'Brandt'), Email: 'walter.brandt@web.de', MobilePhone: '+49 171 5551234' },
      1,
    ],
    [
      'married, and the birth date and mobile say so',
      {
        ...n('Helena', 'Fischer'),
        MobilePhone: '+49 171 5551234',
        Birthdate: '1988-03-12',
      },
      { ...n('Helena', 'Maurer'), MobilePhone: '+49 171 5551234', Birthdate: '1988-03-12' },
    ],
    [
      'born Fischer, says the record',
      { ...n('Helena', 'Fischer'), MobilePhone: '+49 171 5551234' },
      {
        ...n('Helena', 'Maurer geb. Fischer'),
        MobilePhone: '+49 171 5551234',
      },
    ],
    [
      'née, in brackets',
      { ...n('Claire', 'Dubois'), MobilePhone: '+33 6 12 34 56 78' },
      {
        ...n('Claire', 'Lambert (née Dubois)'),
        MobilePhone: '+33 6 12 34 56 78',
      },
    ],
    [
      'both names after the wedding',
      { ...n('Helena', 'Fischer'), MobilePhone: '+49 171 5551234' },
      {
        ...n('Helena', 'Fischer-Maurer'),
        MobilePhone: '+49 171 5551234',
      },
    ],
    [
      'a new mobile, the same house and line',
      { ...n('Sven', 'Lindqvist'), ...home, ...line, MobilePhone: '+46 70 1' },
      {
        ...n('Sven', 'Lindqvist'),
        ...home,
        ...line,
        MobilePhone: '+46 70 765 43 21',
      },
    ],
    [
      'moved, with a new e-mail, and the mobile came along',
      {
        ...n('Sven', 'Lindqvist'),
        ...home,
        MobilePhone: '+46 70 123 45 67',
        Email: 'sven@telia.se',
      },
      {
        ...n('Sven', 'Lindqvist'),
        MailingStreet: 'Storgatan 8',
        MailingCity: 'Lund',
        MobilePhone: '+46 70 123 45 67',
        Email: 'svenlq@gmail.com',
      },
    ],
    [
      'a number among several, in another field',
      {
        ...n('Olga', 'Brenner'),
        Phone: '+49 89 5550101',
        OtherPhone: '+49 171 5559876',
      },
      { ...n('Olga', 'Brenner'), HomePhone: '0171 5559876' },
    ],
    [
      'a digit of the phone is wrong, the house is the same',
      {
        ...n('Igor', 'Blaschke'),
        ...home,
        Phone: '+44 113 496 0177',
      },
      { ...n('Igor', 'Blaschke'), ...home, Phone: '+44 113 496 0171' },
    ],
    [
      'the older twin is found by his name',
      [
        { ...n('Felix', 'Rau'), ...home, Birthdate: '2008-09-01' },
        { ...n('Anton', 'Rau'), ...home, Birthdate: '2008-09-01' },
      ],
      { ...n('Anton', 'Rau'), ...home, Birthdate: '2008-09-01' },
      1,
    ],
  ]),
]);

const person = n('Peter', 'Schmid');
const at = (MailingStreet: string, MailingCity: string, MailingPostalCode: string) => ({
  MailingStreet,
  MailingCity,
  MailingPostalCode,
});

table('doors of one building', 'Contact', [
  ...possible(person, [
    [
      'Moscow: кв. is the flat',
      at('ул. Ленина, д. 5, кв. 12', 'Москва', '101000'),
      at('ул. Ленина, д. 5, кв. 21', 'Москва', '101000'),
    ],
    [
      'Poland: m. is the flat',
      at('ul. Długa 5 m. 12', 'Kraków', '31-146'),
      at('ul. Długa 5 m. 21', 'Kraków', '31-146'),
    ],
    [
      'Italy: int. is the flat',
      at('Via Roma 5, int. 3', 'Torino', '10121'),
      at('Via Roma 5, int. 8', 'Torino', '10121'),
    ],
    [
      'Brazil: apto is the flat',
      at('Rua Augusta 100, apto 51', 'São Paulo', '01304-000'),
      at('Rua Augusta 100, ap. 72', 'São Paulo', '01304-000'),
    ],
    [
      'Hong Kong: flats of one floor',
      at('Flat 5A, 12/F, Tower 3, 88 Queen’s Road', 'Hong Kong', '999077'),
      at('Flat 5B, 12/F, Tower 3, 88 Queen’s Road', 'Hong Kong', '999077'),
    ],
    ['Japan: rooms', at('1-2-3 Shibuya #301', 'Tokyo', '150-0002'), at('1-2-3 Shibuya #405', 'Tokyo', '150-0002')],
    ['Chile: post boxes', at('Casilla 45', 'Santiago', '8320000'), at('Casilla 54', 'Santiago', '8320000')],
    [
      'Spain: post boxes',
      at('Apartado de Correos 12', 'Madrid', '28001'),
      at('Apartado de Correos 21', 'Madrid', '28001'),
    ],
    ['France: post boxes', at('BP 127', 'Lyon', '69001'), at('B.P. 172', 'Lyon', '69001')],
  ]),
  ...another(person, [
    ['an army post office', at('PSC 41 Box 1234', 'APO', '09464'), at('PSC 41 Box 1342', 'APO', '09464')],
    [
      'Amsterdam: floors in Roman numbers',
      at('Keizersgracht 12-II', 'Amsterdam', '1015 CN'),
      at('Keizersgracht 12-III', 'Amsterdam', '1015 CN'),
    ],
    ['two halves of one house', at('Main Street 12a', 'Leeds', 'LS6 2AB'), at('Main Street 12b', 'Leeds', 'LS6 2AB')],
    [
      'offices of one tower',
      at('1 Canada Square, 12th floor', 'London', 'E14 5AB'),
      at('1 Canada Square, 14th floor', 'London', 'E14 5AB'),
    ],
  ]),
  ...same(person, [
    [
      'a letter left out: no namesake lives next door',
      at('Main Street 12', 'Leeds', 'LS6 2AB'),
      at('Main Street 12a', 'Leeds', 'LS6 2AB'),
    ],
    [
      'Hong Kong: the same flat, in another order',
      at('Flat 5A, 12/F, Tower 3, 88 Queens Road', 'Hong Kong', '999077'),
      at('Tower 3, 12/F, Flat 5A, 88 Queens Road', 'Hong Kong', '999077'),
    ],
    [
      'Moscow: the same flat in Latin letters',
      at('ул. Ленина, 5, кв. 12', 'Москва', '101000'),
      at('ul. Lenina 5, kv. 12', 'Moskva', '101000'),
    ],
    ['Spain: C/ is Calle', at('C/ Mayor 5, 3º B', 'Madrid', '28013'), at('Calle Mayor, 5, 3 B', 'Madrid', '28013')],
    [
      'France: av. is avenue',
      at('12 av. Victor Hugo', 'Paris', '75016'),
      at('12, avenue Victor-Hugo', 'Paris', '75016'),
    ],
    [
      'Czechia: letters without their marks',
      at('Dlouhá třída 7', 'Praha', '110 00'),
      at('Dlouha trida 7', 'Prague', '11000'),
    ],
  ]),
]);
