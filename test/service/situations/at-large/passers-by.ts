import { accounts, contacts, either, leads, other, same } from './rows.js';

const lane = { street: '14 Orchard Lane', city: 'Guildford', zip: 'GU1 3AB' };
const desk = { phone: '+1 415 555 0100', mail: 'frontdesk@harborhotel.com' };

/** One more table, answered before any of it was run. */
export const passersBy = [
  ...contacts({
    'grandmother and granddaughter of one name': other(
      { first: 'Rose', last: 'Hartley', born: '1941-05-02', ...lane, phone: '01483 555 012' },
      { first: 'Rose', last: 'Hartley', born: '2003-09-17', ...lane, phone: '01483 555 012' },
    ),
    'triplets with one birth date': other(
      { first: 'Ella', last: 'Novak', born: '2011-03-09', mail: 'novakovi@seznam.cz' },
      { first: 'Emma', last: 'Novak', born: '2011-03-09', mail: 'novakovi@seznam.cz' },
    ),
    'Jean and Jeanne, one mailbox': other(
      { first: 'Jean', last: 'Moreau', mail: 'moreau.jj@orange.fr', phone: '+33 4 55 55 01 23' },
      { first: 'Jeanne', last: 'Moreau', mail: 'moreau.jj@orange.fr', phone: '+33 4 55 55 01 23' },
    ),
    'Gabriel and Gabriela': other(
      { first: 'Gabriel', last: 'Costa', mobile: '+55 11 95555 0123' },
      { first: 'Gabriela', last: 'Costa', mobile: '+55 11 95555 0123' },
    ),
    'Jun and Juan at one desk': other(
      { first: 'Jun', last: 'Reyes', ...desk },
      { first: 'Juan', last: 'Reyes', ...desk },
    ),
    'Ahmed the elder and the younger': other(
      { first: 'Ahmed', last: 'Mansour', suffix: 'Sr.', mail: 'mansour.family@gmail.com' },
      { first: 'Ahmed', last: 'Mansour', suffix: 'Jr.', mail: 'mansour.family@gmail.com' },
    ),
    'a wife who gives her husband’s mailbox': other(
      { first: 'Peter', last: 'Lindqvist', mail: 'peter.lindqvist@telia.com' },
      { first: 'Karin', last: 'Lindqvist', mail: 'peter.lindqvist@telia.com' },
    ),
    'students of one hall': other(
      { first: 'Wei', last: 'Zhang', street: 'Room 204, Founders Hall', city: 'Leeds', zip: 'LS2 9JT' },
      { first: 'Wei', last: 'Zhang', street: 'Room 318, Founders Hall', city: 'Leeds', zip: 'LS2 9JT' },
    ),
    'nurses at one clinic number': other(
      { first: 'Grace', last: 'Adeyemi', phone: '+44 161 555 0170', department: 'Ward 4' },
      { first: 'Gloria', last: 'Adeyemi', phone: '+44 161 555 0170', department: 'Ward 7' },
    ),
    'two people at customerservice@': other(
      { first: 'Dana', last: 'Fischer', mail: 'customerservice@brightline.com' },
      { first: 'Dan', last: 'Fisher', mail: 'customerservice@brightline.com' },
    ),
    'phone 1111111111': other(
      { first: 'Omar', last: 'Said', phone: '1111111111' },
      { first: 'Omar', last: 'Said', phone: '111-111-1111' },
    ),
    'Sin correo': other(
      { first: 'Luis', last: 'Vega', mail: 'sincorreo@sincorreo.com' },
      { first: 'Luis', last: 'Vega', mail: 'sincorreo@sincorreo.com' },
    ),
    'brothers with their father’s number': other(
      { first: 'Yusuf', last: 'Demir', phone: '+90 212 555 0134', born: '1999-01-20' },
      { first: 'Yunus', last: 'Demir', phone: '+90 212 555 0134', born: '2001-08-11' },
    ),
    'one number, marked by sex': other(
      { first: 'Andrea', last: 'Conti', salutation: 'Sig.', phone: '+39 06 555 0123' },
      { first: 'Andrea', last: 'Conti', salutation: 'Sig.ra', phone: '+39 06 555 0123', mail: 'andrea.c@libero.it' },
    ),
    'Katie for Catherine, mobile the same': same(
      { first: 'Catherine', last: 'Doyle', mobile: '+353 85 555 0123' },
      { first: 'Katie', last: 'Doyle', mobile: '085 555 0123' },
    ),
    'Paco for Francisco, same mailbox': same(
      { first: 'Francisco', last: 'Ruiz', mail: 'fruiz77@hotmail.es' },
      { first: 'Paco', last: 'Ruiz', mail: 'fruiz77@hotmail.es' },
    ),
    'Hans-Peter and Hans Peter': same(
      { first: 'Hans-Peter', last: 'Kühn', mail: 'hp.kuehn@web.de' },
      { first: 'Hans Peter', last: 'Kuehn', mail: 'hp.kuehn@web.de' },
    ),
    'a letter too few, phone the same': same(
      { first: 'Mohammad', last: 'Rahimi', mobile: '+49 171 5550123' },
      { first: 'Mohamad', last: 'Rahimi', mobile: '0171 5550123' },
    ),
    'O’Brien and OBrien': same(
      { first: 'Maeve', last: "O'Brien", mail: 'maeve.obrien@eircom.net' },
      { first: 'Maeve', last: 'OBrien', mail: 'maeve.obrien@eircom.net' },
    ),
    'particle left out': same(
      { first: 'Jan', last: 'van der Meer', mail: 'jvdmeer@ziggo.nl', phone: '+31 20 555 0123' },
      { first: 'Jan', last: 'Meer', mail: 'jvdmeer@ziggo.nl', phone: '020 5550123' },
    ),
    'second family name left out': same(
      { first: 'Carmen', last: 'García Lorca', mail: 'carmen.gl@gmail.com' },
      { first: 'Carmen', last: 'García', mail: 'carmen.gl@gmail.com' },
    ),
    'divorced, birth date and mobile the same': same(
      { first: 'Brigitte', last: 'Sommer', born: '1969-10-30', mobile: '+43 664 5550123' },
      { first: 'Brigitte', last: 'Leitner', born: '1969-10-30', mobile: '0664 5550123' },
    ),
    'moved, number and birth date the same': same(
      { first: 'Nils', last: 'Berg', born: '1984-02-11', phone: '+47 22 55 01 23', city: 'Oslo', zip: '0150' },
      { first: 'Nils', last: 'Berg', born: '1984-02-11', phone: '+47 22 55 01 23', city: 'Bergen', zip: '5003' },
    ),
    'birth date off by one digit, mailbox the same': same(
      { first: 'Ilse', last: 'Hoffmann', born: '1958-07-14', mail: 'ilse.hoffmann@gmx.de' },
      { first: 'Ilse', last: 'Hoffmann', born: '1958-07-15', mail: 'ilse.hoffmann@gmx.de' },
    ),
    'first name an initial, same private mailbox': same(
      { first: 'Konrad', last: 'Weiss', mail: 'kweiss1970@bluewin.ch' },
      { first: 'K.', last: 'Weiss', mail: 'kweiss1970@bluewin.ch' },
    ),
    'street abbreviated, postal code with its country': same(
      { first: 'Lukas', last: 'Baumann', street: 'Bahnhofstrasse 9', city: 'Zürich', zip: '8001' },
      { first: 'Lukas', last: 'Baumann', street: 'Bahnhofstr. 9', city: 'Zurich', zip: 'CH-8001' },
    ),
    'names in the order of Hungary': same(
      { first: 'Zoltán', last: 'Nagy', mail: 'nagyzoltan82@gmail.com' },
      { first: 'Nagy', last: 'Zoltán', mail: 'nagyzoltan82@gmail.com' },
    ),
    'Hebrew and Latin, same mobile': same(
      { first: 'David', last: 'Cohen', mobile: '+972 54 555 0123', mail: 'dcohen@walla.co.il' },
      { first: 'דוד', last: 'כהן', mobile: '054-555-0123', mail: 'dcohen@walla.co.il' },
    ),
    'a plus address': same(
      { first: 'Nina', last: 'Fox', mail: 'nina.fox@gmail.com' },
      { first: 'Nina', last: 'Fox', mail: 'nina.fox+shop@gmail.com' },
    ),
    'last name n/a beside a private mailbox': same(
      { first: 'Erin', last: 'Gallagher', mail: 'erin.gallagher92@yahoo.com' },
      { first: 'Erin', last: 'n/a', mail: 'erin.gallagher92@yahoo.com' },
    ),
  }),
  ...leads({
    'two buyers of one firm, one first letter': other(
      { first: 'Sara', last: 'Klein', company: 'Helio Solar', mail: 's.klein@heliosolar.de' },
      { first: 'Simon', last: 'Klein', company: 'Helio Solar', mail: 's.klein2@heliosolar.de' },
    ),
    // The store cannot know how large an employer is: answered as another one first.
    'namesakes at one large employer': either(
      { first: 'David', last: 'Smith', company: 'Walmart' },
      { first: 'David', last: 'Smith', company: 'Walmart' },
    ),
    'company Confidential': other(
      { first: 'Priya', last: 'Sharma', company: 'Confidential' },
      { first: 'Priya', last: 'Sharma', company: 'Confidential' },
    ),
    'webinar twice, title added': same(
      { first: 'Tom', last: 'Becker', company: 'Kraftwerk GmbH', mail: 'tom.becker@kraftwerk.de' },
      { first: 'Thomas', last: 'Becker', company: 'Kraftwerk', mail: 'tom.becker@kraftwerk.de', title: 'CTO' },
    ),
    'a private and a work mailbox, one mobile': same(
      { first: 'Ewa', last: 'Zielińska', company: 'Polmed', mobile: '+48 601 555 012', mail: 'ewa.z@wp.pl' },
      { first: 'Ewa', last: 'Zielinska', company: 'Polmed SA', mobile: '601555012', mail: 'ezielinska@polmed.pl' },
    ),
  }),
  ...accounts({
    'north and south branch': other(
      { name: 'Riverside Dental North', city: 'Tulsa', phone: '+1 918 555 0101' },
      { name: 'Riverside Dental South', city: 'Tulsa', phone: '+1 918 555 0102' },
    ),
    'Lodge 12 and Lodge 21': other(
      { name: 'Elks Lodge 12', city: 'Boise', zip: '83702' },
      { name: 'Elks Lodge 21', city: 'Boise', zip: '83702' },
    ),
    'holding and operating company': other(
      { name: 'Falkenberg Holding AG', city: 'Basel', phone: '+41 61 555 0101' },
      { name: 'Falkenberg Immobilien AG', city: 'Basel', phone: '+41 61 555 0101' },
    ),
    'ampersand spelt out': same(
      { name: 'Marks & Webb Ltd', city: 'Bristol', website: 'markswebb.co.uk' },
      { name: 'Marks and Webb', city: 'Bristol', website: 'www.markswebb.co.uk' },
    ),
    'initials with and without points': same(
      { name: 'A.B.C. Logistics', city: 'Antwerp', phone: '+32 3 555 01 23' },
      { name: 'ABC Logistics NV', city: 'Antwerpen', phone: '03 555 01 23' },
    ),
  }),
];
