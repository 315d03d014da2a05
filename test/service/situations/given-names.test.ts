import { entriesOf } from '../../support/entries.js';
import { another, same, table } from './situation.js';

const home = {
  Phone: '+1 415 555 0132',
  MailingStreet: '12 Elm Street',
  MailingCity: 'Springfield',
  MailingPostalCode: '62701',
};
const mailbox = { Email: 'wqx2000@gmail.com' };

/**
 * `LAST: FIRST/FIRST, …`, as stored and as sent: names of two people who live together. `LAST/LAST` stands for two
 * different last names.
 */
const SIBLINGS = `
  Wang: Xiaoming/Xiaohong, Meiling/Meifang, Weiming/Weihong, Jianguo/Jianhua, Yuting/Yuxin, Zihan/Zixuan, Lihua/Limei
  Kim: Seojun/Seoyun, Minjun/Minseo, Jihoon/Jihye, Hyunwoo/Hyunjin, Seoyeon/Seojin, Eunji/Eunju, Sumin/Sujin
  Al Harbi: Abdulkarim/Abdulkadir, Abdulrahman/Abdulrahim, Abdullah/Abdulaziz, Noura/Noor
  Tanaka: Yui/Yua, Haruto/Haruki, Kenta/Kento, Yuki/Yuka, Misaki/Mizuki, Ayaka/Ayako
  Nowak: Ania/Hania, Kasia/Basia, Marek/Jarek, Zosia/Gosia
  Smith: Jayden/Hayden, Tim/Tom, Mia/Mila, Aiden/Kaiden, Lena/Leona, Erin/Eric, Dana/Dina, Marion/Marian, Ella/Ellie
  Smith: Lena/Leni, Alice/Alicia, Lisa/Elsa, Molly/Polly, Emmy/Emma | Petrov: Ivan/Ilyan, Mila/Mira, Vanya/Vasya
  Nguyen: Minhanh/Minhchau, Anh/Anhthu
  Patel: Amit/Sumit, Rajesh/Rakesh, Anita/Sunita, Ramesh/Rajesh, Jignesh/Jitesh, Nilesh/Nitesh
  Okafor: Chidi/Chika, Chinedu/Chinelo, Adaeze/Adaobi
`;

/** Two spellings of the same name. */
const SPELLINGS = `
  Smith: Jonathan/Jonathon, Elizabeth/Elisabeth, Catherine/Cathrine, Micheal/Michael, Stephn/Stephen, Robert/Bob
  Smith: William/Bill, J./John, Christopher/Chrsitopher, Jennifer/Jenifer, Margaret/Margarett, Anne Marie/Annemarie
  Smith: Kate/Katie, Tom/Tommy | Wang: Xiaomign/Xiaoming, Meilng/Meiling | Kim: Hyunwooo/Hyunwoo
  Smith: Jean-Paul/Jean Paul, Katherine/Kathrine | Petrov: Sergey/Sergei, Aleksandr/Alexander, Yuri/Juri, Dmitry/Dmitri
  Al Harbi: Mohammed/Muhammad, Yusuf/Youssef, Abdulrahman/Abdurrahman, Abd al-Karim/Abdulkarim
  Wang: Xiaoming/Xiao Ming, Xiao-Ming/Xiaoming
  Kim: Seojun/Seo Jun, Seo-yeon/Seoyeon, Minjun/Min-jun, Jihoon/Ji Hoon, Sungmin/Seongmin
  Nowak: Małgorzata/Malgorzata, Katarzyna/Kasia | Müller: Jürgen/Juergen, Günther/Gunther
  Tanaka: Yuuki/Yuki, Shouta/Shota | Patel: Venkatesh/Venkat, Rajesh/Rajessh
`;

/** Nicknames, abbreviations, other alphabets, and HTML entities from web forms. */
const FORMS = `
  De la Cruz/Delacruz: Ana/Ana | de los Santos/Delossantos: Luis/Luis | van den Berg/Vandenberg: Jan/Jan
  Porter: Jay/Jayson | Braun: Steffi/Stefanie | Rao: Venkat/Venkatesh | Lopez: Ma. Teresa/Maria Teresa
  Garcia: Fco./Francisco | Wood: Geo./George, Wm./William | Garc&iacute;a/García: Jos&eacute;/José
  Ruiz: Mar&#237;a/María | Ann: O&#39;Neil/O'Neil | علي: مُحَمَّد/محمد | Yoon/Yun: Minho/Minho | Lee: Jisoo/Jisu
  Park/Pak: Minho/Minho | Yılmaz/Yilmaz: Fulya/Fulya | Rossi: Nico/Nicola, Beppe/Giuseppe
  Lopez: Pepe/José, Paco/Francisco | Petrov: Sascha/Alexander | Huber: Wolfi/Wolfgang | Silva: Zé/José
  Nowak: Gosia/Małgorzata | Jansen: Joop/Johannes | Virtanen/Wirtanen: Pekka/Pekka | Ivanov: Misha/Mikhail
  Ionescu: Gigi/Gheorghe | Pappas: Yiannis/Ioannis, Panos/Panagiotis | Diaz: Memo/Guillermo, Lalo/Eduardo, Chuy/Jesus
  Huber: Sepp/Josef, Uschi/Ursula
`;

/** Different people who share an e-mail address, with names that look like titles or placeholders. */
const LIKE_WORDS = `
  Liu: Min/Na | Pan: Jun/Wei | Nil: Anna/Peter | Smith: Lord/James | Davis: Baron/Anthony | Jones: Sir/Tom | No: Anna/Un
  Khan: Sheikh/Imran | Traore: Dame/Moussa | Garcia: Lady/Maria | Kim: Na/Ji | Okafor: Prince/Emeka
  Brown: Princess/Ashley | Lee: King/David | Wilson: Major/Frank | Reed: Judge/Nancy | Miller: Duke/Henry
  Moore: Earl/Thomas | Clark: Dean/Gary
`;

/** Titles before a complete name. */
const TITLES = `
  Berg: Dr. Anna/Anna, Anna/Mrs Anna | Moore: Sir Thomas/Thomas | Smith: Lord James/James | Meyer: Prof. Dr. Hans/Hans
  von Berg: Baron Hans/Hans | Diaz: Señor Pablo/Pablo | Khan: Sheikh Imran/Imran | Cole: Mr/Mr | Diaz: Don Carlos/Carlos
  Grey: Lady Jane/Jane
`;

/** Names with one or two typos. */
const MISTYPED = `
  Smith: Jamees/Jim | Braun: Wilmelm/Wilherm | Smith: Christtine/Chris, Rihcard/Rick
`;

const rows = (names: string) =>
  entriesOf(names).flatMap((entry) => {
    const [lasts, firsts] = entry.split(': ') as [string, string];
    const [last, otherLast = last] = lasts.split('/') as [string, string?];
    return firsts.split(', ').map((pair): [string, Record<string, string>, Record<string, string>] => {
      const [first, other] = pair.split('/') as [string, string];
      const [stored, sent] = [`${first} ${last}`, `${other} ${otherLast}`];
      return [`${stored}, ${sent}`, { FirstName: first, LastName: last }, { FirstName: other, LastName: otherLast }];
    });
  });

table('siblings at home', 'Contact', another(home, rows(SIBLINGS)));
table('siblings under one mailbox', 'Contact', another(mailbox, rows(SIBLINGS)));
table('one name, written twice, at home', 'Contact', same(home, rows(SPELLINGS + FORMS)));
table('one name, written twice, under one mailbox', 'Contact', same(mailbox, rows(SPELLINGS + FORMS)));
table(
  'one name, mistyped, under one mailbox and of one birth date',
  'Contact',
  same({ ...mailbox, ...home, Birthdate: '1964-05-07' }, rows(MISTYPED)),
);
table('names that read like words', 'Contact', another(mailbox, rows(LIKE_WORDS)));
table('titles', 'Contact', same({ ...mailbox, ...home }, rows(TITLES)));
