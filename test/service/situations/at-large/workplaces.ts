import { contacts, either, leads, other, same } from './rows.js';

const firm = {
  mail: 'info@brennersteel.de',
  phone: '+49 6221 4455-0',
  company: 'Brenner Stahlbau GmbH',
  city: 'Heidelberg',
};
const acme = { phone: '+1 312 555 0100', company: 'Lakeside Logistics Inc', city: 'Chicago' };

/** Colleagues, whose numbers and mailboxes are those of the firm. */
export const workplaces = [
  ...leads({
    'switchboard and info@, Anna and Anja': other(
      { first: 'Anna', last: 'Schmidt', ...firm },
      { first: 'Anja', last: 'Schmidt', ...firm },
    ),
    'switchboard and info@, two last names': other(
      { first: 'Uwe', last: 'Lang', ...firm },
      { first: 'Uwe', last: 'Kurz', ...firm },
    ),
    'switchboard, Mark and Marc with mailboxes of their own': other(
      { first: 'Mark', last: 'Jansen', mail: 'mark.jansen@lakesidelog.com', ...acme },
      { first: 'Marc', last: 'Jansen', mail: 'marc.jansen@lakesidelog.com', ...acme },
    ),
    'p.miller@ and s.miller@': other(
      { first: 'Paul', last: 'Miller', mail: 'p.miller@lakesidelog.com', ...acme },
      { first: 'Sandra', last: 'Miller', mail: 's.miller@lakesidelog.com', ...acme },
    ),
    'Jane and John, jsmith1@ and jsmith2@': other(
      { first: 'Jane', last: 'Smith', mail: 'jsmith1@lakesidelog.com', ...acme },
      { first: 'John', last: 'Smith', mail: 'jsmith2@lakesidelog.com', ...acme },
    ),
    'Chloe and Charles, c.martin@ and ch.martin@': other(
      { first: 'Chloe', last: 'Martin', mail: 'c.martin@lakesidelog.com', ...acme },
      { first: 'Charles', last: 'Martin', mail: 'ch.martin@lakesidelog.com', ...acme },
    ),
    'extensions of one switchboard': other(
      { first: 'Jon', last: 'Olsen', phone: '+47 22 40 50 60 ext. 12', company: 'Fjordkraft', city: 'Oslo' },
      { first: 'Jan', last: 'Olsen', phone: '+47 22 40 50 60 ext. 14', company: 'Fjordkraft', city: 'Oslo' },
    ),
    'direct-dial numbers one digit apart': other(
      { first: 'Tina', last: 'Vogt', phone: '+49 711 9988-121', company: 'Autohaus Vogt', city: 'Stuttgart' },
      { first: 'Tim', last: 'Vogt', phone: '+49 711 9988-122', company: 'Autohaus Vogt', city: 'Stuttgart' },
    ),
    'sales@ in two hands': other(
      { first: 'Derek', last: 'Shaw', mail: 'sales@northpumps.co.uk', company: 'North Pumps Ltd' },
      { first: 'Diana', last: 'Shaw', mail: 'sales@northpumps.co.uk', company: 'North Pumps Ltd' },
    ),
    'contacto@ in two hands': other(
      { first: 'Lucía', last: 'Ortega', mail: 'contacto@viveroazul.es', company: 'Vivero Azul SL' },
      { first: 'Luis', last: 'Ortega', mail: 'contacto@viveroazul.es', company: 'Vivero Azul SL' },
    ),
    'secretariat@ in two hands': other(
      {
        first: 'Yves',
        last: 'Collin',
        mail: 'secretariat@lycee-hugo.fr',
        company: 'Lycée Hugo',
        phone: '01 40 50 60 70',
      },
      {
        first: 'Yvette',
        last: 'Collin',
        mail: 'secretariat@lycee-hugo.fr',
        company: 'Lycée Hugo',
        phone: '01 40 50 60 70',
      },
    ),
    'buchhaltung@ in two hands': other(
      { first: 'Petra', last: 'Lorenz', mail: 'buchhaltung@moebel-lorenz.de', company: 'Möbel Lorenz KG' },
      { first: 'Paula', last: 'Lorenz', mail: 'buchhaltung@moebel-lorenz.de', company: 'Möbel Lorenz KG' },
    ),
    'biuro@ in two hands': other(
      {
        first: 'Kamil',
        last: 'Zając',
        mail: 'biuro@zajac-trans.pl',
        company: 'Zając Trans',
        phone: '+48 61 855 22 11',
      },
      {
        first: 'Kamila',
        last: 'Zając',
        mail: 'biuro@zajac-trans.pl',
        company: 'Zając Trans',
        phone: '+48 61 855 22 11',
      },
    ),
    'mailbox of the assistant': other(
      {
        first: 'Gerald',
        last: 'Whitmore',
        mail: 'ellen.brody@whitmorecap.com',
        company: 'Whitmore Capital',
        phone: '+1 212 555 0133',
      },
      {
        first: 'Ellen',
        last: 'Brody',
        mail: 'ellen.brody@whitmorecap.com',
        company: 'Whitmore Capital',
        phone: '+1 212 555 0133',
      },
    ),
    'namesakes in one large firm, mailboxes with numbers': either(
      { first: 'Wei', last: 'Zhang', mail: 'wei.zhang@megacorp.com', company: 'MegaCorp' },
      { first: 'Wei', last: 'Zhang', mail: 'wei.zhang2@megacorp.com', company: 'MegaCorp' },
    ),
    'namesakes in two firms': other(
      { first: 'Michael', last: 'Brown', mail: 'm.brown@harborlight.org', company: 'Harbor Light', city: 'Boston' },
      { first: 'Michael', last: 'Brown', mail: 'mbrown@desertsun.com', company: 'Desert Sun Media', city: 'Tucson' },
    ),
    'namesakes of one city': other(
      {
        first: 'Thomas',
        last: 'Müller',
        mail: 'thomas.mueller@allianz-agentur.de',
        company: 'Agentur Müller',
        city: 'München',
      },
      { first: 'Thomas', last: 'Müller', mail: 'tm@bauhof-sued.de', company: 'Bauhof Süd', city: 'München' },
    ),
    'mailboxes one letter apart, two first names': other(
      { first: 'Tim', last: 'Reed', mail: 'treed@orbital.io', company: 'Orbital' },
      { first: 'Tom', last: 'Freed', mail: 'tfreed@orbital.io', company: 'Orbital' },
    ),
    'namesakes with private mailboxes one character apart': either(
      { first: 'Daniel', last: 'Kim', mail: 'danielkim88@gmail.com', company: 'Kim Dental', city: 'Seattle' },
      { first: 'Daniel', last: 'Kim', mail: 'danielkim89@gmail.com', company: 'Blue Bottle', city: 'Oakland' },
    ),
    ...Object.fromEntries(
      [
        ['Self-employed', 'self employed'],
        ['Freelance', 'Freelancer'],
        ['Privat', 'privat'],
        ['Student', 'Student'],
        ['Retired', 'Retired'],
        ['n/a', 'N/A'],
        ['Independent', 'Independent'],
        ['Unemployed', 'unemployed'],
        ['Autónomo', 'Autonomo'],
        ['Indépendant', 'indépendante'],
        ['Libero professionista', 'libera professionista'],
        ['Freiberufler', 'freiberuflich'],
        ['ZZP', 'zzp-er'],
        ['Not provided', '[not provided]'],
        ['None', 'none'],
        ['Private person', 'private individual'],
        ['Particulier', 'particulier'],
        ['Osoba prywatna', 'osoba prywatna'],
        ['个人', '个人'],
        ['個人', '個人'],
        ['частное лицо', 'Частное лицо'],
        ['Home', 'home'],
        ['TBD', 'tbd'],
        ['Rentner', 'Rentnerin'],
      ].map(([a, b]) => [
        `company "${a}": namesakes of two towns`,
        other(
          { first: 'Laura', last: 'Weber', company: a!, mail: 'laura.w.1980@outlook.com', city: 'Aachen' },
          { first: 'Laura', last: 'Weber', company: b!, mail: 'webers.laura@icloud.com', city: 'Rostock' },
        ),
      ]),
    ),
    'same person, company by its short name': same(
      {
        first: 'Henrike',
        last: 'Paulsen',
        company: 'Nordwind Energie GmbH & Co. KG',
        mail: 'h.paulsen@nordwind-energie.de',
      },
      { first: 'Henrike', last: 'Paulsen', company: 'Nordwind Energie', mail: 'h.paulsen@nordwind-energie.de' },
    ),
    'same person in a new firm, private mailbox': same(
      { first: 'Yasmin', last: 'Haddad', company: 'Petra Tours', mail: 'yasmin.haddad@gmail.com' },
      { first: 'Yasmin', last: 'Haddad', company: 'Amman Airlines', mail: 'yasmin.haddad@gmail.com' },
    ),
    'same person, one mailbox at work and one at home, mobile': same(
      {
        first: 'Callum',
        last: 'Reid',
        company: 'Reid Joinery',
        mail: 'callum@reidjoinery.co.uk',
        mobile: '07700 900611',
      },
      {
        first: 'Callum',
        last: 'Reid',
        company: 'Reid Joinery',
        mail: 'callumreid@hotmail.com',
        mobile: '07700 900611',
      },
    ),
    'same person, company, title and switchboard; only the mailbox new': either(
      {
        first: 'Svetlana',
        last: 'Morozova',
        company: 'Baltic Timber OÜ',
        phone: '+372 611 2233',
        title: 'CEO',
        mail: 'svetlana@baltictimber.ee',
      },
      {
        first: 'Svetlana',
        last: 'Morozova',
        company: 'Baltic Timber',
        phone: '+372 611 2233',
        title: 'CEO',
        mail: 's.morozova@balticgroup.ee',
      },
    ),
    'same person with a rare name and the same company, nothing else': same(
      { first: 'Wolfhart', last: 'Eisenschmidt', company: 'Carl Zeiss Meditec AG', city: 'Jena' },
      { first: 'Wolfhart', last: 'Eisenschmidt', company: 'Carl Zeiss Meditec', city: 'Jena' },
    ),
    'info@, the same person again': same(
      { first: 'Anna', last: 'Schmidt', ...firm },
      { first: 'Anna', last: 'Schmidt', ...firm },
    ),
    'mailbox by initial and last name, first name by its nickname': same(
      { first: 'William', last: 'Tennant', company: 'Tennant & Sons', mail: 'w.tennant@tennantsons.com' },
      { first: 'Bill', last: 'Tennant', company: 'Tennant and Sons', mail: 'w.tennant@tennantsons.com' },
    ),
  }),
  ...contacts({
    'reception telephone, one department': other(
      { first: 'Claudia', last: 'Meier', phone: '+41 44 215 00 00', department: 'HR', title: 'Manager' },
      { first: 'Claudio', last: 'Meier', phone: '+41 44 215 00 00', department: 'HR', title: 'Manager' },
    ),
    'office@ under which five are stored, another one': other(
      ['Ada', 'Ben', 'Cora', 'Dirk', 'Edda'].map((first) => ({ first, last: 'Lohmann', mail: 'office@lohmann.at' })),
      { first: 'Edgar', last: 'Lohmann', mail: 'office@lohmann.at' },
    ),
    'a private mailbox under which four names are stored, another one': other(
      [
        { first: 'Ruth', last: 'Alder', mail: 'club1899@gmx.ch' },
        { first: 'Beat', last: 'Kunz', mail: 'club1899@gmx.ch' },
        { first: 'Urs', last: 'Frei', mail: 'club1899@gmx.ch' },
        { first: 'Doris', last: 'Wyss', mail: 'club1899@gmx.ch' },
      ],
      { first: 'Dora', last: 'Wyss', mail: 'club1899@gmx.ch' },
    ),
    'a number under which many are stored, last name the same': other(
      ['Bauer', 'Huber', 'Mayr', 'Egger'].map((last, i) => ({
        first: ['Max', 'Ida', 'Leo', 'Eva'][i]!,
        last,
        phone: '+43 1 50501',
      })),
      { first: 'Moritz', last: 'Bauer', phone: '+43 1 50501' },
    ),
    'name of the department in place of the first name': other(
      { first: 'Einkauf', last: 'Brenner', mail: 'einkauf@brenner.de', phone: '+49 6221 4455-0' },
      { first: 'Verkauf', last: 'Brenner', mail: 'verkauf@brenner.de', phone: '+49 6221 4455-0' },
    ),
  }),
];
