import { another, possible, same, table } from './situation.js';

const home = { MailingStreet: 'Lindenstraße 12', MailingCity: 'Graz', MailingPostalCode: '8010' };
const mail = { Email: 'the.hubers@gmx.at' };
const phone = { Phone: '+43 316 123456' };
const huber = { LastName: 'Huber' };

table('parents, children, couples', 'Contact', [
  ...another({ ...huber, ...mail }, [
    ['mother and daughter', { FirstName: 'Maria' }, { FirstName: 'Katharina' }],
    ['husband and wife', { FirstName: 'Josef' }, { FirstName: 'Elisabeth' }],
    ['father and son', { FirstName: 'Franz' }, { FirstName: 'Lukas' }],
    ['an initial that is another one', { FirstName: 'K.' }, { FirstName: 'Josef' }],
  ]),
  ...possible({ ...huber, ...mail, ...phone }, [
    ['a couple with e-mail and phone in common', { FirstName: 'Josef' }, { FirstName: 'Elisabeth' }],
    ['parent and child with e-mail and phone in common', { FirstName: 'Monika' }, { FirstName: 'Paul' }],
    ['rare names', { FirstName: 'Radegund' }, { FirstName: 'Notburga' }],
  ]),
  ...another({ ...huber, ...home, ...phone }, [
    ['a couple with address and phone in common', { FirstName: 'Josef' }, { FirstName: 'Elisabeth' }],
    ['two sisters', { FirstName: 'Eva' }, { FirstName: 'Ida' }],
    ['brother and sister of one initial', { FirstName: 'Max' }, { FirstName: 'Mia' }],
  ]),
  ...same({ ...huber, ...mail }, [
    [
      'behind her husband, the wife is found',
      [{ FirstName: 'Josef' }, { FirstName: 'Elisabeth' }],
      { FirstName: 'Lisa', ...phone },
      1,
    ],
    [
      'behind both parents, the child is found',
      [{ FirstName: 'Josef' }, { FirstName: 'Elisabeth' }, { FirstName: 'Paul' }],
      { FirstName: 'Paul', ...phone },
      2,
    ],
  ]),
  ...possible({ ...huber, ...mail }, [
    ['no first name, and two persons under the e-mail', [{ FirstName: 'Josef' }, { FirstName: 'Elisabeth' }], {}],
    [
      'an initial that fits two persons under the e-mail',
      [{ FirstName: 'Josef' }, { FirstName: 'Johanna' }],
      { FirstName: 'J.' },
    ],
  ]),
]);

const born = { Birthdate: '2001-05-17' };

table('siblings and twins', 'Contact', [
  ...possible({ ...huber, ...home, ...phone, ...born }, [
    ['twins Daniel and Daniela', { FirstName: 'Daniel' }, { FirstName: 'Daniela' }],
    ['twins Martin and Martina', { FirstName: 'Martin' }, { FirstName: 'Martina' }],
    ['twins Tim and Tom', { FirstName: 'Tim' }, { FirstName: 'Tom' }],
    ['twins Anna and Anne', { FirstName: 'Anna' }, { FirstName: 'Anne' }],
    ['twins Gabriel and Gabriele', { FirstName: 'Gabriel' }, { FirstName: 'Gabriele' }],
    ['twins Jan and Jana', { FirstName: 'Jan' }, { FirstName: 'Jana' }],
    ['twins Simon and Simone', { FirstName: 'Simon' }, { FirstName: 'Simone' }],
    ['twins Mario and Maria', { FirstName: 'Mario' }, { FirstName: 'Maria' }],
    ['twins Christian and Christina', { FirstName: 'Christian' }, { FirstName: 'Christina' }],
    ['twins Paul and Paula', { FirstName: 'Paul' }, { FirstName: 'Paula' }],
    ['twins Andreas and Andrea', { FirstName: 'Andreas' }, { FirstName: 'Andrea' }],
    ['twins Ben and Len', { FirstName: 'Ben' }, { FirstName: 'Len' }],
  ]),
  ...possible({ ...huber, ...mail, ...phone }, [
    ['siblings Julian and Juliana', { FirstName: 'Julian' }, { FirstName: 'Juliana' }],
    ['siblings Michael and Michaela', { FirstName: 'Michael' }, { FirstName: 'Michaela' }],
    ['siblings Patrick and Patricia', { FirstName: 'Patrick' }, { FirstName: 'Patricia' }],
    ['siblings Alexander and Alexandra', { FirstName: 'Alexander' }, { FirstName: 'Alexandra' }],
    ['siblings Stefan and Stefanie', { FirstName: 'Stefan' }, { FirstName: 'Stefanie' }],
    ['siblings Francis and Frances', { FirstName: 'Francis' }, { FirstName: 'Frances' }],
    ['siblings Marie and Maria', { FirstName: 'Marie' }, { FirstName: 'Maria' }],
    ['siblings Lena and Lina', { FirstName: 'Lena' }, { FirstName: 'Lina' }],
    ['siblings Eric and Erica', { FirstName: 'Eric' }, { FirstName: 'Erica' }],
    ['siblings Louis and Louise', { FirstName: 'Louis' }, { FirstName: 'Louise' }],
    ['sisters María Elena and María Teresa', { FirstName: 'María Elena' }, { FirstName: 'María Teresa' }],
    ['brothers Jean-Pierre and Jean-Paul', { FirstName: 'Jean-Pierre' }, { FirstName: 'Jean-Paul' }],
  ]),
]);

table('fathers and sons of one name', 'Contact', [
  ...possible({ LastName: 'Smith', FirstName: 'John', Email: 'smith.house@gmail.com', Phone: '+1 212 555 0144' }, [
    ['Sr and Jr behind the last name', { LastName: 'Smith Sr.' }, { LastName: 'Smith Jr.' }],
    ['senior and junior', { LastName: 'Smith senior' }, { LastName: 'Smith junior' }],
    ['II and III', { LastName: 'Smith II' }, { LastName: 'Smith III' }],
    ['marks behind the first name', { FirstName: 'John Sr' }, { FirstName: 'John Jr' }],
    ['a mark in either field', { FirstName: 'John Sr' }, { LastName: 'Smith, Jr.' }],
    ['marks in the suffix', { Suffix: 'Sr.' }, { Suffix: 'Jr.' }],
    ['der Ältere and der Jüngere', { LastName: 'Smith d. Ä.' }, { LastName: 'Smith d. J.' }],
    ['père et fils', { LastName: 'Smith père' }, { LastName: 'Smith fils' }],
    ['other birth dates', { Birthdate: '1951-03-04' }, { Birthdate: '1982-11-27' }],
    ['birth dates a year apart', { Birthdate: '1981-03-04' }, { Birthdate: '1982-11-27' }],
    ['Mr and Mrs', { FirstName: 'Chris', Salutation: 'Mr.' }, { FirstName: 'Chris', Salutation: 'Mrs.' }],
    ['Herr und Frau', { FirstName: 'Kim', Salutation: 'Herr' }, { FirstName: 'Kim', Salutation: 'Frau' }],
  ]),
  ...same({ LastName: 'Smith', FirstName: 'John', Email: 'smith.house@gmail.com', Phone: '+1 212 555 0144' }, [
    ['equal birth dates', { Birthdate: '1982-11-27' }, { Birthdate: '1982-11-27' }],
    ['day and month exchanged', { Birthdate: '1982-11-07' }, { Birthdate: '1982-07-11' }],
    ['one digit wrong', { Birthdate: '1982-11-27' }, { Birthdate: '1982-11-21' }],
    ['two digits exchanged', { Birthdate: '1982-11-27' }, { Birthdate: '1928-11-27' }],
    ['a birth date that stands for none', { Birthdate: '1900-01-01' }, { Birthdate: '1982-11-27' }],
    ['a birth date that a system fills in', { Birthdate: '1982-11-27' }, { Birthdate: '1970-01-01' }],
    ['Dr. says nothing of the sex', { Salutation: 'Dr.' }, { Salutation: 'Mr.' }],
    ['the same mark', { LastName: 'Smith Jr.' }, { LastName: 'Smith', Suffix: 'Junior' }],
    ['the mark is missing', { LastName: 'Smith Jr.' }, {}],
    [
      'the son behind the father, by his mark',
      [{ LastName: 'Smith Sr.' }, { LastName: 'Smith Jr.' }],
      { LastName: 'Smith', Suffix: 'Jr' },
      1,
    ],
    [
      'the son behind the father, by his birth date',
      [{ Birthdate: '1951-03-04' }, { Birthdate: '1982-11-27' }],
      { Birthdate: '1982-11-27' },
      1,
    ],
  ]),
]);
