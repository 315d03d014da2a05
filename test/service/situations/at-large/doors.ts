import { contacts, either, other, same } from './rows.js';

const unit = (first: string, last: string, a: string, b: string, rest: Record<string, string> = {}) =>
  other({ first, last, street: a, ...rest }, { first, last, street: b, ...rest });

/** Two doors of one building, and one door written twice. */
export const doors = contacts({
  'Apt 4B and 4C': unit('Maria', 'Garcia', '880 Grand Concourse Apt 4B', '880 Grand Concourse Apt 4C', {
    city: 'Bronx',
    state: 'NY',
    zip: '10451',
  }),
  '# 12 and # 21': unit('James', 'Johnson', '1400 Lake Shore Dr # 12', '1400 Lake Shore Dr # 21', {
    city: 'Chicago',
    zip: '60610',
  }),
  'Unit and Suite numbers': unit('Linda', 'Nguyen', '55 Main St, Unit 301', '55 Main St, Unit 310', {
    city: 'San Jose',
    zip: '95112',
  }),
  'Flat 2 and Flat 12 before the number': unit('Mohammed', 'Khan', 'Flat 2, 31 Mill Lane', 'Flat 12, 31 Mill Lane', {
    city: 'Leeds',
    zip: 'LS1 4AB',
  }),
  'flat on a line of its own': unit('David', 'Jones', 'Flat A\n9 Castle Road', 'Flat B\n9 Castle Road', {
    city: 'Cardiff',
    zip: 'CF10 1AA',
  }),
  'Australian 5/22 and 7/22': unit('Jack', 'Wilson', '5/22 Beach Rd', '7/22 Beach Rd', {
    city: 'Bondi',
    zip: '2026',
    country: 'Australia',
  }),
  'Australian Unit against a slash': unit('Olivia', 'Brown', 'Unit 3, 48 Station St', '8/48 Station St', {
    city: 'Perth',
    country: 'Australia',
  }),
  'French appartements': unit('Marie', 'Martin', '18 avenue Foch, appt 12', '18 avenue Foch, appt 21', {
    city: 'Nancy',
    zip: '54000',
  }),
  'French buildings': unit('Pierre', 'Bernard', '3 rue Victor Hugo, Bât. A', '3 rue Victor Hugo, Bât. C', {
    city: 'Metz',
    zip: '57000',
  }),
  'German Obergeschosse': unit('Thomas', 'Müller', 'Hauptstraße 5, 2. OG links', 'Hauptstraße 5, 3. OG rechts', {
    city: 'Köln',
    zip: '50667',
  }),
  'German Wohnung': unit('Sabine', 'Fischer', 'Ringstr. 40 Whg. 7', 'Ringstr. 40 Whg. 17', {
    city: 'Jena',
    zip: '07743',
  }),
  'Austrian stairs and doors': unit('Michael', 'Wagner', 'Gumpendorfer Straße 64/2/14', 'Gumpendorfer Straße 64/3/9', {
    city: 'Wien',
    zip: '1060',
  }),
  'Austrian Stiege and Top': unit('Eva', 'Bauer', 'Landstraße 12 Stiege 1 Top 8', 'Landstraße 12 Stiege 2 Top 8', {
    city: 'Linz',
    zip: '4020',
  }),
  'Dutch 12-A and 12-C': unit('Jan', 'de Vries', 'Kerkstraat 12-A', 'Kerkstraat 12-C', {
    city: 'Utrecht',
    zip: '3511 AB',
  }),
  'Dutch floors I and III': unit('Anna', 'Bakker', 'Overtoom 210-I', 'Overtoom 210-III', {
    city: 'Amsterdam',
    zip: '1054 HX',
  }),
  'Spanish doors': unit('Carmen', 'López García', 'Calle Mayor 15, 3º 2ª', 'Calle Mayor 15, 3º 1ª', {
    city: 'Barcelona',
    zip: '08002',
  }),
  'Spanish floor and letter': unit('José', 'Fernández', 'Av. de América 30, 4º B', 'Av. de América 30, 6º D', {
    city: 'Madrid',
    zip: '28028',
  }),
  'Italian interno': unit('Giulia', 'Russo', 'Via Garibaldi 22 int. 4', 'Via Garibaldi 22 int. 7', {
    city: 'Roma',
    zip: '00153',
  }),
  'Italian scala': unit('Marco', 'Esposito', 'Corso Umberto 101, scala A', 'Corso Umberto 101, scala B', {
    city: 'Napoli',
  }),
  'Polish 5/12 and 5/21': unit('Anna', 'Nowak', 'ul. Długa 5/12', 'ul. Długa 5/21', {
    city: 'Warszawa',
    zip: '00-238',
  }),
  'Polish m. 3 and m. 8': unit('Piotr', 'Kowalski', 'ul. Mokra 7 m. 3', 'ul. Mokra 7 m. 8', { city: 'Łódź' }),
  'Danish tv and th': unit('Peter', 'Nielsen', 'Nørrebrogade 44, 2. tv', 'Nørrebrogade 44, 2. th', {
    city: 'København',
    zip: '2200',
  }),
  'Swedish lgh': unit('Anna', 'Andersson', 'Storgatan 3 lgh 1102', 'Storgatan 3 lgh 1203', { city: 'Malmö' }),
  'Finnish stairs': unit('Matti', 'Virtanen', 'Mannerheimintie 20 A 4', 'Mannerheimintie 20 C 31', {
    city: 'Helsinki',
    zip: '00100',
  }),
  'Norwegian H0201': unit('Kari', 'Hansen', 'Storgata 9 H0201', 'Storgata 9 H0403', { city: 'Oslo' }),
  'Brazilian apto': unit('Ana', 'Silva', 'Rua Augusta 1200 apto 31', 'Rua Augusta 1200 apto 112', {
    city: 'São Paulo',
  }),
  'Portuguese Esq. and Dto.': unit('João', 'Santos', 'Rua do Ouro 8, 2º Esq.', 'Rua do Ouro 8, 2º Dto.', {
    city: 'Lisboa',
  }),
  'Indian Flat No.': unit('Amit', 'Sharma', 'Flat No. 302, Sai Towers, MG Road', 'Flat No. 504, Sai Towers, MG Road', {
    city: 'Pune',
    zip: '411001',
  }),
  'Chinese 室': unit('伟', '张', '朝阳区建国路88号3号楼502室', '朝阳区建国路88号3号楼1207室', { city: '北京' }),
  'Japanese room numbers': unit('花子', '鈴木', '港区赤坂2-3-4 メゾン赤坂501', '港区赤坂2-3-4 メゾン赤坂803', {
    city: '東京',
  }),
  'Korean 호': unit('지훈', '이', '강남구 테헤란로 12 101동 1203호', '강남구 테헤란로 12 101동 804호', {
    city: '서울',
  }),
  'Hong Kong floors': unit(
    'Wai Man',
    'Chan',
    'Flat C, 12/F, Tower 2, Harbour View',
    'Flat C, 27/F, Tower 2, Harbour View',
    { city: 'Hong Kong' },
  ),
  'Turkish daire': unit('Mehmet', 'Yılmaz', 'Atatürk Cad. No:15 D:3', 'Atatürk Cad. No:15 D:9', { city: 'İzmir' }),
  'Russian кв.': unit('Елена', 'Иванова', 'ул. Ленина, д. 10, кв. 15', 'ул. Ленина, д. 10, кв. 51', { city: 'Пермь' }),
  'Greek floors': unit('Μαρία', 'Παπαδοπούλου', 'Σταδίου 14, 2ος όροφος', 'Σταδίου 14, 5ος όροφος', { city: 'Αθήνα' }),
  'PO Box 12 and 21': unit('Robert', 'Smith', 'PO Box 12', 'PO Box 21', { city: 'Hobart', zip: '7001' }),
  'P.O. Box against Box': unit('Susan', 'Miller', 'P.O. Box 1440', 'POB 4140', { city: 'Boise', zip: '83701' }),
  Postfach: unit('Ursula', 'Weber', 'Postfach 10 02 30', 'Postfach 10 02 80', { city: 'Kassel', zip: '34002' }),
  'BP 45 and BP 54': unit('Fatou', 'Diop', 'BP 45', 'BP 54', { city: 'Dakar' }),
  'Apartado 7 and 70': unit('Luis', 'Rodríguez', 'Apartado 7', 'Apartado 70', { city: 'Cádiz' }),
  'Casella postale': unit('Paolo', 'Bianchi', 'Casella Postale 118', 'Casella Postale 181', { city: 'Bari' }),
  'house numbers of one street': unit('Emma', 'Taylor', '3 Church Street', '33 Church Street', {
    city: 'Derby',
    zip: 'DE1 1AA',
  }),
  'house number with a letter': unit('Nina', 'Hoffmann', 'Gartenweg 7a', 'Gartenweg 7c', { city: 'Mainz' }),
  'same flat, written otherwise (Flat, Apt)': same(
    {
      first: 'Rachel',
      last: 'Obi',
      street: 'Flat 6, 20 Park Road',
      city: 'London',
      zip: 'N8 8TE',
      phone: '020 8341 2233',
    },
    {
      first: 'Rachel',
      last: 'Obi',
      street: '20 Park Rd, Apartment 6',
      city: 'London',
      zip: 'N8 8TE',
      phone: '020 8341 2233',
    },
  ),
  'flat that only one side has, own mailbox': same(
    { first: 'Tobias', last: 'Engel', street: 'Ringstr. 40 Whg. 7', city: 'Jena', mail: 'tobias.engel@gmx.de' },
    { first: 'Tobias', last: 'Engel', street: 'Ringstraße 40', city: 'Jena', mail: 'tobias.engel@gmx.de' },
  ),
  'Dutch addition in lower case and closed up': same(
    {
      first: 'Sanne',
      last: 'Visser',
      street: 'Kerkstraat 12-A',
      zip: '3511 AB',
      city: 'Utrecht',
      mail: 'sanne@visser.nl',
    },
    {
      first: 'Sanne',
      last: 'Visser',
      street: 'Kerkstraat 12a',
      zip: '3511AB',
      city: 'Utrecht',
      mail: 'sanne@visser.nl',
    },
  ),
  'Spanish door, written otherwise': same(
    {
      first: 'Elena',
      last: 'Navarro Gil',
      street: 'C/ Mayor, 15, 3º 2ª',
      city: 'Barcelona',
      mobile: '+34 655 123 987',
    },
    { first: 'Elena', last: 'Navarro Gil', street: 'Calle Mayor 15 3-2', city: 'Barcelona', mobile: '+34 655 123 987' },
  ),
  'Unit 5 of 22 and 5/22': same(
    {
      first: 'Chloe',
      last: 'Pearce',
      street: 'Unit 5, 22 Beach Road',
      city: 'Bondi',
      mail: 'chloe.pearce@bigpond.com',
    },
    { first: 'Chloe', last: 'Pearce', street: '5/22 Beach Rd', city: 'Bondi', mail: 'chloe.pearce@bigpond.com' },
  ),
  'Ste and Suite': same(
    { first: 'Grant', last: 'Oyelaran', street: '900 Elm St Ste 210', city: 'Dallas', mail: 'grant@oyelaranlaw.com' },
    {
      first: 'Grant',
      last: 'Oyelaran',
      street: '900 Elm Street, Suite #210',
      city: 'Dallas',
      mail: 'grant@oyelaranlaw.com',
    },
  ),
  'moved to another flat, mailbox and mobile of one': either(
    {
      first: 'Petra',
      last: 'Jansen',
      street: 'Hof 2 Whg. 3',
      city: 'Trier',
      mail: 'petra.jansen@gmx.de',
      mobile: '0172 8899001',
    },
    {
      first: 'Petra',
      last: 'Jansen',
      street: 'Hof 2 Whg. 9',
      city: 'Trier',
      mail: 'petra.jansen@gmx.de',
      mobile: '0172 8899001',
    },
  ),
  'moved to another city, own mailbox': same(
    { first: 'Ilse', last: 'Wurm', street: 'Am Markt 1', city: 'Fulda', zip: '36037', mail: 'ilse.wurm@posteo.de' },
    { first: 'Ilse', last: 'Wurm', street: 'Seestr. 90', city: 'Konstanz', zip: '78464', mail: 'ilse.wurm@posteo.de' },
  ),
  'Muenchen and München': same(
    { first: 'Korbinian', last: 'Staudinger', street: 'Theresienstr. 4', city: 'Muenchen', phone: '089 28811' },
    { first: 'Korbinian', last: 'Staudinger', street: 'Theresienstraße 4', city: 'München', phone: '089 28811' },
  ),
  'Köln and Cologne': same(
    { first: 'Friederike', last: 'Obermann', street: 'Domstr. 5', zip: '50668', city: 'Köln' },
    { first: 'Friederike', last: 'Obermann', street: 'Domstraße 5', zip: '50668', city: 'Cologne' },
  ),
  'Genève and Geneva': same(
    { first: 'Solange', last: 'Pittet', street: 'Rue du Rhône 8', city: 'Genève', country: 'Suisse' },
    { first: 'Solange', last: 'Pittet', street: 'Rue du Rhone 8', city: 'Geneva', country: 'Switzerland' },
  ),
  'St. Louis and Saint Louis': same(
    { first: 'Thaddeus', last: 'Brightwell', street: '410 N Kingshighway', city: 'St. Louis', state: 'MO' },
    { first: 'Thaddeus', last: 'Brightwell', street: '410 North Kingshighway', city: 'Saint Louis', state: 'Missouri' },
  ),
  'Ft. Worth and Fort Worth, street abbreviated': same(
    { first: 'Delphine', last: 'Okafor', street: '2201 W 7th St', city: 'Ft. Worth', state: 'TX', zip: '76107' },
    {
      first: 'Delphine',
      last: 'Okafor',
      street: '2201 West Seventh Street',
      city: 'Fort Worth',
      state: 'TX',
      zip: '76107',
    },
  ),
  'Firenze and Florence, Via abbreviated': same(
    { first: 'Ginevra', last: 'Tornabuoni', street: 'V. dei Servi 12', city: 'Firenze' },
    { first: 'Ginevra', last: 'Tornabuoni', street: 'Via dei Servi, 12', city: 'Florence' },
  ),
});
