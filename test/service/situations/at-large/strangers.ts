import { accounts, contacts, either, leads, other, same } from './rows.js';

const okoro = { mail: 'okorofamily@yahoo.com', phone: '+234 803 555 0142' };
const tower = { street: '88 Harbour View Road', city: 'Singapore', zip: '118490' };
const ana = { first: 'Ana', last: 'Kovačević', mail: 'ana.kovacevic@gmail.com' };

/** A last table, answered before any of it was run. */
export const strangers = [
  ...contacts({
    'Nigerian mother and son, one mailbox and number': other(
      { first: 'Ngozi', last: 'Okoro', ...okoro },
      { first: 'Emeka', last: 'Okoro', ...okoro },
    ),
    'Korean brothers that share a syllable': other(
      { first: 'Min-jun', last: 'Kim', phone: '+82 2 555 0134', ...tower },
      { first: 'Min-seo', last: 'Kim', phone: '+82 2 555 0134', ...tower },
    ),
    'Marko and Marija': other(
      { first: 'Marko', last: 'Jovanović', mail: 'porodica.jovanovic@eunet.rs' },
      { first: 'Marija', last: 'Jovanović', mail: 'porodica.jovanovic@eunet.rs' },
    ),
    'Ivan and Ivana': other(
      { first: 'Ivan', last: 'Horvat', phone: '+385 1 555 0101', street: 'Ilica 12', city: 'Zagreb' },
      { first: 'Ivana', last: 'Horvat', phone: '+385 1 555 0101', street: 'Ilica 12', city: 'Zagreb' },
    ),
    'twins Erik and Erika': other(
      { first: 'Erik', last: 'Lund', born: '2004-06-11', mail: 'lund@telia.com' },
      { first: 'Erika', last: 'Lund', born: '2004-06-11', mail: 'lund@telia.com' },
    ),
    'grandfather III and grandson V': other(
      { first: 'Henry', last: 'Whitfield', suffix: 'III', street: '9 Elm Court', city: 'Savannah', zip: '31401' },
      { first: 'Henry', last: 'Whitfield', suffix: 'V', street: '9 Elm Court', city: 'Savannah', zip: '31401' },
    ),
    'Jr. within the first name': other(
      { first: 'Carlos Jr.', last: 'Rivera', mail: 'rivera.home@aol.com', phone: '+1 305 555 0133' },
      { first: 'Carlos Sr.', last: 'Rivera', mail: 'rivera.home@aol.com', phone: '+1 305 555 0133' },
    ),
    'equal names, birth dates thirty years apart': other(
      { first: 'Giovanni', last: 'Esposito', born: '1951-02-08', phone: '+39 081 555 0177' },
      { first: 'Giovanni', last: 'Esposito', born: '1983-11-21', phone: '+39 081 555 0177' },
    ),
    'day and month exchanged': same(
      { first: 'Amira', last: 'Haddad', born: '1990-04-07', mail: 'amira.haddad@outlook.com' },
      { first: 'Amira', last: 'Haddad', born: '1990-07-04', mail: 'amira.haddad@outlook.com' },
    ),
    'placeholder birth date beside another name': other(
      { first: 'Otto', last: 'Brandt', born: '1900-01-01' },
      { first: 'Olga', last: 'Brandt', born: '1900-01-01' },
    ),
    'number 000-0000': other(
      { first: 'Liam', last: 'Murphy', phone: '000-0000' },
      { first: 'Liam', last: 'Murphy', phone: '000-0000' },
    ),
    'noreply@ of two people': other(
      { first: 'Petra', last: 'Sommer', mail: 'noreply@example.com' },
      { first: 'Sven', last: 'Sommer', mail: 'noreply@example.com' },
    ),
    'front desk of a clinic': other(
      { first: 'Helen', last: 'Wu', mail: 'reception@lakesideclinic.com', phone: '+1 312 555 0110' },
      { first: 'Henry', last: 'Wu', mail: 'reception@lakesideclinic.com', phone: '+1 312 555 0110' },
    ),
    'two flats of a tower': other(
      { first: 'Wei', last: 'Tan', ...tower, street: '88 Harbour View Road #12-04' },
      { first: 'Wei', last: 'Tan', ...tower, street: '88 Harbour View Road #21-09' },
    ),
    'box 7 and box 71': other(
      { first: 'Mary', last: 'Johnson', street: 'PO Box 7', city: 'Bend', zip: '97709' },
      { first: 'Mary', last: 'Johnson', street: 'PO Box 71', city: 'Bend', zip: '97709' },
    ),
    'apartment written two ways': same(
      { first: 'Oleg', last: 'Petrenko', street: '120 Ocean Pkwy Apt 4B', city: 'Brooklyn', zip: '11218' },
      { first: 'Oleg', last: 'Petrenko', street: '120 Ocean Parkway #4B', city: 'Brooklyn', zip: '11218' },
    ),
    'names swapped, same mailbox': same(ana, { first: 'Kovačević', last: 'Ana', mail: ana.mail }),
    'letters without their marks': same(ana, { first: 'Ana', last: 'Kovacevic', mail: ana.mail }),
    'all in capitals': same(ana, { first: 'ANA', last: 'KOVACEVIC', mail: 'ANA.KOVACEVIC@GMAIL.COM' }),
    'mobile in another field': same(
      { first: 'Lars', last: 'Holm', mobile: '+45 20 55 01 23' },
      { first: 'Lars', last: 'Holm', phone: '0045 20550123' },
    ),
    'home number in a third field': same(
      { first: 'Ines', last: 'Duarte', home: '+351 21 555 0188' },
      { first: 'Ines', last: 'Duarte', otherPhone: '351215550188' },
    ),
    'last name unknown beside a private mailbox': same(
      { first: 'Tomás', last: 'Herrera', mail: 'tomas.herrera81@gmail.com' },
      { first: 'Tomás', last: '[not provided]', mail: 'tomas.herrera81@gmail.com' },
    ),
    'married, same mailbox': same(
      { first: 'Sophie', last: 'Laurent', mail: 'sophie.l77@free.fr', born: '1988-12-03' },
      { first: 'Sophie', last: 'Laurent-Morel', mail: 'sophie.l77@free.fr', born: '1988-12-03' },
    ),
    'Bill for William': same(
      { first: 'William', last: 'Ashford', phone: '+44 20 7555 0191', mail: 'w.ashford@btinternet.com' },
      { first: 'Bill', last: 'Ashford', phone: '020 7555 0191' },
    ),
    'Pepe for José': same(
      { first: 'José', last: 'Navarro', mobile: '+34 612 555 019' },
      { first: 'Pepe', last: 'Navarro', mobile: '612 555 019' },
    ),
    'Sasha for Aleksandr': same(
      { first: 'Aleksandr', last: 'Volkov', mail: 'volkov.a@mail.ru' },
      { first: 'Sasha', last: 'Volkov', mail: 'volkov.a@mail.ru' },
    ),
    'Vienna and Wien': same(
      { first: 'Elisabeth', last: 'Gruber', street: 'Mariahilfer Straße 70', city: 'Wien', zip: '1070' },
      { first: 'Elisabeth', last: 'Gruber', street: 'Mariahilfer Str. 70', city: 'Vienna', zip: '1070' },
    ),
    'Firenze and Florence': same(
      { first: 'Chiara', last: 'Bellini', street: 'Via Romana 21', city: 'Firenze', zip: '50125' },
      { first: 'Chiara', last: 'Bellini', street: 'via Romana, 21', city: 'Florence', zip: '50125' },
    ),
    'namesakes of one city': other(
      { first: 'Maria', last: 'Silva', city: 'Lisboa', country: 'Portugal' },
      { first: 'Maria', last: 'Silva', city: 'Lisboa', country: 'Portugal' },
    ),
    'a title alone agrees': other(
      { first: 'James', last: 'Lee', title: 'CEO' },
      { first: 'James', last: 'Lee', title: 'CEO' },
    ),
    'Dr. within the first name': same(
      { first: 'Dr. Katrin', last: 'Vogel', mail: 'katrin.vogel@t-online.de' },
      { first: 'Katrin', last: 'Vogel', mail: 'katrin.vogel@t-online.de' },
    ),
    'one slip in the mailbox, number the same': same(
      { first: 'Fatima', last: 'Zahra', mail: 'fatima.zahra@gmail.com', mobile: '+212 612 555 013' },
      { first: 'Fatima', last: 'Zahra', mail: 'fatima.zahra@gmial.com', mobile: '+212 612 555 013' },
    ),
    'Cyrillic and Latin': same(
      { first: 'Дмитрий', last: 'Соколов', mail: 'd.sokolov@yandex.ru' },
      { first: 'Dmitry', last: 'Sokolov', mail: 'd.sokolov@yandex.ru' },
    ),
    'Greek and Latin': same(
      { first: 'Νίκος', last: 'Παπαδόπουλος', mobile: '+30 691 555 0123' },
      { first: 'Nikos', last: 'Papadopoulos', mobile: '6915550123' },
    ),
    'cousins Mohammed and Mahmoud': other(
      { first: 'Mohammed', last: 'Al-Sayed', phone: '+20 2 5550 1234' },
      { first: 'Mahmoud', last: 'Al-Sayed', phone: '+20 2 5550 1234' },
    ),
    'an initial at one address': either(
      { first: 'J.', last: 'Schäfer', street: 'Am Markt 3', city: 'Mainz', zip: '55116' },
      { first: 'Jonas', last: 'Schäfer', street: 'Am Markt 3', city: 'Mainz', zip: '55116' },
    ),
  }),
  ...leads({
    'colleagues, one switchboard': other(
      { first: 'Laura', last: 'Marin', company: 'Delta Foods', phone: '+40 21 555 0100', mail: 'office@deltafoods.ro' },
      { first: 'Lucia', last: 'Marin', company: 'Delta Foods', phone: '+40 21 555 0100', mail: 'office@deltafoods.ro' },
    ),
    'k.brown@ and m.brown@': other(
      { first: 'Kevin', last: 'Brown', company: 'Orion Freight', mail: 'k.brown@orionfreight.com' },
      { first: 'Martin', last: 'Brown', company: 'Orion Freight', mail: 'm.brown@orionfreight.com' },
    ),
    'company Freelancer': other(
      { first: 'Julia', last: 'Weber', company: 'Freelancer' },
      { first: 'Julia', last: 'Weber', company: 'Freelancer' },
    ),
    'company n/a': other(
      { first: 'Ahmed', last: 'Khan', company: 'n/a' },
      { first: 'Ahmed', last: 'Khan', company: 'n/a' },
    ),
    'a lead that comes again by the fair': same(
      { first: 'Ruth', last: 'Abrams', company: 'Northwind Traders', mail: 'ruth.abrams@northwind.com' },
      { first: 'Ruth', last: 'Abrams', company: 'Northwind', mail: 'ruth.abrams@northwind.com', phone: '555 0101' },
    ),
    'a lead that changed the company': same(
      { first: 'Ruth', last: 'Abrams', company: 'Northwind', mobile: '+1 206 555 0145' },
      { first: 'Ruth', last: 'Abrams', company: 'Contoso', mobile: '+1 206 555 0145' },
    ),
    'company spelt out': same(
      { first: 'Hiroshi', last: 'Tanaka', company: 'Mitsui Electric Co., Ltd.', phone: '+81 3 5555 0123' },
      { first: 'Hiroshi', last: 'Tanaka', company: 'Mitsui Electric', phone: '03-5555-0123' },
    ),
    'info@ with nobody named': other(
      { last: 'Unknown', company: 'Alpine Sports', mail: 'info@alpinesports.ch' },
      { last: 'Unknown', company: 'Alpine Books', mail: 'info@alpinebooks.ch' },
    ),
  }),
  ...accounts({
    'shops of a chain by number': other(
      { name: 'Fresh Mart #14', city: 'Denver', phone: '+1 303 555 0114' },
      { name: 'Fresh Mart #41', city: 'Denver', phone: '+1 303 555 0141' },
    ),
    'St. Mary and St. Mark': other(
      { name: "St. Mary's Hospital", city: 'Leeds', zip: 'LS1 4AB' },
      { name: "St. Mark's Hospital", city: 'Leeds', zip: 'LS1 4AB' },
    ),
    'firms in one business centre': other(
      { name: 'Kestrel Legal', street: '5 Canal Street', city: 'Leeds', phone: '+44 113 555 0100' },
      { name: 'Kestrel Dental', street: '5 Canal Street', city: 'Leeds', phone: '+44 113 555 0100' },
    ),
    'legal form left out': same(
      { name: 'Nordlicht Logistik GmbH & Co. KG', city: 'Kiel', website: 'nordlicht-logistik.de' },
      { name: 'Nordlicht Logistik', city: 'Kiel', website: 'https://www.nordlicht-logistik.de/kontakt' },
    ),
    'moved, the website stays': same(
      { name: 'Bluebird Analytics', city: 'Austin', website: 'bluebirdanalytics.com' },
      { name: 'Bluebird Analytics, Inc.', city: 'Denver', website: 'www.bluebirdanalytics.com' },
    ),
    'Köln and Cologne': same(
      { name: 'Rheinwerk Druck GmbH', city: 'Köln', street: 'Ringstr. 4', phone: '+49 221 5550123' },
      { name: 'Rheinwerk Druck', city: 'Cologne', street: 'Ringstraße 4', phone: '0221 5550123' },
    ),
    'two funds of one house': other(
      { name: 'Meridian Growth Fund II', website: 'meridian.com' },
      { name: 'Meridian Growth Fund III', website: 'meridian.com' },
    ),
    'a shop page of a platform': other(
      { name: 'Anna Knits', website: 'www.etsy.com/shop/annaknits' },
      { name: 'Bert Woods', website: 'www.etsy.com/shop/bertwoods' },
    ),
  }),
];
