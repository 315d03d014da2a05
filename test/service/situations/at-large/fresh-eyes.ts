import { accounts, contacts, either, leads, other, same } from './rows.js';

const home = { street: '14 Maple Avenue', city: 'Springfield', zip: '62704', state: 'IL' };
const harris = { phone: '+1 217 555 0143', mail: 'theharrisfamily@gmail.com' };
const berg = { street: 'Lindenstraße 8', city: 'Bonn', zip: '53111', phone: '0228 445566' };

/** Written with nothing else in sight, after all rules: relatives, colleagues, places, blanks, and those found again. */
export const freshEyes = [
  ...contacts({
    'mother and daughter, family mailbox and number': other(
      { first: 'Karen', last: 'Harris', ...harris },
      { first: 'Emily', last: 'Harris', ...harris },
    ),
    'husband and wife, all else the same': other(
      { first: 'Robert', last: 'Harris', ...harris, ...home },
      { first: 'Patricia', last: 'Harris', ...harris, ...home },
    ),
    'brothers Aaron and Adam': other(
      { first: 'Aaron', last: 'Harris', ...harris, ...home },
      { first: 'Adam', last: 'Harris', ...harris, ...home },
    ),
    'sisters Julia and Juliane': other(
      { first: 'Julia', last: 'Berg', ...berg },
      { first: 'Juliane', last: 'Berg', ...berg },
    ),
    'twins Lena and Lea': other(
      { first: 'Lena', last: 'Berg', born: '2001-04-03', ...berg },
      { first: 'Lea', last: 'Berg', born: '2001-04-03', ...berg },
    ),
    'twins Jan and Jana': other(
      { first: 'Jan', last: 'Berg', born: '2001-04-03', mail: 'familie.berg@web.de' },
      { first: 'Jana', last: 'Berg', born: '2001-04-03', mail: 'familie.berg@web.de' },
    ),
    'twins Christian and Christina': other(
      { first: 'Christian', last: 'Huber', born: '1999-09-09', phone: '+43 1 5551234' },
      { first: 'Christina', last: 'Huber', born: '1999-09-09', phone: '+43 1 5551234' },
    ),
    'Paul and Paula, one number': other(
      { first: 'Paul', last: 'Novak', phone: '+1 216 555 0190', ...home },
      { first: 'Paula', last: 'Novak', phone: '+1 216 555 0190', ...home },
    ),
    'Mario and Maria': other(
      { first: 'Mario', last: 'Conti', mail: 'casaconti@libero.it' },
      { first: 'Maria', last: 'Conti', mail: 'casaconti@libero.it' },
    ),
    'Andrea and Andreas': other(
      { first: 'Andrea', last: 'Keller', ...berg },
      { first: 'Andreas', last: 'Keller', ...berg },
    ),
    'Eric and Erica': other(
      { first: 'Eric', last: 'Stone', mail: 'stones@comcast.net', ...home },
      { first: 'Erica', last: 'Stone', mail: 'stones@comcast.net', ...home },
    ),
    'Dennis and Denise': other(
      { first: 'Dennis', last: 'Stone', mail: 'stones@comcast.net', ...home },
      { first: 'Denise', last: 'Stone', mail: 'stones@comcast.net', ...home },
    ),
    'Henry Senior and Henry Junior in the last name': other(
      { first: 'Henry', last: 'Ford Sr.', ...home, phone: '+1 217 555 0111' },
      { first: 'Henry', last: 'Ford Jr.', ...home, phone: '+1 217 555 0111' },
    ),
    'the father has no mark, the son is III': either(
      { first: 'Thomas', last: 'Wells', ...home, phone: '+1 217 555 0112' },
      { first: 'Thomas', last: 'Wells III', ...home, phone: '+1 217 555 0112' },
    ),
    'II and III in the first name': other(
      { first: 'John II', last: 'Astor', mail: 'astor@estate.com' },
      { first: 'John III', last: 'Astor', mail: 'astor@estate.com' },
    ),
    'the elder and the younger': other(
      { first: 'Peter', last: 'Bruegel the Elder', ...home },
      { first: 'Peter', last: 'Bruegel the Younger', ...home },
    ),
    'equal names, birth dates of two generations': other(
      { first: 'Michael', last: 'Braun', born: '1955-06-01', mail: 'braun@t-online.de', ...berg },
      { first: 'Michael', last: 'Braun', born: '1984-11-23', mail: 'braun@t-online.de', ...berg },
    ),
    'cousins of one name a year apart': other(
      { first: 'Ahmed', last: 'Hassan', born: '1990-02-14', phone: '+20 2 2795 1234' },
      { first: 'Ahmed', last: 'Hassan', born: '1991-08-30', phone: '+20 2 2795 1234' },
    ),
    'Mr. and Mrs. of one initial': other(
      { salutation: 'Mr.', first: 'J.', last: 'Carter', ...home, phone: '+1 217 555 0188' },
      { salutation: 'Mrs.', first: 'J.', last: 'Carter', ...home, phone: '+1 217 555 0188' },
    ),
    'Herr and Frau Kim': other(
      { salutation: 'Herr', first: 'Kim', last: 'Petersen', ...berg },
      { salutation: 'Frau', first: 'Kim', last: 'Petersen', ...berg },
    ),
    'flats of one house': other(
      {
        first: 'Maria',
        last: 'Garcia',
        street: '500 Ocean Dr Apt 4B',
        city: 'Miami',
        zip: '33139',
        phone: '+1 305 555 0100',
      },
      {
        first: 'Maria',
        last: 'Garcia',
        street: '500 Ocean Dr Apt 7C',
        city: 'Miami',
        zip: '33139',
        phone: '+1 305 555 0100',
      },
    ),
    'PO boxes of one office': other(
      {
        first: 'James',
        last: 'Cook',
        street: 'PO Box 121',
        city: 'Whitby',
        zip: 'YO21 1AA',
        mail: 'post@whitbymail.co.uk',
      },
      {
        first: 'James',
        last: 'Cook',
        street: 'PO Box 212',
        city: 'Whitby',
        zip: 'YO21 1AA',
        mail: 'post@whitbymail.co.uk',
      },
    ),
    'Unit 3 and Unit 8': other(
      {
        first: 'Liam',
        last: 'Walsh',
        street: 'Unit 3, 22 Harbour Rd',
        city: 'Sydney',
        zip: '2000',
        phone: '+61 2 9374 4000',
      },
      {
        first: 'Liam',
        last: 'Walsh',
        street: 'Unit 8, 22 Harbour Rd',
        city: 'Sydney',
        zip: '2000',
        phone: '+61 2 9374 4000',
      },
    ),
    '3/22 and 8/22 in Australia': other(
      {
        first: 'Liam',
        last: 'Walsh',
        street: '3/22 Harbour Rd',
        city: 'Sydney',
        zip: '2000',
        phone: '+61 2 9374 4000',
      },
      {
        first: 'Liam',
        last: 'Walsh',
        street: '8/22 Harbour Rd',
        city: 'Sydney',
        zip: '2000',
        phone: '+61 2 9374 4000',
      },
    ),
    'Stiege and Tür in Vienna': other(
      { first: 'Eva', last: 'Gruber', street: 'Hauptstraße 5/2/14', city: 'Wien', zip: '1030', phone: '+43 1 7121234' },
      { first: 'Eva', last: 'Gruber', street: 'Hauptstraße 5/2/17', city: 'Wien', zip: '1030', phone: '+43 1 7121234' },
    ),
    'room of a hostel': other(
      {
        first: 'Wei',
        last: 'Wang',
        street: 'Campus Way, Room 204',
        city: 'Leeds',
        zip: 'LS2 9JT',
        phone: '+44 113 243 1751',
      },
      {
        first: 'Wei',
        last: 'Wang',
        street: 'Campus Way, Room 318',
        city: 'Leeds',
        zip: 'LS2 9JT',
        phone: '+44 113 243 1751',
      },
    ),
    'no birth date by 1900-01-01, two first names': other(
      { first: 'Olga', last: 'Ivanova', born: '1900-01-01' },
      { first: 'Oleg', last: 'Ivanov', born: '1900-01-01' },
    ),
    'no birth date by 1970-01-01, one name': other(
      { first: 'Olga', last: 'Ivanova', born: '1970-01-01' },
      { first: 'Olga', last: 'Ivanova', born: '1970-01-01' },
    ),
    'last name unknown, first name and nothing else': other(
      { first: 'Anna', last: 'Unbekannt', phone: '000000' },
      { first: 'Anna', last: 'Unbekannt', phone: '000000' },
    ),
    'keine in every field': other(
      { first: 'keine', last: 'Meyer', mail: 'keine@keine.de', phone: '123456' },
      { first: 'keine', last: 'Meyer', mail: 'keine@keine.de', phone: '123456' },
    ),
    'last name x and noreply': other(
      { first: 'Tom', last: 'x', mail: 'noreply@shop.com' },
      { first: 'Tom', last: 'x', mail: 'noreply@shop.com' },
    ),
    'names and city alone': other(
      { first: 'David', last: 'Cohen', city: 'Boston', state: 'MA', country: 'USA' },
      { first: 'David', last: 'Cohen', city: 'Boston', state: 'MA', country: 'USA' },
    ),
    'names and department alone': other(
      { first: 'David', last: 'Cohen', department: 'Sales', title: 'Manager' },
      { first: 'David', last: 'Cohen', department: 'Sales', title: 'Manager' },
    ),
    'a letter more in the mailbox, two first names': other(
      { first: 'Dan', last: 'Lee', mail: 'dlee@example.org' },
      { first: 'Don', last: 'Lee', mail: 'dllee@example.org' },
    ),
    'the same mobile in another field': same(
      { first: 'Sofia', last: 'Rossi', mobile: '+39 347 123 4567' },
      { first: 'Sofia', last: 'Rossi', phone: '0039 3471234567' },
    ),
    'the home number as the phone': same(
      { first: 'Grace', last: 'Okafor', home: '(415) 555-0162' },
      { first: 'Grace', last: 'Okafor', phone: '+1 415 555 0162' },
    ),
    'names the other way round beside the mailbox': same(
      { first: 'Laszlo', last: 'Nagy', mail: 'laszlo.nagy77@freemail.hu' },
      { first: 'Nagy', last: 'Laszlo', mail: 'laszlo.nagy77@freemail.hu' },
    ),
    'last name not provided, private mailbox': same(
      { first: 'Chloe', last: 'Bennett', mail: 'chloeb.1988@outlook.com' },
      { first: 'Chloe', last: '[not provided]', mail: 'chloeb.1988@outlook.com' },
    ),
    'last name Unknown stored, private mailbox': same(
      { first: 'Chloe', last: 'Unknown', mail: 'chloeb.1988@outlook.com' },
      { first: 'Chloe', last: 'Bennett', mail: 'chloeb.1988@outlook.com' },
    ),
    'Liz and Elizabeth': same(
      { first: 'Liz', last: 'Turner', mail: 'liz.turner@btinternet.com' },
      { first: 'Elizabeth', last: 'Turner', mail: 'liz.turner@btinternet.com' },
    ),
    'Bill and William at one address': same(
      { first: 'Bill', last: 'Thornton', ...home },
      { first: 'William', last: 'Thornton', ...home },
    ),
    'initial and first name': same(
      { first: 'K.', last: 'Yamamoto', mail: 'kenji.yamamoto@docomo.ne.jp' },
      { first: 'Kenji', last: 'Yamamoto', mail: 'kenji.yamamoto@docomo.ne.jp' },
    ),
    'middle name in the first name': same(
      { first: 'Mary Ann', last: 'Fisher', phone: '+1 512 555 0177' },
      { first: 'Mary', last: 'Fisher', phone: '+1 512 555 0177' },
    ),
    'married, same mailbox': same(
      { first: 'Hannah', last: 'Schulz', mail: 'hannah1990@gmx.de' },
      { first: 'Hannah', last: 'Wagner', mail: 'hannah1990@gmx.de' },
    ),
    'hyphenated after marriage': same(
      { first: 'Hannah', last: 'Schulz', mail: 'hannah1990@gmx.de' },
      { first: 'Hannah', last: 'Schulz-Wagner', mail: 'hannah1990@gmx.de' },
    ),
    'a slip in the birth date': same(
      { first: 'Oscar', last: 'Lindgren', born: '1987-03-12', mail: 'oscar.l@telia.se' },
      { first: 'Oscar', last: 'Lindgren', born: '1987-03-21', mail: 'oscar.l@telia.se' },
    ),
    'day and month exchanged': same(
      { first: 'Oscar', last: 'Lindgren', born: '1987-03-12', mail: 'oscar.l@telia.se' },
      { first: 'Oscar', last: 'Lindgren', born: '1987-12-03', mail: 'oscar.l@telia.se' },
    ),
    'Köln and Cologne': same(
      { first: 'Jürgen', last: 'Pohl', street: 'Domstr. 7', city: 'Köln', zip: '50668' },
      { first: 'Juergen', last: 'Pohl', street: 'Domstraße 7', city: 'Cologne', zip: '50668' },
    ),
    'München and Munich': same(
      { first: 'Sabine', last: 'Mayr', street: 'Isarweg 3', city: 'München', zip: '80331' },
      { first: 'Sabine', last: 'Mayr', street: 'Isarweg 3', city: 'Munich', zip: '80331' },
    ),
    'St. Louis and Saint Louis': same(
      { first: 'Carl', last: 'Meyer', street: '9 Gateway Blvd', city: 'St. Louis', zip: '63101' },
      { first: 'Carl', last: 'Meyer', street: '9 Gateway Boulevard', city: 'Saint Louis', zip: '63101' },
    ),
    'Cyrillic and Latin': same(
      { first: 'Сергей', last: 'Петров', phone: '+7 921 555 01 22' },
      { first: 'Sergey', last: 'Petrov', phone: '+7 921 555 01 22' },
    ),
    'Greek and Latin': same(
      { first: 'Γιώργος', last: 'Παπαδόπουλος', mail: 'gpap@otenet.gr' },
      { first: 'Giorgos', last: 'Papadopoulos', mail: 'gpap@otenet.gr' },
    ),
    'Mohammed and Muhammad': same(
      { first: 'Mohammed', last: 'Al-Rashid', phone: '+966 50 555 0101' },
      { first: 'Muhammad', last: 'Alrashid', phone: '+966 50 555 0101' },
    ),
    'Dutch prefix apart': same(
      { first: 'Pieter', last: 'van den Berg', mail: 'pvdberg@ziggo.nl' },
      { first: 'Pieter', last: 'Berg, van den', mail: 'pvdberg@ziggo.nl' },
    ),
    'one of two Spanish last names': same(
      { first: 'Carmen', last: 'García Lorca', phone: '+34 612 555 010' },
      { first: 'Carmen', last: 'García', phone: '+34 612 555 010' },
    ),
    'title in the first name': same(
      { first: 'Dr. Helga', last: 'Stein', mail: 'helga.stein@posteo.de' },
      { first: 'Helga', last: 'Stein', mail: 'helga.stein@posteo.de' },
    ),
    'capital letters and spaces': same(
      { first: 'BRIAN ', last: 'O’CONNOR', mail: 'BRIAN.OCONNOR@EIRCOM.NET' },
      { first: 'Brian', last: "O'Connor", mail: 'brian.oconnor@eircom.net' },
    ),
    'plus in the mailbox': same(
      { first: 'Nina', last: 'Park', mail: 'nina.park@gmail.com' },
      { first: 'Nina', last: 'Park', mail: 'ninapark+crm@gmail.com' },
    ),
    'a typo in the domain': same(
      { first: 'Nina', last: 'Park', mail: 'nina.park@gmail.com' },
      { first: 'Nina', last: 'Park', mail: 'nina.park@gmial.com' },
    ),
    'a digit wrong in the number, one address': same(
      { first: 'Ivan', last: 'Horvat', phone: '+385 1 4556 677', ...home },
      { first: 'Ivan', last: 'Horvat', phone: '+385 1 4556 678', ...home },
    ),
    'Catherine and Katherine': same(
      { first: 'Catherine', last: 'Boyd', mail: 'cboyd@me.com' },
      { first: 'Katherine', last: 'Boyd', mail: 'cboyd@me.com' },
    ),
    'Jonathan and Jon, phone': same(
      { first: 'Jonathan', last: 'Reyes', phone: '+1 619 555 0135' },
      { first: 'Jon', last: 'Reyes', phone: '+1 619 555 0135' },
    ),
    'a slip in the first name': same(
      { first: 'Isabella', last: 'Moreau', mail: 'isabella.moreau@orange.fr' },
      { first: 'Isabela', last: 'Moreau', mail: 'isabella.moreau@orange.fr' },
    ),
  }),
  ...leads({
    'p.miller@ and s.miller@': other(
      {
        first: 'Peter',
        last: 'Miller',
        company: 'Vertex Systems Inc',
        mail: 'p.miller@vertexsys.com',
        phone: '+1 650 555 0100',
      },
      {
        first: 'Susan',
        last: 'Miller',
        company: 'Vertex Systems Inc',
        mail: 's.miller@vertexsys.com',
        phone: '+1 650 555 0100',
      },
    ),
    'Steven and Stephanie, one switchboard': other(
      { first: 'Steven', last: 'Clark', company: 'Vertex Systems Inc', phone: '+1 650 555 0100' },
      { first: 'Stephanie', last: 'Clark', company: 'Vertex Systems Inc', phone: '+1 650 555 0100' },
    ),
    'office@ and two last names a letter apart': either(
      { first: 'Maria', last: 'Huber', company: 'Alpenbau GmbH', mail: 'office@alpenbau.at' },
      { first: 'Maria', last: 'Hubner', company: 'Alpenbau GmbH', mail: 'office@alpenbau.at' },
    ),
    'two self-employed of one name': other(
      { first: 'Chris', last: 'Evans', company: 'Self-employed' },
      { first: 'Chris', last: 'Evans', company: 'Self employed' },
    ),
    'two students of one name': other(
      { first: 'Yuki', last: 'Tanaka', company: 'Student' },
      { first: 'Yuki', last: 'Tanaka', company: 'student' },
    ),
    'two of one name, Freiberufler': other(
      { first: 'Jan', last: 'Schmidt', company: 'Freiberuflich' },
      { first: 'Jan', last: 'Schmidt', company: 'freiberuflich' },
    ),
    'company N/A': other(
      { first: 'Luis', last: 'Gomez', company: 'N/A' },
      { first: 'Luis', last: 'Gomez', company: 'n.a.' },
    ),
    'brothers at one firm by its mailbox': other(
      { first: 'Carlo', last: 'Bianchi', company: 'Bianchi & Figli', mail: 'info@bianchifigli.it' },
      { first: 'Marco', last: 'Bianchi', company: 'Bianchi & Figli', mail: 'info@bianchifigli.it' },
    ),
    'one name at two firms': other(
      { first: 'John', last: 'Smith', company: 'Acme Corp' },
      { first: 'John', last: 'Smith', company: 'Globex Inc' },
    ),
    'support@ of a shop': other(
      { first: 'Ana', last: 'Silva', company: 'Loja Verde', mail: 'suporte@lojaverde.com.br' },
      { first: 'Ana Paula', last: 'Souza', company: 'Loja Verde', mail: 'suporte@lojaverde.com.br' },
    ),
    'one name, one firm, own mailbox': same(
      { first: 'Raj', last: 'Patel', company: 'Infosys Ltd', mail: 'raj.patel@infosys.com' },
      { first: 'Rajesh', last: 'Patel', company: 'Infosys Limited', mail: 'raj.patel@infosys.com' },
    ),
    'private and firm mailbox, same mobile': same(
      {
        first: 'Elena',
        last: 'Popescu',
        company: 'Dacia SA',
        mail: 'elena.popescu@dacia.ro',
        mobile: '+40 721 555 010',
      },
      { first: 'Elena', last: 'Popescu', company: 'Dacia', mail: 'elenap@gmail.com', phone: '0721 555 010' },
    ),
    'company written otherwise': same(
      { first: 'Tom', last: 'Becker', company: 'International Business Machines', mail: 'tbecker@ibm.com' },
      { first: 'Thomas', last: 'Becker', company: 'IBM', mail: 'tbecker@ibm.com' },
    ),
    'name and firm equal, nothing else': either(
      { first: 'Ingrid', last: 'Solheim', company: 'Nordlys Bakeri AS' },
      { first: 'Ingrid', last: 'Solheim', company: 'Nordlys Bakeri' },
    ),
  }),
  ...accounts({
    'branches of a chain': other(
      { name: 'Burger Palace #112', phone: '+1 404 555 0112', city: 'Atlanta', street: '1 Peachtree St' },
      { name: 'Burger Palace #118', phone: '+1 404 555 0118', city: 'Atlanta', street: '400 Piedmont Ave' },
    ),
    'firms of one group': other(
      { name: 'Siegel Energy GmbH', city: 'Essen', website: 'www.siegel-group.de' },
      { name: 'Siegel Mobility GmbH', city: 'Essen', website: 'www.siegel-group.de' },
    ),
    'holding and its firm': other(
      { name: 'Kraus Holding AG', city: 'Zürich', phone: '+41 44 555 01 00' },
      { name: 'Kraus Immobilien AG', city: 'Zürich', phone: '+41 44 555 01 00' },
    ),
    'Mary’s and Mark’s': other(
      { name: "Mary's Diner", city: 'Austin', zip: '73301' },
      { name: "Mark's Diner", city: 'Austin', zip: '73301' },
    ),
    'First and Second Baptist Church': other(
      { name: 'First Baptist Church', city: 'Macon', state: 'GA' },
      { name: 'Second Baptist Church', city: 'Macon', state: 'GA' },
    ),
    'schools by number': other(
      { name: 'Grundschule Nr. 4', city: 'Leipzig', phone: '0341 555010' },
      { name: 'Grundschule Nr. 14', city: 'Leipzig', phone: '0341 555014' },
    ),
    'north and south': other(
      { name: 'Autohaus Nord GmbH', city: 'Kiel', phone: '0431 55500' },
      { name: 'Autohaus Süd GmbH', city: 'Kiel', phone: '0431 55501' },
    ),
    'two firms called Private': other({ name: 'Private', city: 'London' }, { name: 'Private', city: 'London' }),
    'two DUNS numbers': other(
      { name: 'Delta Freight LLC', city: 'Memphis', duns: '150483782' },
      { name: 'Delta Freight LLC', city: 'Memphis', duns: '804735132' },
    ),
    'moved, with the same website': same(
      { name: 'Copperfield Analytics', website: 'https://copperfield.io', city: 'Leeds', street: '1 Park Row' },
      { name: 'Copperfield Analytics Ltd', website: 'copperfield.io', city: 'Manchester', street: '80 Deansgate' },
    ),
    'legal form written otherwise': same(
      { name: 'Müller Maschinenbau GmbH & Co. KG', city: 'Ulm', phone: '0731 55510' },
      { name: 'Mueller Maschinenbau GmbH', city: 'Ulm', phone: '+49 731 55510' },
    ),
    'ampersand and a typo': same(
      { name: 'Johnson & Johnston Plumbing', city: 'Tulsa', phone: '+1 918 555 0155' },
      { name: 'Johnson and Johnstone Plumbing', city: 'Tulsa', phone: '918-555-0155' },
    ),
    'the and Inc.': same(
      { name: 'The Coffee Roasters, Inc.', city: 'Portland', phone: '+1 503 555 0133' },
      { name: 'Coffee Roasters', city: 'Portland', phone: '5035550133' },
    ),
    'www and a path': same(
      { name: 'Vinothèque du Port', website: 'http://www.vinoport.fr/accueil', city: 'Marseille' },
      { name: 'Vinotheque du Port SARL', website: 'vinoport.fr', city: 'Marseille' },
    ),
  }),
];
