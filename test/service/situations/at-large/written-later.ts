import { accounts, contacts, either, leads, other, same } from './rows.js';

/** More of all kinds, written when the rules held for the other tables and before they were tried on these. */
export const writtenLater = [
  ...contacts({
    'Danish d.æ. and d.y.': other(
      { first: 'Niels', last: 'Holm d.æ.', mail: 'holm@mail.dk', phone: '+45 86 12 34 56' },
      { first: 'Niels', last: 'Holm d.y.', mail: 'holm@mail.dk', phone: '+45 86 12 34 56' },
    ),
    'Dutch senior and junior in brackets': other(
      { first: 'Kees', last: 'Brouwer (sr.)', phone: '+31 20 622 3344' },
      { first: 'Kees', last: 'Brouwer (jr.)', phone: '+31 20 622 3344' },
    ),
    'Italian padre, figlio': other(
      { first: 'Luigi', last: 'Marchetti (padre)', mail: 'marchetti@libero.it' },
      { first: 'Luigi', last: 'Marchetti (figlio)', mail: 'marchetti@libero.it' },
    ),
    'Croatian ml.': other(
      { first: 'Ivan', last: 'Babić st.', phone: '+385 1 4551 122' },
      { first: 'Ivan', last: 'Babić ml.', phone: '+385 1 4551 122' },
    ),
    'II and III in the field for suffixes': other(
      { first: 'Miles', last: 'Prentice', suffix: 'II', mail: 'prentice@aol.com' },
      { first: 'Miles', last: 'Prentice', suffix: 'III', mail: 'prentice@aol.com' },
    ),
    'Roman numeral in the middle field': other(
      { first: 'Henry', middle: 'II', last: 'Thorpe', mail: 'thorpe@cox.net' },
      { first: 'Henry', middle: 'III', last: 'Thorpe', mail: 'thorpe@cox.net' },
    ),
    'IV and V': other(
      { first: 'Edward', last: 'Lang IV', mail: 'elang@aol.com', phone: '+1 415 555 0188' },
      { first: 'Edward', last: 'Lang V', mail: 'elang@aol.com', phone: '+1 415 555 0188' },
    ),
    'Ukrainian молодший': other(
      { first: 'Петро', last: 'Бондар старший', mail: 'bondar@ukr.net' },
      { first: 'Петро', last: 'Бондар молодший', mail: 'bondar@ukr.net' },
    ),
    'Senior written before': other(
      { first: 'Sr. Emilio', last: 'Santoro', mail: 'santoro@aol.com', born: '1950-03-02' },
      { first: 'Emilio', last: 'Santoro', mail: 'santoro@aol.com', born: '1979-06-07' },
    ),
    'sister and brother Alexis and Alexa': other(
      { first: 'Alexis', last: 'Monroe', phone: '+1 503 555 0111', street: '4 Fir St' },
      { first: 'Alexa', last: 'Monroe', phone: '+1 503 555 0111', street: '4 Fir St' },
    ),
    'Tomas and Tamas': other(
      { first: 'Tomás', last: 'Varga', phone: '+421 2 5441 1122', mail: 'vargovci@azet.sk' },
      { first: 'Tamara', last: 'Varga', phone: '+421 2 5441 1122', mail: 'vargovci@azet.sk' },
    ),
    'Yusuf and Yunus': other(
      { first: 'Yusuf', last: 'Demir', phone: '+90 312 444 55 66', mail: 'demirailesi@gmail.com' },
      { first: 'Yunus', last: 'Demir', phone: '+90 312 444 55 66', mail: 'demirailesi@gmail.com' },
    ),
    'Ravi and Rani': other(
      { first: 'Ravi', last: 'Patel', phone: '+91 79 2658 1122', mail: 'patelfamily@gmail.com' },
      { first: 'Rani', last: 'Patel', phone: '+91 79 2658 1122', mail: 'patelfamily@gmail.com' },
    ),
    'Noah and Noa': other(
      { first: 'Noah', last: 'Levi', mail: 'levis@walla.co.il', phone: '+972 3 522 1122', salutation: 'Mr.' },
      { first: 'Noa', last: 'Levi', mail: 'levis@walla.co.il', phone: '+972 3 522 1122', salutation: 'Ms.' },
    ),
    'Harry and Harriet': other(
      { first: 'Harry', last: 'Booth', phone: '01603 778811', street: '5 Elm Row', city: 'Norwich' },
      { first: 'Harriet', last: 'Booth', phone: '01603 778811', street: '5 Elm Row', city: 'Norwich' },
    ),
    'Leon and Leonie': other(
      { first: 'Leon', last: 'Franke', mail: 'familie.franke@gmx.de' },
      { first: 'Leonie', last: 'Franke', mail: 'familie.franke@gmx.de' },
    ),
    'Paolo and Paola': other(
      { first: 'Paolo', last: 'Rizzo', mobile: '+39 333 111 2233' },
      { first: 'Paola', last: 'Rizzo', mobile: '+39 333 111 2233' },
    ),
    '陈伟 and 陈丽': other(
      { first: '伟', last: '陈', phone: '+86 20 8765 4321' },
      { first: '丽', last: '陈', phone: '+86 20 8765 4321' },
    ),
    'whole in characters, sisters': other(
      { last: '林美玲', phone: '+886 2 2311 1122', mail: 'linjia@hinet.net' },
      { last: '林美惠', phone: '+886 2 2311 1122', mail: 'linjia@hinet.net' },
    ),
    'whole Korean, brothers': other(
      { last: '박준호', phone: '+82 2 333 4455' },
      { last: '박준수', phone: '+82 2 333 4455' },
    ),
    'Frøken and Hr.': other(
      { salutation: 'Hr.', first: 'Robin', last: 'Dahl', phone: '+45 33 11 44 55' },
      { salutation: 'Fru', first: 'Robin', last: 'Dahl', phone: '+45 33 11 44 55' },
    ),
    'Dhr. and Mevr.': other(
      { salutation: 'Dhr.', first: 'S.', last: 'Postma', phone: '+31 58 212 3344' },
      { salutation: 'Mevr.', first: 'S.', last: 'Postma', phone: '+31 58 212 3344' },
    ),
    'ground floor left and right (Berlin)': other(
      { first: 'Anna', last: 'Schulz', street: 'Torstr. 5, EG links', city: 'Berlin' },
      { first: 'Anna', last: 'Schulz', street: 'Torstr. 5, EG rechts', city: 'Berlin' },
    ),
    'Hinterhaus and Vorderhaus': other(
      { first: 'Paul', last: 'Becker', street: 'Kantstr. 12 Hinterhaus', city: 'Berlin' },
      { first: 'Paul', last: 'Becker', street: 'Kantstr. 12 Vorderhaus', city: 'Berlin' },
    ),
    'Lot 4 and Lot 14': other(
      { first: 'Mary', last: 'Jones', street: '200 Pine Rd Lot 4', city: 'Ocala', state: 'FL' },
      { first: 'Mary', last: 'Jones', street: '200 Pine Rd Lot 14', city: 'Ocala', state: 'FL' },
    ),
    'Rm 5 and Rm 15': other(
      { first: 'Wai', last: 'Lee', street: 'Rm 5, 88 Nathan Rd', city: 'Kowloon' },
      { first: 'Wai', last: 'Lee', street: 'Rm 15, 88 Nathan Rd', city: 'Kowloon' },
    ),
    'Basement and upper flat': other(
      { first: 'Jane', last: 'Smith', street: 'Basement Flat, 7 Hill St', city: 'Bath' },
      { first: 'Jane', last: 'Smith', street: 'Top Floor Flat, 7 Hill St', city: 'Bath' },
    ),
    'Czech flat': other(
      { first: 'Jana', last: 'Nováková', street: 'Husova 12, byt 3', city: 'Brno' },
      { first: 'Jana', last: 'Nováková', street: 'Husova 12, byt 9', city: 'Brno' },
    ),
    'Romanian ap.': other(
      { first: 'Ion', last: 'Popescu', street: 'Str. Lungă 5, bl. A3, sc. B, ap. 12', city: 'Brașov' },
      { first: 'Ion', last: 'Popescu', street: 'Str. Lungă 5, bl. A3, sc. B, ap. 21', city: 'Brașov' },
    ),
    'Singapore #12-05': other(
      { first: 'Wei Ling', last: 'Tan', street: 'Blk 45 Bedok North #12-05' },
      { first: 'Wei Ling', last: 'Tan', street: 'Blk 45 Bedok North #08-11' },
    ),
    'Mexican Int.': other(
      { first: 'Juan', last: 'Hernández', street: 'Reforma 222 Int. 301', city: 'CDMX' },
      { first: 'Juan', last: 'Hernández', street: 'Reforma 222 Int. 502', city: 'CDMX' },
    ),
    'Swiss Postfach': other(
      { first: 'Peter', last: 'Müller', street: 'Postfach 112', city: 'Chur' },
      { first: 'Peter', last: 'Müller', street: 'Postfach 211', city: 'Chur' },
    ),
    'last name "Familienname"': other(
      { first: 'Eva', last: 'Familienname', city: 'Graz', phone: '+43 316 8111' },
      { first: 'Eva', last: 'Familienname', city: 'Wien', mail: 'eva88@gmx.at' },
    ),
    'last name "Nazwisko"': other(
      { first: 'Ewa', last: 'Nazwisko', city: 'Łódź', phone: '+48 42 633 1122' },
      { first: 'Ewa', last: 'Nazwisko', city: 'Opole', mail: 'ewa88@wp.pl' },
    ),
    'mailbox ohne@mail.de': other(
      { first: 'Karin', last: 'Wolf', mail: 'ohne@mail.de', city: 'Ulm' },
      { first: 'Karin', last: 'Wolf', mail: 'ohne@mail.de', city: 'Hof' },
    ),
    'mailbox geenemail@geen.nl': other(
      { first: 'Piet', last: 'Bos', mail: 'geenemail@geen.nl', city: 'Ede' },
      { first: 'Piet', last: 'Bos', mail: 'geenemail@geen.nl', city: 'Goes' },
    ),
    'mailbox customer@store.com': other(
      { first: 'Amy', last: 'Lee', mail: 'customer@store.com', city: 'Reno' },
      { first: 'Ann', last: 'Lee', mail: 'customer@store.com', city: 'Reno' },
    ),
    'number 0800 000000': other(
      { first: 'Tim', last: 'Koch', phone: '0800 000000', city: 'Gera' },
      { first: 'Tim', last: 'Koch', phone: '0800 000000', city: 'Jena' },
    ),
    'number 555-5555': other(
      { first: 'Joe', last: 'King', phone: '555-5555', city: 'Boise' },
      { first: 'Joe', last: 'King', phone: '555-5555', city: 'Provo' },
    ),
    'birth date 1950-01-01': other(
      { first: 'Fatma', last: 'Kaya', born: '1950-01-01', city: 'Konya' },
      { first: 'Fatma', last: 'Kaya', born: '1950-01-01', city: 'Adana' },
    ),
    'first name "Herr"': other(
      { first: 'Herr', last: 'Vogt', phone: '+49 30 221144' },
      { first: 'Lutz', last: 'Vogt', phone: '+49 30 221144' },
    ),
    'colleague with the phone of the firm and a namesake of the boss': other(
      { first: 'Karl', last: 'Maier', phone: '+49 7071 5500', title: 'CEO' },
      { first: 'Karla', last: 'Maier', phone: '+49 7071 5500', title: 'CFO' },
    ),
    'Bulgarian and Latin with -ov': same(
      { first: 'Стоян', last: 'Петков', mobile: '+359 88 812 3456' },
      { first: 'Stoyan', last: 'Petkov', mobile: '+359 88 812 3456' },
    ),
    Macedonian: same(
      { first: 'Гоце', last: 'Николов', mail: 'goce.nikolov@gmail.com' },
      { first: 'Goce', last: 'Nikolov', mail: 'goce.nikolov@gmail.com' },
    ),
    Kazakh: same(
      { first: 'Айгүл', last: 'Нұрланова', mobile: '+7 701 123 4567' },
      { first: 'Aigul', last: 'Nurlanova', mobile: '+7 701 123 4567' },
    ),
    Tamil: same(
      { first: 'முருகன்', last: 'செல்வம்', mobile: '+91 94440 88888' },
      { first: 'Murugan', last: 'Selvam', mobile: '+91 94440 88888' },
    ),
    Bengali: same(
      { first: 'রহিম', last: 'উদ্দিন', mobile: '+880 1711 123456' },
      { first: 'Rahim', last: 'Uddin', mobile: '+880 1711 123456' },
    ),
    'Cantonese and Mandarin spelling beside a mailbox': either(
      { first: 'Chi Keung', last: 'Cheung', mail: 'ck.cheung@gmail.com' },
      { first: 'Zhiqiang', last: 'Zhang', mail: 'ck.cheung@gmail.com' },
    ),
    'Portuguese short form': same(
      { first: 'Maria de Fátima', last: 'Lourenço', mail: 'fatima.lourenco@sapo.pt' },
      { first: 'Fátima', last: 'Lourenço', mail: 'fatima.lourenco@sapo.pt' },
    ),
    'French double last name': same(
      { first: 'Élodie', last: 'Marchand Petit', mobile: '+33 6 11 22 33 44' },
      { first: 'Elodie', last: 'Marchand', mobile: '+33 6 11 22 33 44' },
    ),
    'title Ing. and MUDr.': same(
      { first: 'MUDr. Zdeněk', last: 'Kratochvíl', mail: 'kratochvil@ordinace.cz' },
      { first: 'Zdeněk', last: 'Kratochvíl', mail: 'kratochvil@ordinace.cz' },
    ),
    'rank in the first name': same(
      { first: 'Capt. Owen', last: 'Ballard', mobile: '+44 7700 900551' },
      { first: 'Owen', last: 'Ballard', mobile: '+44 7700 900551' },
    ),
    'two typing errors': same(
      { first: 'Marguerite', last: 'Lindstrom', mail: 'm.lindstrom@telia.com', phone: '+46 8 411 2233' },
      { first: 'Margerite', last: 'Lindstorm', mail: 'm.lindstrom@telia.com', phone: '+46 8 411 2233' },
    ),
    'whole name in the last name, title and degree': same(
      { last: 'Dr. med. Ulrich Baumgart', mail: 'praxis@baumgart-hno.de', phone: '+49 551 44556' },
      { first: 'Ulrich', last: 'Baumgart', mail: 'praxis@baumgart-hno.de', phone: '+49 551 44556' },
    ),
    'whole Arabic name': same(
      { last: 'خالد حداد', mobile: '+961 3 123 456' },
      { first: 'Khaled', last: 'Haddad', mobile: '+961 3 123 456' },
    ),
    'LAST, FIRST with particle': same(
      { last: 'VAN DER MEER, Saskia', mail: 's.vandermeer@planet.nl' },
      { first: 'Saskia', last: 'van der Meer', mail: 's.vandermeer@planet.nl' },
    ),
    'whole with firm': same(
      { last: 'Grace Oduya (Oduya Textiles)', mobile: '+254 722 123 456' },
      { first: 'Grace', last: 'Oduya', mobile: '+254 722 123 456' },
    ),
    'initials of both first names': same(
      { first: 'J.R.R.', last: 'Halloran', mail: 'jrr.halloran@gmail.com' },
      { first: 'John Ronald', last: 'Halloran', mail: 'jrr.halloran@gmail.com' },
    ),
    'moved and married, birth date and mobile': same(
      { first: 'Ilka', last: 'Reimann', born: '1987-04-23', mobile: '+49 172 5566778', city: 'Kiel' },
      { first: 'Ilka', last: 'Borchert', born: '1987-04-23', mobile: '+49 172 5566778', city: 'Husum' },
    ),
    'birth date written year first, day unknown': same(
      { first: 'Rufus', last: 'Attenborough', born: '1962-01-01', mobile: '+44 7700 900771' },
      { first: 'Rufus', last: 'Attenborough', born: '1962-09-14', mobile: '+44 7700 900771' },
    ),
    'fax as phone of another': other(
      { first: 'Nora', last: 'Iversen', phone: '+47 55 31 22 11', title: 'Nurse' },
      { first: 'Nils', last: 'Iversen', phone: '+47 55 31 22 11', title: 'Nurse' },
    ),
  }),
  ...leads({
    'company "Einzelunternehmer"': other(
      { first: 'Jan', last: 'Wolff', company: 'Einzelunternehmer', mail: 'jw@gmx.de' },
      { first: 'Jan', last: 'Wolff', company: 'Einzelunternehmer', mail: 'wolff77@web.de' },
    ),
    'company "Homemaker"': other(
      { first: 'Ann', last: 'Hall', company: 'Homemaker', city: 'Erie' },
      { first: 'Ann', last: 'Hall', company: 'homemaker', city: 'Waco' },
    ),
    'company "libre"': other(
      { first: 'Luc', last: 'Roux', company: 'Auto-entrepreneur', city: 'Nice' },
      { first: 'Luc', last: 'Roux', company: 'auto entrepreneur', city: 'Brest' },
    ),
    'reservations@': other(
      { first: 'Gina', last: 'Costa', mail: 'reservations@hotelcosta.com', company: 'Hotel Costa' },
      { first: 'Gino', last: 'Costa', mail: 'reservations@hotelcosta.com', company: 'Hotel Costa' },
    ),
    'jobs@ and switchboard, initial': other(
      { first: 'R.', last: 'Cole', mail: 'jobs@cole.com', phone: '+1 216 555 0100', company: 'Cole' },
      { first: 'Tina', last: 'Cole', mail: 'jobs@cole.com', phone: '+1 216 555 0100', company: 'Cole' },
    ),
    'company in another legal form, same person': same(
      { first: 'Ottilie', last: 'Brandauer', company: 'Brandauer Consulting e.U.', phone: '+43 1 512 3344' },
      { first: 'Ottilie', last: 'Brandauer', company: 'Brandauer Consulting GmbH', phone: '+43 1 5123344' },
    ),
  }),
  ...accounts({
    'two hospitals of one saint': other(
      { name: 'St. Joseph Hospital', city: 'Berlin', phone: '+49 30 78820' },
      { name: 'St. Joseph Hospital', city: 'Bremerhaven', phone: '+49 471 4820' },
    ),
    'North and Northeast': other(
      { name: 'Metro Plumbing North', city: 'Dallas', website: 'metroplumbing.com' },
      { name: 'Metro Plumbing East', city: 'Dallas', website: 'metroplumbing.com' },
    ),
    'Baker and Barker at one address': other(
      { name: 'Baker Law', street: '1 Court Sq', city: 'Salem' },
      { name: 'Barker Law', street: '1 Court Sq', city: 'Salem' },
    ),
    'Lang and Lange': other(
      { name: 'Praxis Lang', street: 'Markt 3', city: 'Fulda' },
      { name: 'Praxis Lange', street: 'Markt 3', city: 'Fulda' },
    ),
    'Immobilien and Bau of one family': other(
      { name: 'Hartmann Immobilien GmbH', street: 'Ring 4', city: 'Ulm', phone: '+49 731 6000' },
      { name: 'Hartmann Bau GmbH', street: 'Ring 4', city: 'Ulm', phone: '+49 731 6000' },
    ),
    'subsidiary in two countries': other(
      { name: 'Kestrel Systems UK Ltd', website: 'kestrel.com' },
      { name: 'Kestrel Systems Ireland Ltd', website: 'kestrel.com' },
    ),
    'shop numbers': other({ name: 'Shell Station 1204', city: 'Graz' }, { name: 'Shell Station 1402', city: 'Graz' }),
    'Plc and Limited': same(
      { name: 'Harrogate Water Plc', phone: '+44 1423 500 600' },
      { name: 'Harrogate Water Limited', phone: '01423 500600' },
    ),
    'accents and Cie': same(
      { name: 'Établissements Moulinot & Cie', city: 'Tours', street: '3 rue Nationale' },
      { name: 'Ets Moulinot et Compagnie', city: 'Tours', street: '3 Rue Nationale' },
    ),
    'website with a path, moved': same(
      { name: 'Aurora Dental', website: 'auroradental.com/home', city: 'Provo' },
      { name: 'Aurora Dental LLC', website: 'www.auroradental.com', city: 'Orem' },
    ),
    'Turkish A.Ş.': same(
      { name: 'Yıldız Tekstil A.Ş.', phone: '+90 224 222 11 33' },
      { name: 'Yildiz Tekstil Anonim Sirketi', phone: '+90 224 222 11 33' },
    ),
  }),
];
