import { another, same, table } from './situation.js';

/** First and last name as stored, then first and last name as sent. */
type Pair = readonly [string, string, string, string];

const home = {
  Phone: '+1 415 555 0132',
  MailingStreet: '12 Elm Street',
  MailingCity: 'Springfield',
  MailingPostalCode: '62701',
};
const mailbox = { Email: 'wqx2000@gmail.com' };

/** Names of two people who live together. */
const SIBLINGS: readonly Pair[] = [
  ['Xiaoming', 'Wang', 'Xiaohong', 'Wang'],
  ['Meiling', 'Wang', 'Meifang', 'Wang'],
  ['Weiming', 'Wang', 'Weihong', 'Wang'],
  ['Jianguo', 'Wang', 'Jianhua', 'Wang'],
  ['Yuting', 'Wang', 'Yuxin', 'Wang'],
  ['Zihan', 'Wang', 'Zixuan', 'Wang'],
  ['Lihua', 'Wang', 'Limei', 'Wang'],
  ['Seojun', 'Kim', 'Seoyun', 'Kim'],
  ['Minjun', 'Kim', 'Minseo', 'Kim'],
  ['Jihoon', 'Kim', 'Jihye', 'Kim'],
  ['Hyunwoo', 'Kim', 'Hyunjin', 'Kim'],
  ['Seoyeon', 'Kim', 'Seojin', 'Kim'],
  ['Eunji', 'Kim', 'Eunju', 'Kim'],
  ['Sumin', 'Kim', 'Sujin', 'Kim'],
  ['Abdulkarim', 'Al Harbi', 'Abdulkadir', 'Al Harbi'],
  ['Abdulrahman', 'Al Harbi', 'Abdulrahim', 'Al Harbi'],
  ['Abdullah', 'Al Harbi', 'Abdulaziz', 'Al Harbi'],
  ['Noura', 'Al Harbi', 'Noor', 'Al Harbi'],
  ['Yui', 'Tanaka', 'Yua', 'Tanaka'],
  ['Haruto', 'Tanaka', 'Haruki', 'Tanaka'],
  ['Kenta', 'Tanaka', 'Kento', 'Tanaka'],
  ['Yuki', 'Tanaka', 'Yuka', 'Tanaka'],
  ['Misaki', 'Tanaka', 'Mizuki', 'Tanaka'],
  ['Ayaka', 'Tanaka', 'Ayako', 'Tanaka'],
  ['Ania', 'Nowak', 'Hania', 'Nowak'],
  ['Kasia', 'Nowak', 'Basia', 'Nowak'],
  ['Marek', 'Nowak', 'Jarek', 'Nowak'],
  ['Zosia', 'Nowak', 'Gosia', 'Nowak'],
  ['Jayden', 'Smith', 'Hayden', 'Smith'],
  ['Tim', 'Smith', 'Tom', 'Smith'],
  ['Mia', 'Smith', 'Mila', 'Smith'],
  ['Aiden', 'Smith', 'Kaiden', 'Smith'],
  ['Lena', 'Smith', 'Leona', 'Smith'],
  ['Erin', 'Smith', 'Eric', 'Smith'],
  ['Dana', 'Smith', 'Dina', 'Smith'],
  ['Marion', 'Smith', 'Marian', 'Smith'],
  ['Ella', 'Smith', 'Ellie', 'Smith'],
  ['Lena', 'Smith', 'Leni', 'Smith'],
  ['Alice', 'Smith', 'Alicia', 'Smith'],
  ['Lisa', 'Smith', 'Elsa', 'Smith'],
  ['Molly', 'Smith', 'Polly', 'Smith'],
  ['Emmy', 'Smith', 'Emma', 'Smith'],
  ['Ivan', 'Petrov', 'Ilyan', 'Petrov'],
  ['Mila', 'Petrov', 'Mira', 'Petrov'],
  ['Vanya', 'Petrov', 'Vasya', 'Petrov'],
  ['Minhanh', 'Nguyen', 'Minhchau', 'Nguyen'],
  ['Anh', 'Nguyen', 'Anhthu', 'Nguyen'],
  ['Amit', 'Patel', 'Sumit', 'Patel'],
  ['Rajesh', 'Patel', 'Rakesh', 'Patel'],
  ['Anita', 'Patel', 'Sunita', 'Patel'],
  ['Ramesh', 'Patel', 'Rajesh', 'Patel'],
  ['Jignesh', 'Patel', 'Jitesh', 'Patel'],
  ['Nilesh', 'Patel', 'Nitesh', 'Patel'],
  ['Chidi', 'Okafor', 'Chika', 'Okafor'],
  ['Chinedu', 'Okafor', 'Chinelo', 'Okafor'],
  ['Adaeze', 'Okafor', 'Adaobi', 'Okafor'],
];

/** Two spellings of the same name. */
const SPELLINGS: readonly Pair[] = [
  ['Jonathan', 'Smith', 'Jonathon', 'Smith'],
  ['Elizabeth', 'Smith', 'Elisabeth', 'Smith'],
  ['Catherine', 'Smith', 'Cathrine', 'Smith'],
  ['Micheal', 'Smith', 'Michael', 'Smith'],
  ['Stephn', 'Smith', 'Stephen', 'Smith'],
  ['Robert', 'Smith', 'Bob', 'Smith'],
  ['William', 'Smith', 'Bill', 'Smith'],
  ['J.', 'Smith', 'John', 'Smith'],
  ['Christopher', 'Smith', 'Chrsitopher', 'Smith'],
  ['Jennifer', 'Smith', 'Jenifer', 'Smith'],
  ['Margaret', 'Smith', 'Margarett', 'Smith'],
  ['Anne Marie', 'Smith', 'Annemarie', 'Smith'],
  ['Kate', 'Smith', 'Katie', 'Smith'],
  ['Tom', 'Smith', 'Tommy', 'Smith'],
  ['Xiaomign', 'Wang', 'Xiaoming', 'Wang'],
  ['Meilng', 'Wang', 'Meiling', 'Wang'],
  ['Hyunwooo', 'Kim', 'Hyunwoo', 'Kim'],
  ['Jean-Paul', 'Smith', 'Jean Paul', 'Smith'],
  ['Katherine', 'Smith', 'Kathrine', 'Smith'],
  ['Sergey', 'Petrov', 'Sergei', 'Petrov'],
  ['Aleksandr', 'Petrov', 'Alexander', 'Petrov'],
  ['Yuri', 'Petrov', 'Juri', 'Petrov'],
  ['Dmitry', 'Petrov', 'Dmitri', 'Petrov'],
  ['Mohammed', 'Al Harbi', 'Muhammad', 'Al Harbi'],
  ['Yusuf', 'Al Harbi', 'Youssef', 'Al Harbi'],
  ['Abdulrahman', 'Al Harbi', 'Abdurrahman', 'Al Harbi'],
  ['Abd al-Karim', 'Al Harbi', 'Abdulkarim', 'Al Harbi'],
  ['Xiaoming', 'Wang', 'Xiao Ming', 'Wang'],
  ['Xiao-Ming', 'Wang', 'Xiaoming', 'Wang'],
  ['Seojun', 'Kim', 'Seo Jun', 'Kim'],
  ['Seo-yeon', 'Kim', 'Seoyeon', 'Kim'],
  ['Minjun', 'Kim', 'Min-jun', 'Kim'],
  ['Jihoon', 'Kim', 'Ji Hoon', 'Kim'],
  ['Sungmin', 'Kim', 'Seongmin', 'Kim'],
  ['Małgorzata', 'Nowak', 'Malgorzata', 'Nowak'],
  ['Katarzyna', 'Nowak', 'Kasia', 'Nowak'],
  ['Jürgen', 'Müller', 'Juergen', 'Müller'],
  ['Günther', 'Müller', 'Gunther', 'Müller'],
  ['Yuuki', 'Tanaka', 'Yuki', 'Tanaka'],
  ['Shouta', 'Tanaka', 'Shota', 'Tanaka'],
  ['Venkatesh', 'Patel', 'Venkat', 'Patel'],
  ['Rajesh', 'Patel', 'Rajessh', 'Patel'],
];

/** Nicknames, abbreviations, other alphabets, and HTML entities from web forms. */
const FORMS: readonly Pair[] = [
  ['Ana', 'De la Cruz', 'Ana', 'Delacruz'],
  ['Luis', 'de los Santos', 'Luis', 'Delossantos'],
  ['Jan', 'van den Berg', 'Jan', 'Vandenberg'],
  ['Jay', 'Porter', 'Jayson', 'Porter'],
  ['Steffi', 'Braun', 'Stefanie', 'Braun'],
  ['Venkat', 'Rao', 'Venkatesh', 'Rao'],
  ['Ma. Teresa', 'Lopez', 'Maria Teresa', 'Lopez'],
  ['Fco.', 'Garcia', 'Francisco', 'Garcia'],
  ['Geo.', 'Wood', 'George', 'Wood'],
  ['Wm.', 'Wood', 'William', 'Wood'],
  ['Jos&eacute;', 'Garc&iacute;a', 'José', 'García'],
  ['Mar&#237;a', 'Ruiz', 'María', 'Ruiz'],
  ['O&#39;Neil', 'Ann', "O'Neil", 'Ann'],
  ['مُحَمَّد', 'علي', 'محمد', 'علي'],
  ['Minho', 'Yoon', 'Minho', 'Yun'],
  ['Jisoo', 'Lee', 'Jisu', 'Lee'],
  ['Minho', 'Park', 'Minho', 'Pak'],
  ['Fulya', 'Yılmaz', 'Fulya', 'Yilmaz'],
  ['Nico', 'Rossi', 'Nicola', 'Rossi'],
  ['Beppe', 'Rossi', 'Giuseppe', 'Rossi'],
  ['Pepe', 'Lopez', 'José', 'Lopez'],
  ['Paco', 'Lopez', 'Francisco', 'Lopez'],
  ['Sascha', 'Petrov', 'Alexander', 'Petrov'],
  ['Wolfi', 'Huber', 'Wolfgang', 'Huber'],
  ['Zé', 'Silva', 'José', 'Silva'],
  ['Gosia', 'Nowak', 'Małgorzata', 'Nowak'],
  ['Joop', 'Jansen', 'Johannes', 'Jansen'],
  ['Pekka', 'Virtanen', 'Pekka', 'Wirtanen'],
  ['Misha', 'Ivanov', 'Mikhail', 'Ivanov'],
  ['Gigi', 'Ionescu', 'Gheorghe', 'Ionescu'],
  ['Yiannis', 'Pappas', 'Ioannis', 'Pappas'],
  ['Panos', 'Pappas', 'Panagiotis', 'Pappas'],
  ['Memo', 'Diaz', 'Guillermo', 'Diaz'],
  ['Lalo', 'Diaz', 'Eduardo', 'Diaz'],
  ['Chuy', 'Diaz', 'Jesus', 'Diaz'],
  ['Sepp', 'Huber', 'Josef', 'Huber'],
  ['Uschi', 'Huber', 'Ursula', 'Huber'],
];

/** Different people who share an e-mail address, with names that look like titles or placeholders. */
const LIKE_WORDS: readonly Pair[] = [
  ['Min', 'Liu', 'Na', 'Liu'],
  ['Jun', 'Pan', 'Wei', 'Pan'],
  ['Anna', 'Nil', 'Peter', 'Nil'],
  ['Lord', 'Smith', 'James', 'Smith'],
  ['Baron', 'Davis', 'Anthony', 'Davis'],
  ['Sir', 'Jones', 'Tom', 'Jones'],
  ['Anna', 'No', 'Un', 'No'],
  ['Sheikh', 'Khan', 'Imran', 'Khan'],
  ['Dame', 'Traore', 'Moussa', 'Traore'],
  ['Lady', 'Garcia', 'Maria', 'Garcia'],
  ['Na', 'Kim', 'Ji', 'Kim'],
  ['Prince', 'Okafor', 'Emeka', 'Okafor'],
  ['Princess', 'Brown', 'Ashley', 'Brown'],
  ['King', 'Lee', 'David', 'Lee'],
  ['Major', 'Wilson', 'Frank', 'Wilson'],
  ['Judge', 'Reed', 'Nancy', 'Reed'],
  ['Duke', 'Miller', 'Henry', 'Miller'],
  ['Earl', 'Moore', 'Thomas', 'Moore'],
  ['Dean', 'Clark', 'Gary', 'Clark'],
];

/** Titles before a complete name. */
const TITLES: readonly Pair[] = [
  ['Dr. Anna', 'Berg', 'Anna', 'Berg'],
  ['Anna', 'Berg', 'Mrs Anna', 'Berg'],
  ['Sir Thomas', 'Moore', 'Thomas', 'Moore'],
  ['Lord James', 'Smith', 'James', 'Smith'],
  ['Prof. Dr. Hans', 'Meyer', 'Hans', 'Meyer'],
  ['Baron Hans', 'von Berg', 'Hans', 'von Berg'],
  ['Señor Pablo', 'Diaz', 'Pablo', 'Diaz'],
  ['Sheikh Imran', 'Khan', 'Imran', 'Khan'],
  ['Mr', 'Cole', 'Mr', 'Cole'],
  ['Don Carlos', 'Diaz', 'Carlos', 'Diaz'],
  ['Lady Jane', 'Grey', 'Jane', 'Grey'],
];

/** Names with one or two typos. */
const MISTYPED: readonly Pair[] = [
  ['Jamees', 'Smith', 'Jim', 'Smith'],
  ['Wilmelm', 'Braun', 'Wilherm', 'Braun'],
  ['Christtine', 'Smith', 'Chris', 'Smith'],
  ['Rihcard', 'Smith', 'Rick', 'Smith'],
];

const rows = (pairs: readonly Pair[]) =>
  pairs.map(([first, last, otherFirst, otherLast]): [string, Record<string, string>, Record<string, string>] => [
    `${first} ${last}, ${otherFirst} ${otherLast}`,
    { FirstName: first, LastName: last },
    { FirstName: otherFirst, LastName: otherLast },
  ]);

table('siblings at home', 'Contact', another(home, rows(SIBLINGS)));
table('siblings under one mailbox', 'Contact', another(mailbox, rows(SIBLINGS)));
table('one name, written twice, at home', 'Contact', same(home, rows([...SPELLINGS, ...FORMS])));
table('one name, written twice, under one mailbox', 'Contact', same(mailbox, rows([...SPELLINGS, ...FORMS])));
table(
  'one name, mistyped, under one mailbox and of one birth date',
  'Contact',
  same({ ...mailbox, ...home, Birthdate: '1964-05-07' }, rows(MISTYPED)),
);
table('names that read like words', 'Contact', another(mailbox, rows(LIKE_WORDS)));
table('titles', 'Contact', same({ ...mailbox, ...home }, rows(TITLES)));
