import { contacts, either, other, same } from './rows.js';

const home = { street: '14 Alder Close', city: 'Norwich', zip: 'NR2 3QT', country: 'United Kingdom' };
const heim = { street: 'Lindenweg 8', city: 'Bamberg', zip: '96047', country: 'Deutschland' };

/** Who lives in one house, or shares a mailbox or a telephone with the family. */
export const relatives = contacts({
  'mother and daughter, mail and telephone of the family': other(
    { first: 'Ingrid', last: 'Halvorsen', mail: 'familien.halvorsen@online.no', phone: '+47 22 41 18 90' },
    { first: 'Maren', last: 'Halvorsen', mail: 'familien.halvorsen@online.no', phone: '+47 22 41 18 90' },
  ),
  'couple with one mailbox': other(
    { first: 'Tom', last: 'Whitaker', mail: 'tomandjill@btinternet.com', ...home },
    { first: 'Jill', last: 'Whitaker', mail: 'tomandjill@btinternet.com', ...home },
  ),
  'couple with the mailbox of one of them': other(
    { first: 'Jürgen', last: 'Scholz', mail: 'juergen.scholz@web.de', phone: '0951 44871', ...heim },
    { first: 'Renate', last: 'Scholz', mail: 'juergen.scholz@web.de', phone: '0951 44871', ...heim },
  ),
  'couple with one mobile': other(
    { first: 'Ahmed', last: 'Benali', mobile: '+33 6 12 44 87 90', city: 'Lyon' },
    { first: 'Samira', last: 'Benali', mobile: '+33 6 12 44 87 90', city: 'Lyon' },
  ),
  'couple with two last names and one mailbox': other(
    { first: 'Claire', last: 'Dubois', mail: 'dubois.lambert@orange.fr', phone: '+33 4 72 11 09 45' },
    { first: 'Antoine', last: 'Lambert', mail: 'dubois.lambert@orange.fr', phone: '+33 4 72 11 09 45' },
  ),
  'brother and sister Julian and Julia': other(
    { first: 'Julian', last: 'Brandt', phone: '0951 30871', ...heim },
    { first: 'Julia', last: 'Brandt', phone: '0951 30871', ...heim },
  ),
  'brother and sister Oliver and Olivia': other(
    { first: 'Oliver', last: 'Hughes', mail: 'hughesfamily@sky.com', ...home },
    { first: 'Olivia', last: 'Hughes', mail: 'hughesfamily@sky.com', ...home },
  ),
  'Erik and Erika': other(
    { first: 'Erik', last: 'Lindqvist', phone: '+46 8 411 20 30', mail: 'lindqvist@telia.com' },
    { first: 'Erika', last: 'Lindqvist', phone: '+46 8 411 20 30', mail: 'lindqvist@telia.com' },
  ),
  'Louis and Louise': other(
    {
      first: 'Louis',
      last: 'Moreau',
      street: '7 rue des Lilas',
      zip: '35000',
      city: 'Rennes',
      phone: '02 99 30 11 22',
    },
    {
      first: 'Louise',
      last: 'Moreau',
      street: '7 rue des Lilas',
      zip: '35000',
      city: 'Rennes',
      phone: '02 99 30 11 22',
    },
  ),
  'Mario and Maria': other(
    { first: 'Mario', last: 'Ferretti', mail: 'ferretti.casa@libero.it', street: 'Via Dante 3', city: 'Parma' },
    { first: 'Maria', last: 'Ferretti', mail: 'ferretti.casa@libero.it', street: 'Via Dante 3', city: 'Parma' },
  ),
  'Stefan and Stefanie': other(
    { first: 'Stefan', last: 'Kühn', mobile: '0171 2233445', ...heim },
    { first: 'Stefanie', last: 'Kühn', mobile: '0171 2233445', ...heim },
  ),
  'Christian and Christina': other(
    { first: 'Christian', last: 'Vogel', mail: 'fam.vogel@gmx.at', ...heim },
    { first: 'Christina', last: 'Vogel', mail: 'fam.vogel@gmx.at', ...heim },
  ),
  'Andrea and Andreas': other(
    { first: 'Andrea', last: 'Pohl', mail: 'a.pohl@t-online.de', phone: '0951 12398', ...heim },
    { first: 'Andreas', last: 'Pohl', mail: 'a.pohl@t-online.de', phone: '0951 12398', ...heim },
  ),
  'Gabriel and Gabriela': other(
    { first: 'Gabriel', last: 'Nowak', mail: 'nowakowie@wp.pl', phone: '+48 12 633 44 55' },
    { first: 'Gabriela', last: 'Nowak', mail: 'nowakowie@wp.pl', phone: '+48 12 633 44 55' },
  ),
  'Simon and Simone': other(
    { first: 'Simon', last: 'Leclerc', phone: '+32 2 511 22 33', street: 'Rue Haute 20', city: 'Bruxelles' },
    { first: 'Simone', last: 'Leclerc', phone: '+32 2 511 22 33', street: 'Rue Haute 20', city: 'Bruxelles' },
  ),
  'Hassan and Hussein': other(
    { first: 'Hassan', last: 'Rahimi', mail: 'rahimi.family@gmail.com', mobile: '+44 7700 900812' },
    { first: 'Hussein', last: 'Rahimi', mail: 'rahimi.family@gmail.com', mobile: '+44 7700 900812' },
  ),
  'Joan and John': other(
    { first: 'Joan', last: 'Peters', phone: '01603 412233', ...home },
    { first: 'John', last: 'Peters', phone: '01603 412233', ...home },
  ),
  'Ellen and Helen, of which the one is a form of the other': either(
    { first: 'Ellen', last: 'Marsh', mail: 'marsh@talktalk.net', ...home },
    { first: 'Helen', last: 'Marsh', mail: 'marsh@talktalk.net', ...home },
  ),
  'twins Mia and Lia with one birth date': other(
    { first: 'Mia', last: 'Kaiser', born: '2004-06-18', mail: 'kaiser.daheim@gmx.de', ...heim },
    { first: 'Lia', last: 'Kaiser', born: '2004-06-18', mail: 'kaiser.daheim@gmx.de', ...heim },
  ),
  'twins Emma and Emily': other(
    { first: 'Emma', last: 'Clarke', born: '1998-11-02', phone: '01603 778899', ...home },
    { first: 'Emily', last: 'Clarke', born: '1998-11-02', phone: '01603 778899', ...home },
  ),
  'twins Jan and Jana, all the rest the same': other(
    { first: 'Jan', last: 'Svoboda', born: '2001-01-30', mail: 'svobodovi@seznam.cz', phone: '+420 234 111 222' },
    { first: 'Jana', last: 'Svoboda', born: '2001-01-30', mail: 'svobodovi@seznam.cz', phone: '+420 234 111 222' },
  ),
  'twins Dylan and Ryan': other(
    { first: 'Dylan', last: 'Foster', born: '1995-07-07', mail: 'fosterhouse@aol.com', mobile: '+1 503 555 0188' },
    { first: 'Ryan', last: 'Foster', born: '1995-07-07', mail: 'fosterhouse@aol.com', mobile: '+1 503 555 0188' },
  ),
  'Sr and Jr in the last name': other(
    { first: 'Robert', last: 'Haines Sr.', phone: '+1 614 555 0117', mail: 'rhaines@aol.com' },
    { first: 'Robert', last: 'Haines Jr.', phone: '+1 614 555 0117', mail: 'rhaines@aol.com' },
  ),
  'Sr and Jr in the first name': other(
    { first: 'Walter Sr', last: 'Dunn', phone: '+1 614 555 0171', mail: 'dunns@aol.com' },
    { first: 'Walter Jr', last: 'Dunn', phone: '+1 614 555 0171', mail: 'dunns@aol.com' },
  ),
  'II in one field, III in the other': other(
    { first: 'Charles', last: 'Beaumont II', mail: 'beaumont@comcast.net', phone: '+1 843 555 0102' },
    { first: 'Charles III', last: 'Beaumont', mail: 'beaumont@comcast.net', phone: '+1 843 555 0102' },
  ),
  'Jr. against III': other(
    { first: 'Harold', last: 'Pike Jr.', mail: 'haroldpike@yahoo.com' },
    { first: 'Harold', last: 'Pike III', mail: 'haroldpike@yahoo.com' },
  ),
  'marks in the field for suffixes': other(
    { first: 'George', last: 'Tate', suffix: 'Sr.', mail: 'gtate@verizon.net', phone: '+1 804 555 0199' },
    { first: 'George', last: 'Tate', suffix: 'Jr.', mail: 'gtate@verizon.net', phone: '+1 804 555 0199' },
  ),
  'père and fils': other(
    { first: 'Jean', last: 'Garnier père', phone: '04 75 22 33 44', street: '2 place du Marché', city: 'Valence' },
    { first: 'Jean', last: 'Garnier fils', phone: '04 75 22 33 44', street: '2 place du Marché', city: 'Valence' },
  ),
  'the elder and the younger': other(
    { first: 'William', last: 'Ashby the Elder', mail: 'ashby@ashbyhall.co.uk', ...home },
    { first: 'William', last: 'Ashby the Younger', mail: 'ashby@ashbyhall.co.uk', ...home },
  ),
  'd. Ä. and d. J.': other(
    { first: 'Georg', last: 'Huber d. Ä.', phone: '0951 55123', ...heim },
    { first: 'Georg', last: 'Huber d. J.', phone: '0951 55123', ...heim },
  ),
  'sen. and jun.': other(
    { first: 'Alois', last: 'Gruber sen.', phone: '+43 662 841122', mail: 'gruber@aon.at' },
    { first: 'Alois', last: 'Gruber jun.', phone: '+43 662 841122', mail: 'gruber@aon.at' },
  ),
  'st. and ml. (Polish and Czech)': other(
    { first: 'Jan', last: 'Kowalczyk st.', mail: 'kowalczyk@onet.pl', phone: '+48 22 611 22 33' },
    { first: 'Jan', last: 'Kowalczyk mł.', mail: 'kowalczyk@onet.pl', phone: '+48 22 611 22 33' },
  ),
  'Czech st. and ml.': other(
    { first: 'Josef', last: 'Dvořák st.', mail: 'dvorak@seznam.cz' },
    { first: 'Josef', last: 'Dvořák ml.', mail: 'dvorak@seznam.cz' },
  ),
  'Hungarian id. and ifj.': other(
    { first: 'István', last: 'id. Nagy', mail: 'nagy.istvan@freemail.hu', phone: '+36 1 322 4455' },
    { first: 'István', last: 'ifj. Nagy', mail: 'nagy.istvan@freemail.hu', phone: '+36 1 322 4455' },
  ),
  'Spanish padre and hijo': other(
    { first: 'Antonio', last: 'Ruiz Molina (padre)', phone: '+34 954 22 11 33', mail: 'ruizmolina@telefonica.net' },
    { first: 'Antonio', last: 'Ruiz Molina (hijo)', phone: '+34 954 22 11 33', mail: 'ruizmolina@telefonica.net' },
  ),
  'Portuguese Filho and Neto': other(
    { first: 'Carlos', last: 'Almeida Filho', mail: 'familia.almeida@uol.com.br', phone: '+55 11 3088 1122' },
    { first: 'Carlos', last: 'Almeida Neto', mail: 'familia.almeida@uol.com.br', phone: '+55 11 3088 1122' },
  ),
  'Swedish d.ä. and d.y.': other(
    { first: 'Nils', last: 'Bergman d.ä.', phone: '+46 18 22 33 44', mail: 'bergman@telia.com' },
    { first: 'Nils', last: 'Bergman d.y.', phone: '+46 18 22 33 44', mail: 'bergman@telia.com' },
  ),
  'Russian ст. and мл.': other(
    { first: 'Иван', last: 'Соколов ст.', mail: 'sokolov@mail.ru', phone: '+7 495 123 45 67' },
    { first: 'Иван', last: 'Соколов мл.', mail: 'sokolov@mail.ru', phone: '+7 495 123 45 67' },
  ),
  '2nd and 3rd': other(
    { first: 'Preston', last: 'Hale 2nd', mail: 'hale@cox.net' },
    { first: 'Preston', last: 'Hale 3rd', mail: 'hale@cox.net' },
  ),
  'Junior against a birth date long before': other(
    { first: 'Eugene', last: 'Maddox', born: '1941-02-11', mail: 'maddox@att.net', phone: '+1 214 555 0145' },
    { first: 'Eugene', last: 'Maddox Jr', born: '1968-09-30', mail: 'maddox@att.net', phone: '+1 214 555 0145' },
  ),
  'a mark on one side only': either(
    { first: 'Leonard', last: 'Frost', mail: 'lfrost@att.net', phone: '+1 214 555 0154' },
    { first: 'Leonard', last: 'Frost Jr.', mail: 'lfrost@att.net', phone: '+1 214 555 0154' },
  ),
  'the same mark, written otherwise': same(
    { first: 'Leonard', last: 'Frost Jr.', mail: 'lfrost@att.net', phone: '+1 214 555 0154' },
    { first: 'Leonard', last: 'Frost, Junior', mail: 'lfrost@att.net', phone: '+1 214 555 0154' },
  ),
  'equal names, birth dates a generation apart, same house and mailbox': other(
    {
      first: 'Peter',
      last: 'Maurer',
      born: '1951-04-02',
      mail: 'maurer@bluewin.ch',
      phone: '+41 31 331 22 33',
      ...heim,
    },
    {
      first: 'Peter',
      last: 'Maurer',
      born: '1983-10-19',
      mail: 'maurer@bluewin.ch',
      phone: '+41 31 331 22 33',
      ...heim,
    },
  ),
  'equal names and mobile, birth dates two years apart in all parts': other(
    { first: 'Fatima', last: 'El Amrani', born: '1979-05-14', mobile: '+212 661 223344' },
    { first: 'Fatima', last: 'El Amrani', born: '1981-11-27', mobile: '+212 661 223344' },
  ),
  'grandmother and granddaughter of one name': other(
    { first: 'Rosa', last: 'Conti', born: '1938-03-03', street: 'Via Roma 12', city: 'Lecce', phone: '0832 123456' },
    { first: 'Rosa', last: 'Conti', born: '2002-08-21', street: 'Via Roma 12', city: 'Lecce', phone: '0832 123456' },
  ),
  'birth date with day and month exchanged': same(
    { first: 'Nadia', last: 'Volkova', born: '1984-03-12', mail: 'nadia.volkova@yandex.ru' },
    { first: 'Nadia', last: 'Volkova', born: '1984-12-03', mail: 'nadia.volkova@yandex.ru' },
  ),
  'birth date with one wrong digit': same(
    { first: 'Owen', last: 'Pritchard', born: '1976-08-15', mail: 'owen.pritchard@live.co.uk', mobile: '07700 900331' },
    { first: 'Owen', last: 'Pritchard', born: '1976-08-16', mail: 'owen.pritchard@live.co.uk', mobile: '07700 900331' },
  ),
  'birth date of which one side knows the year alone': same(
    { first: 'Lorna', last: 'Keats', born: '1969-01-01', mail: 'lorna.keats@gmail.com', mobile: '07700 900332' },
    { first: 'Lorna', last: 'Keats', born: '1969-05-23', mail: 'lorna.keats@gmail.com', mobile: '07700 900332' },
  ),
  'Mr and Mrs of one initial': other(
    { salutation: 'Mr.', first: 'J.', last: 'Ellison', phone: '01603 221144', ...home },
    { salutation: 'Mrs.', first: 'J.', last: 'Ellison', phone: '01603 221144', ...home },
  ),
  'Herr and Frau Kim Larsen': other(
    { salutation: 'Herr', first: 'Kim', last: 'Larsen', phone: '0951 77665', ...heim },
    { salutation: 'Frau', first: 'Kim', last: 'Larsen', phone: '0951 77665', ...heim },
  ),
  'Signor and Signora Andrea': other(
    { salutation: 'Sig.', first: 'Andrea', last: 'Galli', mail: 'galli@tin.it', street: 'Via Po 9', city: 'Torino' },
    { salutation: 'Sig.ra', first: 'Andrea', last: 'Galli', mail: 'galli@tin.it', street: 'Via Po 9', city: 'Torino' },
  ),
  'Monsieur and Madame Dominique': other(
    { salutation: 'M.', first: 'Dominique', last: 'Perrin', phone: '+33 1 44 55 66 77', mail: 'perrin@free.fr' },
    { salutation: 'Mme', first: 'Dominique', last: 'Perrin', phone: '+33 1 44 55 66 77', mail: 'perrin@free.fr' },
  ),
  'an initial that the other first name has not': other(
    { first: 'M.', last: 'Keller', phone: '+41 44 251 66 77', ...heim },
    { first: 'Sabine', last: 'Keller', phone: '+41 44 251 66 77', ...heim },
  ),
  'a third member beside two who share the mailbox': other(
    [
      { first: 'Robert', last: 'Sattler', mail: 'sattler.home@gmx.net', ...heim },
      { first: 'Birgit', last: 'Sattler', mail: 'sattler.home@gmx.net', ...heim },
    ],
    { first: 'Lena', last: 'Sattler', mail: 'sattler.home@gmx.net', ...heim },
  ),
  'the second of two who share the mailbox, again': same(
    [
      { first: 'Robert', last: 'Sattler', mail: 'sattler.home@gmx.net', ...heim },
      { first: 'Birgit', last: 'Sattler', mail: 'sattler.home@gmx.net', ...heim },
    ],
    { first: 'Birgit', last: 'Sattler', mail: 'sattler.home@gmx.net', ...heim },
    1,
  ),
  'the same again, first name by its nickname': same(
    [
      { first: 'Robert', last: 'Quinlan', mail: 'quinlans@eircom.net', phone: '+353 1 288 1122', ...home },
      { first: 'Margaret', last: 'Quinlan', mail: 'quinlans@eircom.net', phone: '+353 1 288 1122', ...home },
    ],
    { first: 'Bob', last: 'Quinlan', mail: 'quinlans@eircom.net', phone: '+353 1 288 1122', ...home },
    0,
  ),
  'no first name, mailbox of the family': either(
    { first: 'Ole', last: 'Berg', mail: 'berg.family@online.no' },
    { last: 'Berg', mail: 'berg.family@online.no' },
  ),
  'father and son of one name, nothing tells them apart': either(
    { first: 'Hans', last: 'Zimmerli', phone: '+41 62 721 33 44', ...heim },
    { first: 'Hans', last: 'Zimmerli', phone: '+41 62 721 33 44', ...heim },
  ),
  'both first names in one record, one of them in the other': either(
    { first: 'Karl und Heidi', last: 'Thoma', phone: '0951 90011', ...heim },
    { first: 'Heidi', last: 'Thoma', phone: '0951 90011', ...heim },
  ),
  'mother-in-law under the same landline': other(
    { first: 'Brigitte', last: 'Arnold', phone: '+41 71 222 33 44', ...heim },
    {
      first: 'Brigitte',
      last: 'Zellweger',
      phone: '+41 71 222 33 44',
      born: '1949-01-17',
      street: 'Dorf 3',
      city: 'Gais',
    },
  ),
  'father with the mobile of his son': other(
    { first: 'Darren', last: 'Oakley', mobile: '07700 900455', born: '1990-02-20' },
    { first: 'Kenneth', last: 'Oakley', mobile: '07700 900455', born: '1959-06-01' },
  ),
  'sisters Sofia and Sonia': other(
    { first: 'Sofia', last: 'Papadaki', mail: 'papadaki@otenet.gr', phone: '+30 2810 223344' },
    { first: 'Sonia', last: 'Papadaki', mail: 'papadaki@otenet.gr', phone: '+30 2810 223344' },
  ),
  'sisters Anne-Marie and Anne-Sophie': other(
    { first: 'Anne-Marie', last: 'Roussel', mail: 'roussel@wanadoo.fr', phone: '03 80 11 22 33' },
    { first: 'Anne-Sophie', last: 'Roussel', mail: 'roussel@wanadoo.fr', phone: '03 80 11 22 33' },
  ),
  'brothers Jean-Luc and Jean-Paul': other(
    { first: 'Jean-Luc', last: 'Fabre', phone: '+33 4 66 11 22 33', street: '4 impasse du Moulin', city: 'Nîmes' },
    { first: 'Jean-Paul', last: 'Fabre', phone: '+33 4 66 11 22 33', street: '4 impasse du Moulin', city: 'Nîmes' },
  ),
  'brothers Abdullah and Abdulrahman': other(
    { first: 'Abdullah', last: 'Al-Harbi', mail: 'alharbi.home@hotmail.com', phone: '+966 11 456 7788' },
    { first: 'Abdulrahman', last: 'Al-Harbi', mail: 'alharbi.home@hotmail.com', phone: '+966 11 456 7788' },
  ),
  'sisters 김민지 and 김민서': other(
    { first: '민지', last: '김', phone: '+82 2 555 1234', mail: 'kimfamily@naver.com' },
    { first: '민서', last: '김', phone: '+82 2 555 1234', mail: 'kimfamily@naver.com' },
  ),
  'brothers 佐藤健一 and 佐藤健二': other(
    { first: '健一', last: '佐藤', phone: '+81 3 3456 7890', street: '世田谷区三軒茶屋1-2-3' },
    { first: '健二', last: '佐藤', phone: '+81 3 3456 7890', street: '世田谷区三軒茶屋1-2-3' },
  ),
  'sisters 王小红 and 王小芳': other(
    { first: '小红', last: '王', phone: '+86 10 6512 3344', mail: 'wangjia@163.com' },
    { first: '小芳', last: '王', phone: '+86 10 6512 3344', mail: 'wangjia@163.com' },
  ),
  'sisters Ольга and Олеся': other(
    { first: 'Ольга', last: 'Зайцева', phone: '+7 812 333 44 55', mail: 'zaitsevy@mail.ru' },
    { first: 'Олеся', last: 'Зайцева', phone: '+7 812 333 44 55', mail: 'zaitsevy@mail.ru' },
  ),
  'Мария and Марина': other(
    { first: 'Мария', last: 'Орлова', mail: 'orlovy@yandex.ru', phone: '+7 495 777 11 22' },
    { first: 'Марина', last: 'Орлова', mail: 'orlovy@yandex.ru', phone: '+7 495 777 11 22' },
  ),
  'Александр and Александра': other(
    { first: 'Александр', last: 'Ким', mail: 'kim.semya@mail.ru', phone: '+7 383 222 33 44' },
    { first: 'Александра', last: 'Ким', mail: 'kim.semya@mail.ru', phone: '+7 383 222 33 44' },
  ),
  'Γιώργος and Γιωργία': other(
    { first: 'Γιώργος', last: 'Αντωνίου', phone: '+30 210 771 2233', mail: 'antoniou@otenet.gr' },
    { first: 'Γεωργία', last: 'Αντωνίου', phone: '+30 210 771 2233', mail: 'antoniou@otenet.gr' },
  ),
  'Icelandic siblings with their patronymics': other(
    { first: 'Jón', last: 'Einarsson', phone: '+354 551 2233', street: 'Laugavegur 40', city: 'Reykjavík' },
    { first: 'Jóna', last: 'Einarsdóttir', phone: '+354 551 2233', street: 'Laugavegur 40', city: 'Reykjavík' },
  ),
});
