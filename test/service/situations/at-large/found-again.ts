import { contacts, either, leads, other, same } from './rows.js';

const twice = (
  first: string,
  last: string,
  b: { first?: string; last?: string; [field: string]: string | undefined },
  shared: Record<string, string>,
) => same({ first, last, ...shared }, { first, last, ...shared, ...b });

/** One person, whose second record says it in other words, with an error, or in another field. */
export const foundAgain = [
  ...contacts({
    'mobile stored, sent as phone': same(
      { first: 'Annika', last: 'Sjöberg', mobile: '+46 70 123 45 67' },
      { first: 'Annika', last: 'Sjöberg', phone: '070-123 45 67', country: 'Sweden' },
    ),
    'phone stored, sent as mobile, written nationally': same(
      { first: 'Baptiste', last: 'Chevalier', phone: '+33 6 44 55 66 77' },
      { first: 'Baptiste', last: 'Chevalier', mobile: '06.44.55.66.77', country: 'France' },
    ),
    'home stored, sent as phone': same(
      { first: 'Gwendolyn', last: 'Pryce', home: '+44 29 2034 1122', city: 'Cardiff' },
      { first: 'Gwendolyn', last: 'Pryce', phone: '029 2034 1122', city: 'Cardiff' },
    ),
    'other telephone stored, sent as mobile': same(
      { first: 'Rafael', last: 'Quintero', otherPhone: '+57 300 123 4567' },
      { first: 'Rafael', last: 'Quintero', mobile: '300 123 4567', country: 'Colombia' },
    ),
    'the same mobile, another mailbox': same(
      { first: 'Zeynep', last: 'Aksoy', mobile: '+90 532 111 22 33', mail: 'zeynep@aksoymimarlik.com' },
      { first: 'Zeynep', last: 'Aksoy', mobile: '0532 111 22 33', mail: 'zaksoy@gmail.com', country: 'Türkiye' },
    ),
    'mobile with 00': same(
      { first: 'Oskar', last: 'Wendt', mobile: '+49 151 2345 6789' },
      { first: 'Oskar', last: 'Wendt', mobile: '0049 (0)151 23456789' },
    ),
    'first and last name exchanged, private mailbox': same(
      { first: 'Mateo', last: 'Sandoval', mail: 'mateo.sandoval91@gmail.com' },
      { first: 'Sandoval', last: 'Mateo', mail: 'mateo.sandoval91@gmail.com' },
    ),
    'first and last name exchanged, mobile': same(
      { first: 'Priya', last: 'Raghavan', mobile: '+91 98450 11223' },
      { first: 'Raghavan', last: 'Priya', mobile: '+91 9845011223' },
    ),
    'first and last name exchanged, address and birth date': same(
      { first: 'Attila', last: 'Szabó', born: '1977-04-09', street: 'Fő utca 12', city: 'Győr' },
      { first: 'Szabó', last: 'Attila', born: '1977-04-09', street: 'Fő utca 12.', city: 'Győr' },
    ),
    'last name Unknown, private mailbox': same(
      { first: 'Keisha', last: 'Unknown', mail: 'keisha.m.dawson@yahoo.com' },
      { first: 'Keisha', last: 'Dawson', mail: 'keisha.m.dawson@yahoo.com' },
    ),
    'last name [not provided], private mailbox': same(
      { first: 'Torsten', last: '[not provided]', mail: 'torsten.krug@posteo.de' },
      { first: 'Torsten', last: 'Krug', mail: 'torsten.krug@posteo.de' },
    ),
    'last name ".", mobile': same(
      { first: 'Blessing', last: '.', mobile: '+234 803 111 2233' },
      { first: 'Blessing', last: 'Adeyemi', mobile: '0803 111 2233', country: 'Nigeria' },
    ),
    'nickname Peggy for Margaret': twice(
      'Margaret',
      'Dunleavy',
      { first: 'Peggy' },
      { mail: 'dunleavym@eircom.net', street: '3 Quay St', city: 'Galway' },
    ),
    'nickname Bill': twice('William', 'Ackerley', { first: 'Bill' }, { mail: 'wackerley@gmail.com' }),
    'nickname Sasha': twice('Aleksandr', 'Belov', { first: 'Sasha' }, { mobile: '+7 916 123 45 67' }),
    'nickname Pepe': twice('José', 'Villalobos', { first: 'Pepe' }, { mobile: '+52 55 1234 5678' }),
    'nickname Hansi': twice(
      'Johann',
      'Steinlechner',
      { first: 'Hans' },
      { mail: 'steinlechner@aon.at', city: 'Schwaz' },
    ),
    'nickname Gosia': twice(
      'Małgorzata',
      'Wrona',
      { first: 'Gosia' },
      { mail: 'm.wrona@o2.pl', mobile: '+48 601 222 333' },
    ),
    'nickname Lena for Magdalena': twice('Magdalena', 'Rohrbach', { first: 'Lena' }, { mobile: '+49 176 55566677' }),
    'nickname Beppe': twice('Giuseppe', 'Scarpa', { first: 'Beppe' }, { mail: 'giuseppe.scarpa@alice.it' }),
    'nickname Kike': twice('Enrique', 'Maldonado', { first: 'Kike' }, { mobile: '+34 655 443 322' }),
    'nickname Chuck': twice(
      'Charles',
      'Wetherby',
      { first: 'Chuck' },
      { phone: '+1 406 555 0161', street: '12 Elk Run', city: 'Butte' },
    ),
    'nickname in quotation marks': same(
      { first: 'Lawrence "Larry"', last: 'Bascombe', mail: 'bascombe.l@comcast.net' },
      { first: 'Larry', last: 'Bascombe', mail: 'bascombe.l@comcast.net' },
    ),
    'nickname in parentheses': same(
      { first: 'Xiaoling (Linda)', last: 'Feng', mail: 'lindafeng@hotmail.com' },
      { first: 'Linda', last: 'Feng', mail: 'lindafeng@hotmail.com' },
    ),
    'initial for the first name, own mailbox': twice(
      'Dorothea',
      'Ehrlich',
      { first: 'D.' },
      { mail: 'dorothea.ehrlich@gmx.de' },
    ),
    'middle name in the first name': twice(
      'Samuel',
      'Thackeray',
      { first: 'Samuel James' },
      { mobile: '07700 900121' },
    ),
    'middle initial in the first name': twice(
      'Bridget',
      'Maloney',
      { first: 'Bridget A.' },
      { street: '9 Elm Grove', city: 'Cork', zip: 'T12 X2Y4' },
    ),
    'known by the middle name': same(
      {
        first: 'Francis',
        middle: 'Xavier',
        last: 'Delahunt',
        mail: 'xavier.delahunt@gmail.com',
        mobile: '+353 86 123 4567',
      },
      { first: 'Xavier', last: 'Delahunt', mail: 'xavier.delahunt@gmail.com', mobile: '+353 86 123 4567' },
    ),
    'title in the first name': twice(
      'Hildegard',
      'Zorn',
      { first: 'Dr. Hildegard' },
      { mail: 'praxis.zorn@t-online.de', city: 'Hameln' },
    ),
    'titles and degrees in the last name': twice(
      'Bertram',
      'Kleinschmidt',
      { last: 'Kleinschmidt, MBA' },
      { mail: 'b.kleinschmidt@posteo.de' },
    ),
    'Prof. Dr. Dr. h.c.': twice(
      'Ottmar',
      'Freudenreich',
      { first: 'Prof. Dr. Dr. h.c. Ottmar' },
      { city: 'Göttingen', street: 'Goßlerstr. 5' },
    ),
    'married, own mailbox': twice('Hannah', 'Birkenfeld', { last: 'Lauterbach' }, { mail: 'hannah.b.1990@gmail.com' }),
    'married, mobile and address': twice(
      'Chiara',
      'Fontana',
      { last: 'Mancini' },
      { mobile: '+39 347 112 2334', street: 'Via Verdi 1', city: 'Pavia' },
    ),
    'married, birth date and mailbox': twice(
      'Siobhan',
      'Kelleher',
      { last: 'Moran' },
      { born: '1988-12-21', mail: 'siobhank@hotmail.com' },
    ),
    'hyphenated after marriage': twice(
      'Friederike',
      'Altmann',
      { last: 'Altmann-Seidel' },
      { mail: 'friederike.altmann@web.de' },
    ),
    'hyphenated without hyphen': twice('Ellen', 'Park-Jensen', { last: 'Park Jensen' }, { phone: '+45 33 12 34 56' }),
    'hyphenated the other way round': twice(
      'Ulrike',
      'Meyer-Stolz',
      { last: 'Stolz-Meyer' },
      { mobile: '+49 171 9988776' },
    ),
    'née in the last name': twice(
      'Josephine',
      'Hartnett',
      { last: 'Hartnett (née Boyle)' },
      { mail: 'jo.hartnett@gmail.com' },
    ),
    'typing error in the first name': twice(
      'Christopher',
      'Langley',
      { first: 'Chrsitopher' },
      { mail: 'clangley@gmail.com' },
    ),
    'typing error in the last name': twice(
      'Ramona',
      'Schweitzer',
      { last: 'Schwietzer' },
      { mail: 'ramona.schweitzer@gmx.de' },
    ),
    'typing error in the mailbox, mobile the same': twice(
      'Desmond',
      'Achebe',
      { mail: 'desmond.achbe@gmail.com' },
      { mail: 'desmond.achebe@gmail.com', mobile: '+44 7700 900141' },
    ),
    'typing error in the mailbox alone': twice(
      'Wilhelmina',
      'Oosterhuis',
      { mail: 'wilhelmina.oosterhius@ziggo.nl' },
      { mail: 'wilhelmina.oosterhuis@ziggo.nl' },
    ),
    'typing error in the domain': twice(
      'Brendan',
      'Fitzsimons',
      { mail: 'brendanfitz77@gmial.com' },
      { mail: 'brendanfitz77@gmail.com' },
    ),
    'top-level domain wrong': twice(
      'Sunniva',
      'Aas',
      { mail: 'sunniva.aas@hotmail.co' },
      { mail: 'sunniva.aas@hotmail.com', city: 'Bergen' },
    ),
    'one digit of the number wrong, address the same': twice(
      'Leopold',
      'Ganglbauer',
      { phone: '+43 732 771123' },
      { phone: '+43 732 771122', street: 'Hafnerstr. 9', city: 'Linz' },
    ),
    'two digits of the number exchanged, mailbox the same': twice(
      'Noor',
      'Aziz',
      { mobile: '+92 300 1243567' },
      { mobile: '+92 300 1234567', mail: 'noor.aziz@live.com' },
    ),
    'typing error in the street': twice(
      'Ludovica',
      'Bentivoglio',
      { street: 'Via Castiglionne 41' },
      { street: 'Via Castiglione 41', city: 'Bologna', zip: '40124' },
    ),
    'plus-addressing': twice(
      'Imogen',
      'Farrow',
      { mail: 'imogen.farrow+shop@gmail.com' },
      { mail: 'imogen.farrow@gmail.com' },
    ),
    'dots in gmail': twice(
      'Priscilla',
      'Ndlovu',
      { mail: 'priscillandlovu@gmail.com' },
      { mail: 'priscilla.ndlovu@gmail.com' },
    ),
    'gmail and googlemail': twice(
      'Bastian',
      'Kellermann',
      { mail: 'bastian.kellermann@googlemail.com' },
      { mail: 'bastian.kellermann@gmail.com' },
    ),
    'capitals and spaces': same(
      { first: 'Nathaniel', last: 'Greaves', mail: 'n.greaves@sky.com' },
      { first: ' NATHANIEL ', last: 'GREAVES', mail: 'N.Greaves@Sky.com' },
    ),
    'rare name and the whole address': same(
      { first: 'Eulalia', last: 'Montsegur', street: 'Carrer de Pau Claris 77', city: 'Barcelona', zip: '08010' },
      { first: 'Eulalia', last: 'Montsegur', street: 'C/ Pau Claris, 77', city: 'Barcelona', zip: '08010' },
    ),
    'name and birth date': same(
      { first: 'Cornelius', last: 'Vandermeer', born: '1966-07-03' },
      { first: 'Cornelius', last: 'Vandermeer', born: '1966-07-03', city: 'Delft' },
    ),
    'address without its country and with the state in full': twice(
      'Marguerite',
      'Boudreaux',
      { state: 'Louisiana', country: 'USA' },
      { street: '118 Rue Dauphine', city: 'Lafayette', state: 'LA' },
    ),
    'more is known, nothing contradicts': same(
      { first: 'Lorcan', last: 'Devereux', mail: 'lorcan.devereux@gmail.com' },
      {
        first: 'Lorcan',
        last: 'Devereux',
        mail: 'lorcan.devereux@gmail.com',
        born: '1985-01-19',
        salutation: 'Mr.',
        title: 'Baker',
        city: 'Wexford',
      },
    ),
    'nothing but a mailbox made of the name': same(
      { first: 'Rosalind', last: 'Petherbridge', mail: 'rosalind.petherbridge@outlook.com' },
      { first: 'Rosalind', last: 'Petherbridge', mail: 'rosalind.petherbridge@outlook.com' },
    ),
    'the same private mailbox, no name on one side': either(
      { first: 'Evander', last: 'Holt', mail: 'evander.holt@me.com' },
      { last: 'Holt', mail: 'evander.holt@me.com' },
    ),
    'common name and city alone': other(
      { first: 'Maria', last: 'Silva', city: 'Lisboa' },
      { first: 'Maria', last: 'Silva', city: 'Lisboa' },
    ),
    'common name, city, title and state alone': other(
      { first: 'John', last: 'Williams', city: 'Houston', state: 'TX', title: 'Manager', salutation: 'Mr.' },
      { first: 'John', last: 'Williams', city: 'Houston', state: 'TX', title: 'Manager', salutation: 'Mr.' },
    ),
    'common name and birth date in two towns with two mailboxes': either(
      { first: 'David', last: 'Lee', born: '1985-05-05', mail: 'davidlee@nus.edu.sg', city: 'Singapore' },
      { first: 'David', last: 'Lee', born: '1985-05-05', mail: 'dlee85@gmail.com', city: 'Toronto' },
    ),
    'the same name alone': other({ first: 'Paul', last: 'Martin' }, { first: 'Paul', last: 'Martin' }),
    'a number given on to somebody else': other(
      { first: 'Ibrahim', last: 'Touré', mobile: '+225 07 01 02 03 04' },
      { first: 'Clarisse', last: 'Kouassi', mobile: '+225 07 01 02 03 04' },
    ),
    'a mailbox given on to somebody else': other(
      { first: 'Nigel', last: 'Forsyth', mail: 'chairman@rotarydorking.org' },
      { first: 'Penelope', last: 'Strang', mail: 'chairman@rotarydorking.org' },
    ),
    'two different identities with a first name in common and a shared landline': other(
      { first: 'Anna', last: 'Reiter', phone: '+43 512 5071', city: 'Innsbruck' },
      { first: 'Anna', last: 'Moser', phone: '+43 512 5071', city: 'Innsbruck' },
    ),
    'Maria and Marie, each with a mailbox of her own': other(
      { first: 'Maria', last: 'Lindner', mail: 'maria.lindner@gmx.de', city: 'Ulm' },
      { first: 'Marie', last: 'Lindner', mail: 'marie.lindner@gmx.de', city: 'Ulm' },
    ),
  }),
  ...leads({
    'lead by mailbox, company new': twice(
      'Rowan',
      'Ashcroft',
      { company: 'Ashcroft Design' },
      { mail: 'rowan.ashcroft@gmail.com', company: 'Self-employed' },
    ),
    'lead by mobile': twice(
      'Isabeau',
      'Charpentier',
      { mail: 'ic@charpentier.fr' },
      { mobile: '+33 6 87 65 43 21', company: 'Charpentier SARL' },
    ),
    'list of numbers in one cell': same(
      { first: 'Egon', last: 'Würzburger', phone: '+49 931 4455 / +49 170 1122334', company: 'Weingut Würzburger' },
      { first: 'Egon', last: 'Würzburger', mobile: '0170 1122334', company: 'Würzburger', country: 'Germany' },
    ),
    'number in words around it': same(
      { first: 'Petronella', last: 'Haak', phone: 'mobile: +31 6 1234 5678 (after 6)', company: 'Haak Advies' },
      { first: 'Petronella', last: 'Haak', mobile: '06-12345678', company: 'Haak Advies', country: 'Nederland' },
    ),
  }),
];
