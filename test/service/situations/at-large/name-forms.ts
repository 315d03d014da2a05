import { contacts, either, other, same } from './rows.js';

const one = (a: [string, string], b: [string, string], shared: Record<string, string>) =>
  same({ first: a[0], last: a[1], ...shared }, { first: b[0], last: b[1], ...shared });
const two = (a: [string, string], b: [string, string], shared: Record<string, string>) =>
  other({ first: a[0], last: a[1], ...shared }, { first: b[0], last: b[1], ...shared });

/** Names as cultures and scripts write them. */
export const nameForms = contacts({
  'Cyrillic and Latin': one(['Дмитрий', 'Воронцов'], ['Dmitry', 'Vorontsov'], { mobile: '+7 903 123 45 67' }),
  'Cyrillic and another transliteration': one(['Юлия', 'Щербакова'], ['Iuliia', 'Shcherbakova'], {
    mail: 'y.scherbakova@yandex.ru',
  }),
  Ukrainian: one(['Олександр', 'Ковальчук'], ['Oleksandr', 'Kovalchuk'], { mobile: '+380 67 123 45 67' }),
  Bulgarian: one(['Георги', 'Димитров'], ['Georgi', 'Dimitrov'], { mail: 'g.dimitrov@abv.bg' }),
  'Serbian in two scripts': one(['Ђорђе', 'Јовановић'], ['Đorđe', 'Jovanović'], { mobile: '+381 64 123 4567' }),
  'Russian with patronymic': one(['Наталья Сергеевна', 'Громова'], ['Наталья', 'Громова'], {
    mail: 'n.gromova@list.ru',
  }),
  'Russian last name in both genders': two(['Евгений', 'Крылов'], ['Евгения', 'Крылова'], {
    phone: '+7 343 222 11 00',
    mail: 'krylov-dom@mail.ru',
  }),
  'Greek and Latin': one(['Κωνσταντίνος', 'Παπαδάκης'], ['Konstantinos', 'Papadakis'], { mobile: '+30 694 123 4567' }),
  'Greek short form': one(['Δημήτριος', 'Οικονόμου'], ['Dimitris', 'Economou'], {
    mail: 'd.economou@gmail.com',
    mobile: '+30 697 111 2233',
  }),
  'Greek accent and capitals': one(['Ελένη', 'Χατζή'], ['ΕΛΕΝΗ', 'ΧΑΤΖΗ'], { phone: '+30 231 022 3344' }),
  'Arabic and Latin': one(['محمد', 'الخطيب'], ['Mohammed', 'Al-Khatib'], { mobile: '+962 79 123 4567' }),
  'Muhammad in two spellings': one(['Muhammad', 'El-Sayed'], ['Mohamed', 'Elsayed'], { mail: 'm.elsayed@outlook.com' }),
  'al- written apart and left out': one(['Khalid', 'Al Mansoori'], ['Khaled', 'Almansouri'], {
    mobile: '+971 50 123 4567',
  }),
  'Abd al-': one(['Abd al-Rahman', 'Haddad'], ['Abdulrahman', 'Haddad'], { mail: 'a.haddad@maktoob.com' }),
  'bin and ibn': one(['Faisal', 'bin Saud'], ['Faisal', 'ibn Saud'], { mobile: '+966 55 123 4567' }),
  'Hebrew and Latin': one(['יעקב', 'כהן'], ['Yaakov', 'Cohen'], {
    mobile: '+972 52 123 4567',
    mail: 'y.cohen@walla.co.il',
  }),
  'Persian and Latin': one(['رضا', 'حسینی'], ['Reza', 'Hosseini'], { mobile: '+98 912 123 4567' }),
  'Chinese and pinyin': one(['伟', '陈'], ['Wei', 'Chen'], { mobile: '+86 138 1234 5678' }),
  'pinyin, family name first': one(['Xiaoming', 'Wang'], ['Wang', 'Xiaoming'], { mail: 'wangxiaoming@163.com' }),
  'pinyin apart and together': one(['Xiao Ming', 'Liu'], ['Xiaoming', 'Liu'], { mobile: '+86 139 8765 4321' }),
  'pinyin hyphenated': one(['Li-Hua', 'Chou'], ['Lihua', 'Chou'], { mail: 'lihua.chou@yahoo.com.tw' }),
  'traditional and simplified': one(['國強', '張'], ['国强', '张'], { mobile: '+852 9123 4567' }),
  'Western first name beside the Chinese one': one(['Kelvin Chi Ming', 'Wong'], ['Chi Ming', 'Wong'], {
    mail: 'kcm.wong@netvigator.com',
  }),
  'Japanese and Latin': one(['太郎', '山田'], ['Taro', 'Yamada'], {
    mail: 't.yamada@docomo.ne.jp',
    mobile: '+81 90 1234 5678',
  }),
  'Japanese long vowels': one(['Yūko', 'Ōta'], ['Yuko', 'Ohta'], { mail: 'yuko.ota@nifty.com' }),
  'Katakana and Latin': one(['ケンジ', 'タナカ'], ['Kenji', 'Tanaka'], { mobile: '+81 80 1111 2222' }),
  'Hiragana and Katakana': one(['さくら', 'さとう'], ['サクラ', 'サトウ'], { mobile: '+81 80 3333 4444' }),
  'Korean and Latin': one(['민수', '박'], ['Minsoo', 'Park'], { mobile: '+82 10 1234 5678' }),
  'Korean spellings': one(['Ji-hoon', 'Lee'], ['Jihun', 'Yi'], {
    mail: 'jihoon.lee@naver.com',
    mobile: '+82 10 8765 4321',
  }),
  'Vietnamese with and without marks': one(['Thị Hương', 'Nguyễn'], ['Thi Huong', 'Nguyen'], {
    mail: 'huongnguyen90@gmail.com',
  }),
  'Vietnamese given name alone': one(['Văn Dũng', 'Trần'], ['Dũng', 'Trần'], { mobile: '+84 90 123 4567' }),
  'Vietnamese sisters': two(['Thị Lan', 'Nguyễn'], ['Thị Mai', 'Nguyễn'], {
    phone: '+84 24 3825 1234',
    mail: 'nhanguyen@gmail.com',
  }),
  'Thai and Latin': one(['สมชาย', 'ใจดี'], ['Somchai', 'Jaidee'], { mobile: '+66 81 234 5678' }),
  'Hindi and Latin': one(['राजेश', 'कुमार'], ['Rajesh', 'Kumar'], { mobile: '+91 98100 12345' }),
  'Indian initials': one(['S. Venkatesh', 'Iyer'], ['Venkatesh', 'Iyer'], { mail: 'venkatesh.iyer@rediffmail.com' }),
  'Tamil initial before or after': one(['R. Karthik', 'Subramanian'], ['Karthik R', 'Subramanian'], {
    mobile: '+91 94440 12345',
  }),
  "father's name as last name": one(['Lakshmi', 'Narayanan'], ['Lakshmi', 'N'], {
    mail: 'lakshmi.n@gmail.com',
    mobile: '+91 94441 55566',
  }),
  'Sikh Singh and Kaur': two(['Gurpreet', 'Singh'], ['Gurpreet', 'Kaur'], {
    phone: '+91 161 255 1122',
    street: 'House 12, Model Town',
    city: 'Ludhiana',
  }),
  'Spanish second last name left out': one(['Alejandro', 'Vázquez Iglesias'], ['Alejandro', 'Vázquez'], {
    mail: 'avazquez@telefonica.net',
  }),
  'Spanish hyphenated': one(['Inmaculada', 'Toledo-Cifuentes'], ['Inmaculada', 'Toledo Cifuentes'], {
    mobile: '+34 699 112 233',
  }),
  'Spanish, two other second last names': two(['María', 'García López'], ['María', 'García Pérez'], {
    phone: '+34 91 355 1122',
    city: 'Madrid',
  }),
  'María José and Mª José': one(['María José', 'Cabrera'], ['Mª José', 'Cabrera'], { mail: 'mjcabrera@ono.com' }),
  'María del Carmen and María del Mar': two(['María del Carmen', 'Rivas'], ['María del Mar', 'Rivas'], {
    phone: '+34 986 112 233',
    mail: 'familiarivas@gmail.com',
  }),
  'Portuguese da and without': one(['Beatriz', 'da Conceição'], ['Beatriz', 'Conceição'], {
    mobile: '+351 912 345 678',
  }),
  'Brazilian name with many parts': one(['Luiz Fernando', 'de Souza Albuquerque'], ['Luiz', 'Albuquerque'], {
    mail: 'luiz.albuquerque@terra.com.br',
  }),
  'Dutch van der in the first name': one(['Willemijn', 'van der Heijden'], ['Willemijn van der', 'Heijden'], {
    mail: 'willemijn@heijden.nl',
  }),
  'Dutch tussenvoegsel abbreviated': one(['Joost', 'van den Berg'], ['Joost', 'v.d. Berg'], {
    mobile: '+31 6 2233 4455',
  }),
  'Dutch tussenvoegsel after the name': one(['Marijke', 'de Groot'], ['Marijke', 'Groot, de'], {
    mail: 'marijke.degroot@kpnmail.nl',
  }),
  'Dutch initials': one(['A.B.C.', 'Terpstra'], ['Anke', 'Terpstra'], { mail: 'anke.terpstra@xs4all.nl' }),
  'German von': one(['Konstantin', 'von Reichenau'], ['Konstantin', 'Reichenau'], {
    mail: 'k.reichenau@posteo.de',
    mobile: '+49 160 1234567',
  }),
  'French particle': one(['Gauthier', 'de La Rochefoucauld'], ['Gauthier', 'De la Rochefoucauld'], {
    mobile: '+33 6 01 02 03 04',
  }),
  'compound first name without hyphen': one(['Jean-Baptiste', 'Aubert'], ['Jean Baptiste', 'Aubert'], {
    mail: 'jb.aubert@sfr.fr',
  }),
  'compound first name, first part alone': one(['Hans-Peter', 'Oberhofer'], ['Hans Peter', 'Oberhofer'], {
    phone: '+43 5372 62233',
    city: 'Kufstein',
  }),
  'J.-P. for Jean-Pierre': one(['Jean-Pierre', 'Castaing'], ['J.-P.', 'Castaing'], { mail: 'castaing.jp@orange.fr' }),
  "O'Brien": one(['Aoife', "O'Brien"], ['Aoife', 'OBrien'], { mobile: '+353 87 123 4567' }),
  "Ó Briain and O'Brien beside mailbox": one(['Seán', "O'Sullivan"], ['Sean', 'O’Sullivan'], {
    mail: 'sean.osullivan@gmail.com',
  }),
  'MacDonald and Mc Donald': one(['Fiona', 'MacDonald'], ['Fiona', 'Mc Donald'], { mail: 'fionamacd@btinternet.com' }),
  'umlauts in two spellings': one(['Jörg', 'Grünwäldchen'], ['Joerg', 'Gruenwaeldchen'], { mobile: '+49 172 3344556' }),
  ß: one(['Gesine', 'Weißenfels'], ['Gesine', 'Weissenfels'], { mail: 'gesine@weissenfels.de' }),
  'Norwegian ø': one(['Bjørn', 'Ødegård'], ['Bjorn', 'Odegaard'], { mobile: '+47 912 34 567' }),
  'Turkish dotless i': one(['Işıl', 'Yıldırım'], ['Isil', 'Yildirim'], { mail: 'isil.yildirim@superonline.com' }),
  'Polish ł': one(['Łukasz', 'Wróbel'], ['Lukasz', 'Wrobel'], { mobile: '+48 602 333 444' }),
  'Polish last name in both genders, couple': two(['Marek', 'Zawadzki'], ['Maria', 'Zawadzka'], {
    phone: '+48 22 844 55 66',
    mail: 'zawadzcy@wp.pl',
  }),
  'Czech -ová': two(['Petr', 'Novotný'], ['Petra', 'Novotná'], {
    phone: '+420 221 112 233',
    street: 'Husova 5',
    city: 'Brno',
  }),
  Lithuanian: one(['Žygimantas', 'Kazlauskas'], ['Zygimantas', 'Kazlauskas'], { mail: 'z.kazlauskas@gmail.com' }),
  'Hungarian order': one(['Katalin', 'Horváth'], ['Horváth', 'Katalin'], { mail: 'horvath.kata@freemail.hu' }),
  'Icelandic patronymic without accents': one(['Guðrún', 'Þorsteinsdóttir'], ['Gudrun', 'Thorsteinsdottir'], {
    mobile: '+354 691 2233',
  }),
  'Indonesian with one name': one(['', 'Suharyono'], ['', 'Suharyono'], { mobile: '+62 812 3456 7890' }),
  'Malay bin and without': one(['Ahmad', 'bin Ismail'], ['Ahmad', 'Ismail'], { mail: 'ahmad.ismail88@gmail.com' }),
  Ethiopian: one(['Abebe', 'Bikila Tesfaye'], ['Abebe', 'Bikila'], { mobile: '+251 91 123 4567' }),
  Armenian: one(['Արամ', 'Պետրոսյան'], ['Aram', 'Petrosyan'], { mobile: '+374 91 123 456' }),
  Georgian: one(['ნინო', 'ბერიძე'], ['Nino', 'Beridze'], { mobile: '+995 599 12 34 56' }),
  'Zhang Wei and Zhang Hui': two(['Wei', 'Zhang'], ['Hui', 'Zhang'], {
    phone: '+86 21 6234 5678',
    mail: 'zhangjia@sina.com',
  }),
  '김 and 이 with one switchboard': two(['영희', '김'], ['영희', '이'], { phone: '+82 2 777 1234', title: '부장' }),
  'Mohammed as first of two names': two(['Mohammed Ali', 'Sheikh'], ['Mohammed Umar', 'Sheikh'], {
    phone: '+92 42 3577 1122',
    mail: 'sheikhs@gmail.com',
  }),
  'the same Mohammed with one name of two': either(
    { first: 'Mohammed Ali', last: 'Sheikh', mail: 'sheikh.ma@gmail.com' },
    { first: 'Mohammed', last: 'Sheikh', mail: 'sheikh.ma@gmail.com' },
  ),
});
