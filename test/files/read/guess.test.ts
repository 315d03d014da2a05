import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHMARK_DATA, needs } from '../../support/needs.js';
import { guessColumns, labelsOf, readAhead } from '../../../src/files/read/guess/guess-columns.js';
import { guessId } from '../../../src/files/read/guess/guess-id.js';
import { guessObject } from '../../../src/files/read/guess/guess-object.js';
import { openInput } from '../../../src/files/read/open-input.js';
import { fold } from '../../../src/matching/text/fold.js';
import { parseMapOption } from '../../../src/files/read/mapping.js';
import { createRegistry } from '../../../src/records/registry.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';
import { rowsOf } from '../../support/entries.js';

const { registry } = await loadConfiguration();

/** Guesses a file's object, the Id column, and `column+column=Field` in the order of the fields. */
async function guess(path: string, { map = [], object }: { map?: string[]; object?: string } = {}) {
  const ahead = await readAhead(await openInput(path));
  const guessed = object ?? guessObject(ahead.readings).name;
  const rules = { accepts: ({ name }: { name: string }) => name !== 'Id', reserved: [] };
  const { options } = guessColumns(registry.byName(guessed)!, ahead, map.map(parseMapOption), rules);
  const mapped = options.map(({ source, field, positions }) => {
    return `${positions === undefined ? source : labelsOf(ahead.table.columns, positions)}=${field}`;
  });
  return { object: guessed, id: guessId(ahead.readings, ahead.sample)?.label, mapped: mapped.sort() };
}

const csv = (text: string) => fileIn(newFolder(), 'a.csv', text);
const labels = (line: string) =>
  `${line}\n${line
    .split(/[,;]/)
    .map(() => 'x')
    .join(',')}\n`;

const FIRST = 'Anna Peter Maria Thomas Julia Robert Laura David Sarah Michael'.split(' ');
const LAST = 'Hollworth Trimmel Vanderoy Kestrin Osburgh Pellman'.split(' ');
const nameIn = (label: string) => (i: number) =>
  /last|surname/i.test(label) ? LAST[i % LAST.length]! : FIRST[i % FIRST.length]!;

/** The mapping that a person would choose for each benchmark data set. */
const AUSTRALIANS = [
  ...['given_name=FirstName', 'surname=LastName', 'street_number+address_1=MailingStreet', 'suburb=MailingCity'],
  ...['state=MailingState', 'postcode=MailingPostalCode', 'date_of_birth=Birthdate'],
];
const EXPECTED: Readonly<Record<string, { object: string; mapped: readonly string[] }>> = {
  business_secondstring: { object: 'Account', mapped: ['name=Name'] },
  febrl1: { object: 'Contact', mapped: AUSTRALIANS },
  febrl3: { object: 'Contact', mapped: AUSTRALIANS },
  febrl_dsgen_C10000: { object: 'Contact', mapped: [...AUSTRALIANS, 'phone_number=Phone'] },
  fodors_zagats: {
    object: 'Account',
    mapped: ['name=Name', 'addr=BillingStreet', 'city=BillingCity', 'phone=Phone', 'type=Type'],
  },
  goldenmatch_orgs_hard: {
    object: 'Account',
    mapped: [
      ...['org_name=Name', 'street=BillingStreet', 'city=BillingCity', 'postcode=BillingPostalCode'],
      ...['website=Website', 'phone=Phone', 'industry=Industry'],
    ],
  },
  opensanctions_name_bench: { object: 'Contact', mapped: ['name=FirstName', 'name=LastName'] },
  senzing_truthset: {
    object: 'Contact',
    mapped: [
      ...['PRIMARY_NAME_FIRST=FirstName', 'PRIMARY_NAME_MIDDLE=MiddleName'],
      'PRIMARY_NAME_FULL+PRIMARY_NAME_ORG+PRIMARY_NAME_LAST=LastName',
      ...['GENDER=GenderIdentity', 'DATE_OF_BIRTH=Birthdate', 'EMAIL_ADDRESS=Email', 'PHONE_NUMBER=Phone'],
      ...['ADDR_FULL+ADDR_LINE1=MailingStreet', 'ADDR_CITY=MailingCity', 'ADDR_STATE=MailingState'],
      ...['ADDR_POSTAL_CODE=MailingPostalCode', 'ADDR_COUNTRY=MailingCountry'],
    ],
  },
  splink_fake_1000: {
    object: 'Contact',
    mapped: ['first_name=FirstName', 'surname=LastName', 'dob=Birthdate', 'city=MailingCity', 'email=Email'],
  },
  splink_historical_50k: {
    object: 'Contact',
    mapped: [
      ...['first_name=FirstName', 'surname=LastName', 'dob=Birthdate', 'birth_place=MailingCity'],
      ...['postcode_fake=MailingPostalCode', 'gender=GenderIdentity', 'occupation=Title'],
    ],
  },
};

describe('guessing columns', () => {
  it.each(Object.entries(EXPECTED))(
    'of %s: every column that a person would map, and no other',
    needs('data'),
    async (set, wanted) => {
      const { object, id, mapped } = await guess(join(BENCHMARK_DATA, set, 'records.csv'));
      expect({ object, id, mapped }).toEqual({
        object: wanted.object,
        id: 'record_id',
        mapped: [...wanted.mapped].sort(),
      });
    },
  );

  it.each([
    [
      'First Name,Last Name,E-Mail,Mobile',
      ['E-Mail=Email', 'First Name=FirstName', 'Last Name=LastName', 'Mobile=MobilePhone'],
    ],
    ['firstName,LASTNAME,emailAddress', ['LASTNAME=LastName', 'emailAddress=Email', 'firstName=FirstName']],
    [
      'Name,Vorname,PLZ,Ort,Geburtsdatum',
      ['Geburtsdatum=Birthdate', 'Name=LastName', 'Ort=MailingCity', 'PLZ=MailingPostalCode', 'Vorname=FirstName'],
    ],
    ['Straße,Hausnr.,Telefon', ['Straße+Hausnr.=MailingStreet', 'Telefon=Phone']],
    [
      'Nom,Prénom,Courriel,Code postal,Ville',
      ['Code postal=MailingPostalCode', 'Courriel=Email', 'Nom=LastName', 'Prénom=FirstName', 'Ville=MailingCity'],
    ],
    [
      'Nombre,Apellidos,Correo electrónico,Teléfono móvil',
      ['Apellidos=LastName', 'Correo electrónico=Email', 'Nombre=FirstName', 'Teléfono móvil=MobilePhone'],
    ],
    [
      'Nome,Cognome,Indirizzo,CAP',
      ['CAP=MailingPostalCode', 'Cognome=LastName', 'Indirizzo=MailingStreet', 'Nome=FirstName'],
    ],
    ['Voornaam,Achternaam,Woonplaats', ['Achternaam=LastName', 'Voornaam=FirstName', 'Woonplaats=MailingCity']],
    ['Fornavn,Etternavn,Postnummer', ['Etternavn=LastName', 'Fornavn=FirstName', 'Postnummer=MailingPostalCode']],
    ['Contact: Name (Last),dob', ['Contact: Name (Last)=LastName', 'dob=Birthdate']],
  ])('reads the labels %s', async (header, mapped) => {
    expect((await guess(csv(labels(header)), { object: 'Contact' })).mapped).toEqual([...mapped].sort());
  });

  it('recognises fields by their values if labels do not show them', async () => {
    const people = ['Anna,Keller', 'Robert,Smith', 'Maria,Rossi', 'Peter,Novak', 'Laura,Weber'];
    const rows = people.map(
      (name, i) => `${i + 1},${name},p${i}@mail.example,+49 30 12345${i}7,19${60 + i}-03-0${i + 1},8033${i}`,
    );
    const file = csv(`c1,c2,c3,c4,c5,c6,c7\n${rows.join('\n')}\n80331\n`);
    const { object, mapped } = await guess(file);
    expect(object).toBe('Contact');
    expect(mapped).toEqual(['c2=FirstName', 'c3=LastName', 'c4=Email', 'c5=Phone', 'c6=Birthdate']);
  });

  it('knows companies by their legal forms, and people with companies as leads', async () => {
    const companies = await guess(csv('name,town\nAcme Ltd,York\nBolt GmbH,Ulm\nCato SARL,Lyon\n'));
    expect(companies).toMatchObject({ object: 'Account', mapped: ['name=Name', 'town=BillingCity'] });
    const leads = await guess(csv('Vorname,Nachname,Firma\nAnna,Keller,Bolt GmbH\nJan,Maas,Cato BV\n'));
    expect(leads).toMatchObject({
      object: 'Lead',
      mapped: ['Firma=Company', 'Nachname=LastName', 'Vorname=FirstName'],
    });
  });

  it('takes no numbers, clusters or codes for evidence', async () => {
    const header = 'record_id,cluster_id,entity,truth,passport_number,iban,phone_type,email_status,age,group';
    const rows = [
      '1,7,9,1,123456789,DE89370400440532013000,HOME,valid,35,2',
      '2,7,9,1,123456788,DE89370400440532013001,WORK,bounced,36,2',
    ];
    const { id, mapped } = await guess(csv(`${header}\n${rows.join('\n')}\n`), { object: 'Contact' });
    expect({ id, mapped }).toEqual({ id: 'record_id', mapped: [] });
  });

  it.each([
    ['Parent/Guardian First Name,Parent/Guardian Last Name,Email', ['FirstName', 'LastName']],
    ['Camper First Name,Camper Last Name,Emergency Contact First Name,Email', ['FirstName', 'LastName']],
    ['Goes by,Surname,Email', ['FirstName', 'LastName']],
    ['First Name,Last Name,Spouse First Name,Email', ['FirstName', 'LastName']],
    ['First Name,Last Order,Email', ['FirstName']],
  ])('knows the names of the rows by labels with unknown words: %s', async (header, fields) => {
    const cells = header
      .split(',')
      .map((label) => (label === 'Email' ? (i: number) => `u${i}@gmail.com` : nameIn(label)));
    const rows = Array.from({ length: 40 }, (_, i) => `${cells.map((cell) => cell(i)).join(',')}\n`);
    const { mapped } = await guess(csv(`${header}\n${rows.join('')}`));
    const columns = header.split(',');
    expect(mapped).toEqual(['Email=Email', ...fields.map((field, i) => `${columns[i]!}=${field}`)].sort());
  });

  it.each(['Subscriber', 'Customer', 'Company'])('reads e-mail addresses below the label %s', async (label) => {
    const rows = FIRST.map((first, i) => `u${i}@mail.example,${first},${LAST[i % LAST.length]!}\n`);
    const { mapped } = await guess(csv(`${label},Name,Last name\n${rows.join('')}`));
    expect(mapped).toEqual(['Last name=LastName', 'Name=FirstName', `${label}=Email`].sort());
  });

  it.each([
    ['CnAdrPrf_Addrline1', ['CnAdrPrf_City=MailingCity', 'CnAdrPrf_ZIP=MailingPostalCode']],
    ['Street', []],
  ])('reads the end of a label that shares its first words with addresses: %s', async (street, mapped) => {
    const rows = FIRST.map((first, i) => `${first},${LAST[i % LAST.length]!},${i + 1} Oak St,Town,${20_000 + (i % 5)}`);
    const header = `First Name,Last Name,${street},CnAdrPrf_City,CnAdrPrf_ZIP`;
    const found = await guess(csv(`${header}\n${rows.join('\n')}\n`));
    expect(found.mapped.filter((each) => /_(?:City|ZIP)/.test(each))).toEqual(mapped);
  });

  it('leaves to --map what it names, and columns out that it leaves out', async () => {
    const file = csv(labels('mail,email,surname'));
    const { mapped } = await guess(file, { object: 'Contact', map: ['mail=Email', 'surname='] });
    expect(mapped).toEqual(['mail=Email', 'surname=']);
  });

  it('a file without rows, and one with thousands of columns, are read all the same', async () => {
    expect((await guess(csv('Vorname,Nachname\n'))).mapped).toEqual(['Nachname=LastName', 'Vorname=FirstName']);
    const wide = Array.from({ length: 3_000 }, (_, i) => `c${i}`);
    expect((await guess(csv(`${wide.join(',')}\n${wide.map(() => 'x').join(',')}\n`))).mapped).toEqual([]);
  });
});

describe('labels of other scripts and languages', () => {
  it.each(
    rowsOf<[string, string, string]>(`
    Contact → 姓,名,メールアドレス,電話番号,住所,生年月日 → LastName FirstName Email Phone MailingStreet Birthdate
    Lead → 氏名,会社名,部署,携帯電話,郵便番号,都道府県 → LastName Company - MobilePhone PostalCode State
    Contact → 姓名,手机号码,电子邮箱,城市,性别 → LastName MobilePhone Email MailingCity GenderIdentity
    Contact → 聯絡人,電話號碼,郵箱,地址 → LastName Phone Email MailingStreet
    Contact → Фамилия,Имя,Эл. почта,Мобильный телефон,Индекс,Дата рождения → LastName FirstName Email MobilePhone MailingPostalCode Birthdate
    Contact → ПІБ,Телефон,Місто → LastName Phone MailingCity
    Account → Название компании,Сайт,Адрес → Name Website BillingStreet
    Contact → الاسم الأول,اسم العائلة,البريد الإلكتروني,الجوال,تاريخ الميلاد → FirstName LastName Email MobilePhone Birthdate
    Contact → Όνομα,Επώνυμο,Κινητό,Διεύθυνση,Τ.Κ. → FirstName LastName MobilePhone MailingStreet MailingPostalCode
    Contact → 성명,휴대폰,이메일,주소 → LastName MobilePhone Email MailingStreet
    Contact → שם פרטי,שם משפחה,טלפון,דוא"ל → FirstName LastName Phone Email
    Contact → Ad,Soyad,Cep Telefonu,E-posta,Doğum Tarihi → FirstName LastName MobilePhone Email Birthdate
    Contact → Prenume,Nume de familie,Adresă,Oraș → FirstName LastName MailingStreet MailingCity
    Contact → Họ và tên,Số điện thoại,Ngày sinh → LastName Phone Birthdate
  `),
  )('%s: %s', async (object, columns, fields) => {
    const names = columns.split(',');
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
    const guessed = await guess(csv(`${quoted}\n${names.map(() => 'x').join(',')}\n`));
    const expected = fields.split(' ').flatMap((field, i) => (field === '-' ? [] : [`${names[i]!}=${field}`]));
    expect(guessed).toMatchObject({ object, mapped: expected.sort() });
  });

  it('a Latin label is never one of another script spelled in Latin letters', async () => {
    const { mapped } = await guess(csv(labels('sm,yr,xing,ming,guo,shi,dom,kod,pol')));
    expect(mapped).toEqual([]);
  });
});

describe('full names that no list contains', () => {
  const rows = ['Nguyễn Thị Ánh', 'Trần Quốc Bảo', 'Lê Hoàng Phúc', 'Phạm Minh Châu', 'Võ Đức Thịnh', 'Bùi Xuân Hải'];
  const table = (mail: (name: string) => string, more = '') =>
    csv(`Name,Email${more && ',Company'}\n${rows.map((name) => `${name},${mail(name)}${more}\n`).join('')}`);
  const folded = (name: string) => fold(name).split(' ');

  it.each([
    ['Contact', '', 'mailboxes are named after them'],
    ['Lead', ',Acme', 'and companies stand beside them'],
  ])('are treated as people (%s) where %s%s', async (object, more) => {
    const { object: guessed } = await guess(table((name) => `${folded(name).reverse().join('.')}@mail.example`, more));
    expect(guessed).toBe(object);
  });

  it('are treated as companies where the domains are named after them', async () => {
    expect((await guess(table((name) => `info@${folded(name).join('')}.example`))).object).toBe('Account');
  });
});

it.each(
  rowsOf<[string, string, string | undefined]>(`
  USt-IdNr. → DE 123 456 788 → VatNumber__c | Partita IVA → "00743110157" → VatNumber__c
  Tax ID → 12-3456789 → VatNumber__c | NIP → "8567346215" → VatNumber__c
  Company Registration Number → HRB 123456 → RegisterNumber__c | SIRET → "73282932000074" → RegisterNumber__c
  Ref → DE136695976 → VatNumber__c | SSN → 212-09-9999 → undefined | Order Number → "1234567" → undefined
  Tax → "19.00" → undefined
`),
)('a number under %s fills the field of the object for such numbers', async (label, value, field) => {
  const fields = ['Name', 'VatNumber__c', 'RegisterNumber__c', 'DunsNumber__c'];
  const type = createRegistry([
    {
      name: 'Firm__c',
      keyPrefix: 'zzf',
      label: 'Firm',
      fields: fields.map((name) => ({ name, type: 'string' as const })),
    },
  ]).byName('Firm__c')!;
  const rows = ['Acme GmbH', 'Beta AG', 'Gamma KG'].map((name) => `${name},${value}\n`);
  const ahead = await readAhead(await openInput(csv(`Company,${label}\n${rows.join('')}`)));
  const { options } = guessColumns(type, ahead, [], { accepts: () => true, reserved: [] });
  expect(options.find(({ source }) => source === label)?.field).toBe(field);
});
