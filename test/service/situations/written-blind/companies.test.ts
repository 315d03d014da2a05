import { another, missed, possible, same, table } from '../situation.js';

const site = (Website: string) => ({ Website });
const name = (Name: string) => ({ Name });

table('firms, branches, groups', 'Account', [
  ...same({ BillingCity: 'Brno', Phone: '+420 541 123 456' }, [
    ['a legal form in two ways', name('Novák Stavby s.r.o.'), name('Novak Stavby, spol. s r.o.')],
    ['Cyrillic, its legal form before it', name('ООО Ромашка'), name('Romashka LLC')],
    ['Japan: a legal form before or behind', name('株式会社サンライズ'), name('サンライズ(株)')],
    ['founders in another order', name('Smith & Jones LLP'), name('Jones & Smith LLP')],
    ['son or sons', name('Müller & Sohn KG'), name('Müller & Söhne KG')],
    ['an apostrophe', name("St. Joseph's Hospital"), name('Saint Joseph Hospital')],
    ['two slips', name('Wollschläger Maschinenbau GmbH'), name('Wollschlager Maschinnenbau')],
    ['one word or two', name('Blau Werk Software'), name('Blauwerk Software GmbH')],
    ['and, &, +', name('Hill and Dale Ltd'), name('Hill + Dale Limited')],
    ['an old legal form', name('Fenwick Tools Ltd'), name('Fenwick Tools PLC')],
    ['formerly', name('Fenwick Tools (formerly Fenwick Bros.)'), name('Fenwick Tools')],
    ['the', name('The Rusty Anchor'), name('Rusty Anchor')],
  ]),
  ...missed({ BillingCity: 'Brno', Phone: '+420 541 123 456' }, [
    ['a law office in two ways', name('Kanzlei Dr. Weber'), name('Dr. Weber Rechtsanwälte')],
    ['a trade in two words', name('Elektro Schmid OHG'), name('Schmid Elektrotechnik')],
  ]),
  ...same({}, [
    [
      'an acronym, and the website says so',
      { ...name('International Business Machines Corp.'), ...site('ibm.com') },
      {
        ...name('IBM'),
        ...site('https://www.ibm.com/uk-en'),
      },
    ],
    [
      'letters of Denmark',
      { ...name('A.P. Møller - Mærsk A/S'), ...site('maersk.com') },
      {
        ...name('AP Moller Maersk'),
        ...site('www.maersk.com'),
      },
    ],
    [
      'moved, the website stays',
      { ...name('Blauwerk Software GmbH'), ...site('blauwerk.io'), BillingCity: 'Kiel' },
      {
        ...name('Blauwerk Software'),
        ...site('https://blauwerk.io/en/contact'),
        BillingCity: 'Bremen',
      },
    ],
    [
      'a website in capitals with its path',
      { ...name('Kornblum Mühle'), ...site('HTTP://WWW.KORNBLUM-MUEHLE.DE/') },
      {
        ...name('Kornblum-Mühle KG'),
        ...site('kornblum-muehle.de/impressum'),
      },
    ],
    [
      'the address, and the name without accents',
      {
        ...name('Café Procope'),
        BillingStreet: '13 rue de l’Ancienne Comédie',
        BillingCity: 'Paris',
        BillingPostalCode: '75006',
      },
      {
        ...name('Cafe Procope SARL'),
        BillingStreet: "13, rue de l'Ancienne-Comedie",
        BillingCity: 'Paris',
        BillingPostalCode: '75006',
      },
    ],
    [
      'the store by its number',
      [
        { ...name('Corner Shop #12'), ...site('cornershop.com'), BillingCity: 'Leeds' },
        { ...name('Corner Shop #21'), ...site('cornershop.com'), BillingCity: 'Leeds' },
      ],
      { ...name('Corner Shop # 21'), ...site('cornershop.com'), BillingCity: 'Leeds' },
      1,
    ],
  ]),
  ...missed({}, [
    [
      'renamed, by its D-U-N-S number and line',
      {
        ...name('Facebook, Inc.'),
        DunsNumber: '160772283',
        Phone: '+1 650 543 4800',
        BillingCity: 'Menlo Park',
      },
      {
        ...name('Meta Platforms, Inc.'),
        DunsNumber: '160772283',
        Phone: '+1 650 543 4800',
        BillingCity: 'Menlo Park',
      },
    ],
  ]),
  ...another({ Website: 'www.kranichgruppe.de', BillingCity: 'Hamburg', Phone: '+49 40 5550000' }, [
    ['a railway and its cargo firm', name('Kranich Bahn AG'), name('Kranich Cargo AG')],
    ['a maker and its bank', name('Kranich Motor Corporation'), name('Kranich Financial Services')],
    ['two formats of one shop', name('Kranich Express'), name('Kranich Extra')],
    ['two hotels of one town', name('Kranich Hotel Hamburg Airport'), name('Kranich Hotel Hamburg City')],
    ['two works', name('Kranich AG, Werk Emden'), name('Kranich AG, Werk Zwickau')],
    ['two countries', name('Kranich Ireland Ltd'), name('Kranich UK Ltd')],
    ['two dealers of one make', name('Kranich Autohaus Huber'), name('Kranich Autohaus Maier')],
    ['police and fire brigade', name('City of Hamburg Police Department'), name('City of Hamburg Fire Department')],
    ['north and south', name('Kranich Hospital North'), name('Kranich Hospital South')],
    ['two kinds of school', name('Gymnasium Am Park'), name('Grundschule Am Park')],
    ['two lodges', name('Kranich Lodge No. 12'), name('Kranich Lodge No. 21')],
    ['East and West in one word', name('Kranich Ostwerk GmbH'), name('Kranich Westwerk GmbH')],
    ['a club and its foundation', name('FC Kranich e.V.'), name('FC Kranich Stiftung')],
    ['a holding and what it holds', name('Kranich Holding GmbH'), name('Kranich GmbH')],
    ['first and second fund', name('Kranich Capital Fund I'), name('Kranich Capital Fund II')],
    ['women and men', name('Kranich Women’s Clinic'), name('Kranich Men’s Clinic')],
  ]),
  ...another({}, [
    [
      'a franchise of which two shops are known',
      [
        { ...name('Subs & More'), ...site('subsandmore.com'), BillingStreet: 'Bahnhofstraße 1', BillingCity: 'Graz' },
        { ...name('Subs & More'), ...site('subsandmore.com'), BillingStreet: 'Ring 4', BillingCity: 'Leoben' },
      ],
      { ...name('Subs & More'), ...site('subsandmore.com'), BillingStreet: 'Hauptplatz 7', BillingCity: 'Villach' },
    ],
    [
      'pages of two cafés at one host',
      {
        ...name('Café Luna'),
        ...site('https://www.facebook.com/cafelunagraz'),
        BillingCity: 'Graz',
      },
      { ...name('Café Luna'), ...site('https://www.facebook.com/cafelunalinz'), BillingCity: 'Linz' },
    ],
    [
      'the host and no page',
      { ...name('Café Luna'), ...site('www.facebook.com'), BillingCity: 'Graz' },
      {
        ...name('Café Luna'),
        ...site('facebook.com'),
        BillingCity: 'Linz',
      },
    ],
    [
      'a name that every town has',
      { ...name('Hotel Post'), BillingCity: 'Lech', Phone: '+43 5583 1' },
      {
        ...name('Hotel Post'),
        BillingCity: 'Imst',
        Phone: '+43 5412 66555',
      },
    ],
    [
      'two houses of one town',
      { ...name('Hotel Post'), BillingCity: 'Lech' },
      {
        ...name('Gasthof Post'),
        BillingCity: 'Lech',
      },
    ],
    [
      'a name that says nothing',
      { ...name('Private customer'), BillingCity: 'Leeds' },
      {
        ...name('Private customer'),
        BillingCity: 'Leeds',
      },
    ],
    [
      'a test',
      { ...name('Test Account'), Phone: '+44 113 496 0121' },
      {
        ...name('Test Account'),
        Phone: '+44 113 496 0121',
      },
    ],
    [
      'two firms of one office building',
      {
        ...name('Lindner Steuerberatung'),
        BillingStreet: 'Ring 5',
        BillingCity: 'Bonn',
        BillingPostalCode: '53111',
      },
      {
        ...name('Lindner Immobilien'),
        BillingStreet: 'Ring 5',
        BillingCity: 'Bonn',
        BillingPostalCode: '53111',
      },
    ],
  ]),
  ...possible({ Name: 'Harbour Dental', BillingCity: 'Cork' }, [
    ['one name, one town, two websites', site('harbourdental.ie'), site('harbour-dental-cork.com')],
  ]),
]);
