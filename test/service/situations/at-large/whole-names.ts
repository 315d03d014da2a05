import { contacts, either, leads, other, same } from './rows.js';

/** The whole name in the field for the last name, on one side or on both. */
export const wholeNames = [
  ...contacts({
    'parts stored, whole sent': same(
      { first: 'Clementine', last: 'Haverford', mail: 'c.haverford@gmail.com' },
      { name: 'Clementine Haverford', mail: 'c.haverford@gmail.com' },
    ),
    'whole stored, parts sent': same(
      { name: 'Clementine Haverford', mail: 'c.haverford@gmail.com' },
      { first: 'Clementine', last: 'Haverford', mail: 'c.haverford@gmail.com' },
    ),
    'LAST, FIRST M.': same(
      { first: 'Percival', last: 'Radcliffe', mobile: '+1 802 555 0123' },
      { name: 'RADCLIFFE, PERCIVAL T.', mobile: '+1 802 555 0123' },
    ),
    'Dr. and Prof.': same(
      { first: 'Annegret', last: 'Stolzenfels', street: 'Burgweg 2', city: 'Marburg' },
      { name: 'Prof. Dr. Annegret Stolzenfels', street: 'Burgweg 2', city: 'Marburg' },
    ),
    'Smith, John (Acme)': same(
      { first: 'Ignatius', last: 'Thornbury', mail: 'ignatius.thornbury@acme.com' },
      { name: 'Thornbury, Ignatius (Acme)', mail: 'ignatius.thornbury@acme.com' },
    ),
    'name with degrees': same(
      { name: 'Lavinia Prendergast, PhD', mobile: '+44 7700 900771' },
      { name: 'Dr Lavinia Prendergast', mobile: '+44 7700 900771' },
    ),
    'whole on both sides, order exchanged': same(
      { name: 'Yamamoto Haruki', mobile: '+81 90 2222 3333' },
      { name: 'Haruki Yamamoto', mobile: '+81 90 2222 3333' },
    ),
    'whole in another script': same(
      { name: 'Сергей Лебедев', mobile: '+7 921 123 45 67' },
      { name: 'Sergey Lebedev', mobile: '+7 921 123 45 67' },
    ),
    'whole Chinese name': same(
      { name: '李小龙', mobile: '+86 137 0000 1111' },
      { last: '李', first: '小龙', mobile: '+86 137 0000 1111' },
    ),
    'whole with nickname': same(
      { name: 'Bob Fairweather', mail: 'rfairweather@aol.com' },
      { name: 'Robert Fairweather', mail: 'rfairweather@aol.com' },
    ),
    'whole with middle name': same(
      { name: 'Harriet Louise Pemberton', mail: 'harriet.p@gmail.com' },
      { first: 'Harriet', last: 'Pemberton', mail: 'harriet.p@gmail.com' },
    ),
    'whole Spanish name': same(
      { name: 'Joaquín Herrera Montoya', mobile: '+34 622 112 233' },
      { first: 'Joaquín', last: 'Herrera', mobile: '+34 622 112 233' },
    ),
    'whole, Sr and Jr': other(
      { name: 'Howard Tully Sr.', mail: 'tully@aol.com', phone: '+1 419 555 0110' },
      { name: 'Howard Tully, Jr.', mail: 'tully@aol.com', phone: '+1 419 555 0110' },
    ),
    'LAST JR, FIRST': other(
      { first: 'Howard', last: 'Tully Sr', mail: 'tully@aol.com' },
      { name: 'TULLY JR, HOWARD', mail: 'tully@aol.com' },
    ),
    'whole, siblings': other(
      { name: 'Martina Egli', mail: 'egli@bluewin.ch', phone: '+41 52 222 11 33' },
      { name: 'Martin Egli', mail: 'egli@bluewin.ch', phone: '+41 52 222 11 33' },
    ),
    'parts against whole, siblings': other(
      { first: 'Daniel', last: 'Aebi', phone: '+41 31 991 22 33' },
      { name: 'Aebi, Daniela', phone: '+41 31 991 22 33' },
    ),
    'whole, couple': other(
      { name: 'Steve & Karen Lodge', mail: 'lodges@aol.com' },
      { name: 'Megan Lodge', mail: 'lodges@aol.com' },
    ),
    'whole, contradicting birth dates': other(
      { name: 'Anton Hirsch', born: '1949-09-09', phone: '+49 8841 2233' },
      { name: 'Anton Hirsch', born: '1982-02-17', phone: '+49 8841 2233' },
    ),
    'colleagues in one Name column, info@ and switchboard': other(
      ['Ada Brook', 'Ben Carter', 'Cleo Dunn', 'Dan Egan'].map((name) => ({
        name,
        mail: 'info@brookmill.com',
        phone: '+1 508 555 0100',
      })),
      { name: 'Ed Farr', mail: 'info@brookmill.com', phone: '+1 508 555 0100' },
    ),
    'one of the colleagues again': same(
      ['Ada Brook', 'Ben Carter', 'Cleo Dunn', 'Dan Egan'].map((name) => ({
        name,
        mail: 'info@brookmill.com',
        phone: '+1 508 555 0100',
      })),
      { name: 'Dunn, Cleo', mail: 'info@brookmill.com', phone: '+1 508 555 0100' },
      2,
    ),
    'whole, common name and city': other(
      { name: 'Wei Chen', city: 'Vancouver' },
      { name: 'Wei Chen', city: 'Vancouver' },
    ),
    'last name alone': either(
      { name: 'Pemberton', mail: 'harriet.p@gmail.com' },
      { name: 'Harriet Pemberton', mail: 'harriet.p@gmail.com' },
    ),
  }),
  ...leads({
    'lead, whole sent': same(
      { first: 'Fabrizio', last: 'Castellani', mail: 'f.castellani@vinicast.it', company: 'Vini Castellani' },
      { name: 'Castellani Fabrizio', mail: 'f.castellani@vinicast.it', company: 'Vini Castellani' },
    ),
    'lead, whole with Mr.': same(
      { first: 'Ruairi', last: 'McAllister', mobile: '+44 7700 900881', company: 'McAllister Farms' },
      { name: 'Mr. Ruairi McAllister', mobile: '+44 7700 900881', company: 'McAllister Farms' },
    ),
    'lead, whole, colleagues of one initial': other(
      { name: 'Paul Miller', mail: 'info@millermix.com', company: 'MillerMix' },
      { name: 'Paula Miller', mail: 'info@millermix.com', company: 'MillerMix' },
    ),
  }),
];
