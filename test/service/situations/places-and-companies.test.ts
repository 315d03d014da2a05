import { entriesOf } from '../../support/entries.js';
import { another, same, table } from './situation.js';

const OF_ONE_NAME = { FirstName: 'Maria', LastName: 'Silva', MailingCity: 'Springfield', MailingPostalCode: '62701' };
const AT_ONE_NUMBER = { BillingCity: 'Springfield', Phone: '+1 415 555 0132' };

/** `STORED = SENT`: two different homes of people with the same name. */
const OTHER_DWELLINGS = `
  12 Elm St, 2nd Fl = 12 Elm St, 3rd Fl | 12 Elm St, 2nd Floor = 12 Elm St, 4th Floor
  Rue Haute 12 bte 3 = Rue Haute 12 bte 5 | Rue Haute 12, Boîte 3 = Rue Haute 12, Boîte 5
  Blk 123 Ang Mo Kio Ave 3 #05-12 = Blk 123 Ang Mo Kio Ave 3 #07-12
  Blk 123 Ang Mo Kio Ave 3 #05-12 = Blk 125 Ang Mo Kio Ave 3 #05-12
  Rua das Flores 100, Apto 301 = Rua das Flores 100, Apto 502 | Rua das Flores 100 ap. 31 = Rua das Flores 100 ap. 52
  A-302 Green Park = C-302 Green Park
  Flat A-302, Green Park Society, MG Road = Flat C-302, Green Park Society, MG Road
  Villa 14, Palm Jumeirah = Villa 41, Palm Jumeirah | Plot 14, Sector 7 = Plot 15, Sector 7
  Shop 3, Mall Road = Shop 8, Mall Road | 12 North Main Street = 12 South Main Street | 12 N Main St = 12 S Main St
  450 E 12th St = 450 W 12th St | 12 bis Rue de Lyon = 12 ter Rue de Lyon | Hauptstr. 12/A = Hauptstr. 12/B
  Hauptstr. 12a = Hauptstr. 12b | Calle Mayor 5, 2º A = Calle Mayor 5, 3º B | Calle Mayor 5, 2º A = Calle Mayor 5, 2º B
  Via Roma 5, int. 3 = Via Roma 5, int. 7 | Via Roma 5 scala A = Via Roma 5 scala B
  Hauptstraße 5, Whg. 3 = Hauptstraße 5, Whg. 8 | Hauptstraße 5 / Stiege 2 / Tür 7 = Hauptstraße 5 / Stiege 3 / Tür 7
  Flat 3, 12 High St = Flat 5, 12 High St | Kalverstraat 12-2 = Kalverstraat 12-3
  Kalverstraat 12 II = Kalverstraat 12 III | Room 1203, Block B, City Garden = Room 1203, Block C, City Garden
  100 Ocean Dr PH 1 = 100 Ocean Dr PH 2 | 100 Ocean Dr Bldg 4 = 100 Ocean Dr Bldg 6
  100 Ocean Dr Lot 4 = 100 Ocean Dr Lot 6 | ul. Długa 5 m. 3 = ul. Długa 5 m. 8 | ul. Długa 5/3 = ul. Długa 5/8
  ул. Ленина 5, кв. 3 = ул. Ленина 5, кв. 8 | ул. Ленина 5, корп. 1 = ул. Ленина 5, корп. 2
  House 12, Road 5, Block C = House 12, Road 7, Block C | 12 Rue de Lyon, 2ème étage = 12 Rue de Lyon, 3ème étage
  Storgatan 5 lgh 1101 = Storgatan 5 lgh 1203 | Fő utca 5. 2. em. 3 = Fő utca 5. 3. em. 3
  5th Avenue 12 = 6th Avenue 12 | 12 Park Rd, Rear = 12 Park Rd, Front | 12 Park Rd Unit B = 12 Park Rd Unit D
  12 Park Rd, Suite 100 = 12 Park Rd, Suite 250
  Tower A, Floor 5, Flat 502, Palm Court = Tower B, Floor 5, Flat 502, Palm Court
  Tower 1, 8/F, Flat B, Harbour Gardens = Tower 2, 8/F, Flat B, Harbour Gardens
  Flat B, 8/F, Tower 1, Harbour Gardens = Flat B, 9/F, Tower 1, Harbour Gardens
  Flat 3, 2nd Floor, 12 High St = Flat 3, 3rd Floor, 12 High St | 1-2-3 Ginza = 1-2-5 Ginza
  2-11-3 Meguro = 2-11-7 Meguro | Ginza 4-2-15 = Ginza 4-3-15 | 3-5-1 Nishi-Shinjuku = 2-5-1 Nishi-Shinjuku
  12 Upper High Street = 12 Lower High Street | 7 Upper Mill Lane = 7 Lower Mill Lane
  5 Old Kent Road = 5 New Kent Road | Obere Hauptstraße 4 = Untere Hauptstraße 4
  Cra 7 # 12-34 Apto 301 = Cra 7 # 12-34 Apto 502 | Carrera 7 # 12-34 = Carrera 7 # 12-58
  Calle 100 # 8A-49 Torre A = Calle 100 # 8A-49 Torre B | Cra 7 # 12-34 = Cra 9 # 12-34
  12 East Broadway = 12 West Broadway | Große Bergstraße 8 = Kleine Bergstraße 8 | Third Avenue 12 = Fifth Avenue 12
  12 Second Street = 12 Seventh Street | Two Main Plaza = Ten Main Plaza
  12 Elm St, Twelfth Floor = 12 Elm St, Eleventh Floor | Hauptstraße 5, erster Stock = Hauptstraße 5, dritter Stock
  12 rue de Lyon, deuxième étage = 12 rue de Lyon, quatrième étage
  Calle Mayor 5, primer piso = Calle Mayor 5, tercer piso | Via Roma 5, secondo piano = Via Roma 5, quarto piano
  3/12 Elm St = 5/12 Elm St | Unit 3, 12 Elm St = 5/12 Elm St | 12ter Rue de Lyon = 12 bis Rue de Lyon
  Blk 123, Ang Mo Kio Ave 3 = Blk 132, Ang Mo Kio Ave 3 | Wing A, Flat 12, Sea View = Wing C, Flat 12, Sea View
  Phase 1, House 22, DHA = Phase 5, House 22, DHA | Gate 2, 14 Dock Rd = Gate 5, 14 Dock Rd
  Hauptstr. 5, Aufgang B = Hauptstr. 5, Aufgang D | Rue Neuve 8, escalier A = Rue Neuve 8, escalier C
  Kingsway 9 Mezzanine = Kingsway 9 Basement | Sector 14, House 210 = Sector 17, House 210
  Cluster B, Unit 4, Lake Park = Cluster D, Unit 4, Lake Park | SQS 308 Bloco C Apto 201 = SQS 308 Bloco H Apto 201
  Quadra 5 Lote 12 = Quadra 5 Lote 21
`;

/** Two notations of the same home. */
const SAME_DWELLING = `
  Flat 3, 12 High St = 12 High St Flat 3 | 12 N Main St = 12 North Main Street
  12 Elm St, 2nd Fl = 12 Elm Street 2nd Floor | 12 Elm St Apt 4 = 12 Elm Street #4 | Hauptstr. 12a = Hauptstraße 12 a
  Hauptstr. 12/A = Hauptstr. 12a | Rua das Flores 100, Apto 301 = Rua das Flores, 100 - Apartamento 301
  Rue Haute 12 bte 3 = Rue Haute 12 boîte 3 | Calle Mayor 5, 2º A = C/ Mayor 5, 2 A
  Via Roma 5, int. 3 = Via Roma 5 interno 3 | ul. Długa 5 m. 3 = ul. Długa 5/3 | 12 Elm St = 12 Elm St Apt 4
  Kalverstraat 12-2 = Kalverstraat 12 2 | 12 Saint James St = 12 St James Street | A-302 Green Park = A 302, Green Park
  12 High Street, Springfield = 12 High Street | Lindenweg 3 = Lindenweg 3, Hinterhaus
  12 Elm St, Apartment 4B = 12 Elm St Apt 4-B | Plot No. 14, Sector 7 = Plot 14 Sector 7
  100 Ocean Drive, Building 4 = 100 Ocean Dr Bldg 4 | Fifth Avenue 12 = 5th Avenue 12 | 12 Fifth Avenue = 12 5th Ave
  One Main Street = 1 Main St | Twelve Elm Street = 12 Elm Street | Unit 3, 12 Elm St = 3/12 Elm St
  3/12 Elm Street = 12 Elm St Unit 3 | 12bis Rue de Lyon = 12 bis Rue de Lyon | 12 bis, rue de Lyon = 12bis rue de Lyon
  Blk 123 Ang Mo Kio Ave 3 = 123 Ang Mo Kio Ave 3
  Block 123 Ang Mo Kio Ave 3 #05-12 = Blk 123 Ang Mo Kio Avenue 3 #05-12
  12 Elm St, Second Floor = 12 Elm St, 2nd Floor | 12 Elm St, Twelfth Floor = 12 Elm St, 12th Fl
  350 Forty-Second Street = 350 42nd Street | Hauptstraße 5, 2. Stock = Hauptstraße 5, zweiter Stock
  12 rue de Lyon, 3e étage = 12 rue de Lyon, troisième étage | Calle Mayor 5, 3er piso = Calle Mayor 5, tercer piso
  Via Roma 5, 2° piano = Via Roma 5, secondo piano | 1-2-3 Ginza = Ginza 1-2-3 | 1 Chome-2-3 Ginza = 1-2-3 Ginza
  Cra 7 # 12-34 Apto 301 = Carrera 7 No. 12-34 Apto 301 | Cra. 7 #12-34 = Carrera 7 # 12 - 34
  Calle 100 # 8A-49 = Cl 100 No 8A-49 | 12 Upper High Street = 12 Upper High St
  Obere Hauptstr. 4 = Obere Hauptstraße 4
  Tower A, Floor 5, Flat 502, Palm Court = Flat 502, Floor 5, Tower A, Palm Court
  12 Elm St, Floor 2 = 12 Elm St, 2nd Floor | 12 Elm St Apt Four = 12 Elm St Apt 4 | 20 Eighth Ave = 20 8th Avenue
  Flat Two, 12 High St = Flat 2, 12 High St | 7 Twenty-First Street = 7 21st St
  Storgatan 5, 2 tr = Storgatan 5, 2 trappor | Via Roma 5 scala A = Via Roma 5, sc. A
  ul. Długa 5 m. 3 = ul. Długa 5 mieszkanie 3 | Rua das Flores 100, 2º andar = Rua das Flores 100, segundo andar
  Keizersgracht 12, eerste verdieping = Keizersgracht 12, 1e verdieping
`;

/** Two companies or branches with the same phone number. */
const OTHER_COMPANIES = `
  第一工場 = 第二工場 | 제1공장 = 제2공장 | K & L Motors = L & K Motors | Plant 1 Steelworks = Plant 2 Steelworks
  First National Bank = Second National Bank | A & B Plumbing = B & A Plumbing | School No. 5 = School No. 7
  Grundschule I = Grundschule II | St Mary High School = St Mary Primary School | Müller Bau GmbH = Müller Hochbau GmbH
  Central Pharmacy = Central Veterinary Pharmacy | Lodge 12 = Lodge 21 | Harbor Grand Hotel = Harbor Hotel Garage
  Acme Energy = Acme Mobility | Smith Dental Lab = Smith Dental Care | 北京第三中学 = 北京第五中学 | Завод №1 = Завод №2
  North Clinic = South Clinic | East Side Auto = West Side Auto | Hotel Roma = Hotel Romano Suites
  Station 4 Fire Dept = Station 6 Fire Dept | Store #101 = Store #102 | J&M Foods = M&J Foods
  Upper School = Lower School | B Company = B&Q Stores | Springfield Hospital = Springfield Children's Hospital
  Springfield Bank = Springfield Savings Bank | Springfield University = Springfield State University
  Université de Lyon = Université Catholique de Lyon | Metro Credit Union = Metro Teachers Credit Union
  Grace Church = Grace Baptist Church | Siemens = Siemens Energy | Volksbank Graz = Volksbank Graz Leasing
`;

/** Two notations of the same company. */
const SAME_COMPANY = `
  Acme Tools Ltd = ACME Tools Limited | Hermanos García S.L. = Hnos. García SL | Société Dupont = Sté Dupont
  K & L Motors = K and L Motors | K & L Motors = K+L Motors | First National Bank = 1st National Bank
  McDonald's = McDonalds | Müller Bau GmbH = Mueller Bau GmbH & Co. KG
  Intl. Business Tools = International Business Tools | Smith Bros = Smith Brothers | Harbor Tools Inc. = Harbour Tools
  The Coffee House = Coffee House | Univ. of Springfield = University of Springfield | Gebr. Schmidt = Gebrüder Schmidt
  株式会社トヨタ商店 = トヨタ商店 | ООО Ромашка = Ромашка | Plant 2 Steelworks = Plant II Steelworks
  Springfield Hosp. = Springfield Hospital | Fratelli Rossi Srl = F.lli Rossi | Rossi & C. Snc = Rossi e C.
  Hotel Adler = Hotel Adler Garni | Zum Hirschen = Restaurant Zum Hirschen | Fa. Huber = Firma Huber
`;

/** Two sites on the same host. */
const OTHER_SITES = `
  brook.github.io = hill.github.io | brook.blogspot.com = hill.blogspot.com
  https://sites.google.com/view/brook = https://sites.google.com/view/hill
  https://wa.me/4915112345 = https://wa.me/4915199999 | https://facebook.com/brook = https://facebook.com/hill
  https://www.instagram.com/brook = https://www.instagram.com/hill | brook.wixsite.com/home = hill.wixsite.com/home
  brook.myshopify.com = hill.myshopify.com | brook.wordpress.com = hill.wordpress.com
  brook.netlify.app = hill.netlify.app | linktr.ee/brook = linktr.ee/hill
  https://www.linkedin.com/company/brook = https://www.linkedin.com/company/hill
  brook.business.site = hill.business.site | https://g.page/brook = https://g.page/hill
  brook.vercel.app = hill.vercel.app | brook.pages.dev = hill.pages.dev | t.me/brook = t.me/hill
  https://www.etsy.com/shop/brook = https://www.etsy.com/shop/hill | brook.weebly.com = hill.weebly.com
  https://brook.carrd.co = https://hill.carrd.co | https://yelp.com/biz/brook = https://yelp.com/biz/hill
  brook.jimdosite.com = hill.jimdosite.com | brook.squarespace.com = hill.squarespace.com
`;

/** E-mail accounts of departments. */
const DEPARTMENTS =
  'warehouse hola zakupy production dispatch accounts accounting billing payroll logistics purchasing procurement reception frontdesk bookings reservations marketing press media jobs careers hr helpdesk support service kundenservice einkauf vertrieb buchhaltung versand lager verwaltung sekretariat empfang personal bewerbung technik werkstatt produktion rechnung ventas compras administracion recepcion almacen contabilidad facturacion pedidos achats comptabilite ventes commercial secretariat accueil direction magasin vendite acquisti amministrazione ordini segreteria magazzino inkoop verkoop administratie boekhouding receptie magazijn sprzedaz biuro ksiegowosc magazyn kadry zamowienia vendas financeiro atendimento contato recepcao faturamento order orders shop store team hello hi welcome kitchen workshop studio legal compliance it web webmaster postmaster newsletter events training school library clinic pharmacy nurse lab security facilities maintenance fleet parts returns quality export import customs'.split(
    ' ',
  );

const rows = (field: string, pairs: string) =>
  entriesOf(pairs).map((pair): [string, Record<string, string>, Record<string, string>] => {
    const [stored, sent] = pair.split(' = ') as [string, string];
    return [`${stored}, ${sent}`, { [field]: stored }, { [field]: sent }];
  });

table('other dwellings', 'Contact', another(OF_ONE_NAME, rows('MailingStreet', OTHER_DWELLINGS)));
table('one dwelling', 'Contact', same(OF_ONE_NAME, rows('MailingStreet', SAME_DWELLING)));
table('companies at one number', 'Account', another(AT_ONE_NUMBER, rows('Name', OTHER_COMPANIES)));
table('one company', 'Account', same(AT_ONE_NUMBER, rows('Name', SAME_COMPANY)));
table('sites on one host', 'Account', another({ Name: 'Corner Bakery' }, rows('Website', OTHER_SITES)));
table(
  'a department and a person',
  'Contact',
  another(
    { LastName: 'Novotny' },
    DEPARTMENTS.map((local) => {
      const Email = `${local}@acme.example`;
      return [local, { Email }, { Email, FirstName: 'Susan' }];
    }),
  ),
);
table(
  'a mailbox made of the name',
  'Contact',
  same(
    { LastName: 'Novotny' },
    ['pnovotny', 'peter.n', 'novotny', 'peter'].map((local) => {
      const Email = `${local}@acme.example`;
      return [local, { Email }, { Email, FirstName: 'Peter' }];
    }),
  ),
);
table(
  'one number',
  'Contact',
  same({ FirstName: 'Jan', LastName: 'Novotny', Phone: '+33 1 42 68 53 00' }, [
    ['an extension in French', {}, { Phone: '+33 1 42 68 53 00 poste 12' }],
    ['digits of Arabic', {}, { Phone: '+٣٣ ١ ٤٢ ٦٨ ٥٣ ٠٠' }],
  ]),
);
