/**
 * What people type where they have nothing to say, in lower case, words apart by one space. Counts as blank in every
 * kind of field.
 */
export const placeholderWords = [
  ...['unknown', 'not known', 'unspecified', 'undefined'],
  ...['n a', 'na', 'not available', 'not applicable', 'not provided', 'not given', 'none', 'null', 'nil'],
  ...['test', 'testing', 'test test', 'tbd', 'tba', 'to be determined', 'x'],
  ...['asdf', 'asdfg', 'asdfgh', 'asdfasdf', 'asd', 'qwer', 'qwert', 'qwerty', 'qwertz', 'azerty', 'sdfg', 'dfgh'],
  ...[
    'unbekannt',
    'nicht bekannt',
    'keine',
    'keiner',
    'keine angabe',
    'keine angaben',
    'nicht angegeben',
    'ohne angabe',
  ],
  ...['entfallt', 'entfällt', 'k a', 'inconnu', 'inconnue', 'non renseigne', 'non renseigné', 'aucun', 'aucune'],
  ...['neant', 'néant', 'desconocido', 'desconocida', 'ninguno', 'ninguna', 'no disponible', 'no consta', 'sin datos'],
  ...[
    'sconosciuto',
    'sconosciuta',
    'nessuno',
    'nessuna',
    'non disponibile',
    'non indicato',
    'onbekend',
    'geen',
    'n v t',
  ],
  ...['niet bekend', 'nieznany', 'nieznana', 'nieznane', 'brak', 'brak danych', 'nie dotyczy', 'desconhecido'],
  ...['desconhecida', 'nenhum', 'nenhuma', 'não informado', 'nao informado', 'okand', 'okänd', 'ukjent', 'ukendt'],
  ...['tuntematon', 'neznamy', 'neznámý', 'neznama', 'neznámá', 'ismeretlen', 'nincs', 'necunoscut', 'nepoznato'],
  ...['bilinmiyor', 'yok', 'неизвестно', 'неизвестный', 'нет', 'нет данных', 'невідомо', 'άγνωστο', 'άγνωστος'],
  ...['غير معروف', 'لا يوجد', '不明', '未知', '无', '無', 'なし', '不详', '없음', '미상', 'không có', 'khong co'],
];

/** Of names of people, too: first or last name unknown. */
export const placeholderNames = [
  'fnu',
  'lnu',
  'no name',
  'noname',
  'first name',
  'last name',
  'firstname',
  'lastname',
  'no last name',
  'no first name',
];

/** Of companies, too. */
export const placeholderCompanies = [
  ...['no company', 'company', 'company name', 'my company', 'test company', 'not employed', 'unemployed', 'retired'],
  ...['self', 'self employed', 'selfemployed', 'self employment', 'sole trader', 'sole proprietor', 'freelance'],
  ...['freelancer', 'freelancing', 'independent', 'independent contractor', 'contractor', 'consultant', 'individual'],
  ...['private', 'private person', 'private individual', 'private customer', 'personal', 'person', 'home', 'household'],
  ...[
    'student',
    'pupil',
    'housewife',
    'homemaker',
    'individual customer',
    'consumer',
    'end user',
    'family',
    'me',
    'myself',
  ],
  ...[
    'privat',
    'privatperson',
    'privatkunde',
    'privatkundin',
    'privatkunden',
    'privathaushalt',
    'haushalt',
    'selbstandig',
  ],
  ...[
    'selbständig',
    'selbststandig',
    'selbstständig',
    'selbstaendig',
    'freiberufler',
    'freiberuflich',
    'freiberuflerin',
  ],
  ...[
    'schuler',
    'schüler',
    'rentner',
    'pensionist',
    'hausfrau',
    'arbeitslos',
    'keine firma',
    'ohne firma',
    'studentin',
  ],
  ...['particulier', 'particuliere', 'prive', 'privé', 'independant', 'indépendant', 'auto entrepreneur', 'etudiant'],
  ...['étudiant', 'retraite', 'retraité', 'sans emploi', 'particular', 'privado', 'autonomo', 'autónomo', 'estudiante'],
  ...[
    'jubilado',
    'cuenta propia',
    'sin empresa',
    'privato',
    'libero professionista',
    'autonomo',
    'studente',
    'pensionato',
  ],
  ...['particulieren', 'zzp', 'zzper', 'zelfstandig', 'zelfstandige', 'gepensioneerd', 'prywatny', 'prywatna'],
  ...['osoba prywatna', 'osoba fizyczna', 'klient indywidualny', 'particulares', 'pessoa fisica', 'pessoa física'],
  ...['privatperson', 'privatkund', 'yksityinen', 'soukroma osoba', 'soukromá osoba', 'maganszemely', 'magánszemély'],
  ...['физлицо', 'частное лицо', 'физическое лицо', '个人', '個人', '개인', 'şahıs', 'sahis', 'bireysel'],
];

/** Rows of digits that are nobody's number. */
export const placeholderNumbers = ['1234567890', '0123456789', '9876543210', '0987654321'];

/** Of telephones, too: as values of other kinds they may be codes. */
export const placeholderPhones = [
  ...['123456789', '012345678', '12345678', '1234567', '987654321', '87654321', '7654321', '1231231234', '5555555'],
];

/** Dates that systems and people fill in where they know none. */
export const placeholderDates = [
  ...['1900-01-01', '1970-01-01', '1899-12-30', '1899-12-31', '1901-01-01', '0001-01-01', '1111-11-11', '9999-12-31'],
];

/** Local parts of e-mail addresses that nobody reads, at any domain. */
export const placeholderMailboxes = [
  ...['noreply', 'no-reply', 'no_reply', 'no.reply', 'donotreply', 'do-not-reply', 'do_not_reply'],
  ...['noemail', 'no-email', 'no.email', 'nomail', 'no-mail', 'nobody', 'none', 'null', 'na', 'n/a', 'unknown'],
];

/** Local parts and first parts of domains that make no address when they stand together: `test@test.com`. */
export const placeholderMailWords = [
  ...['test', 'testing', 'none', 'na', 'no', 'null', 'unknown', 'example', 'email', 'mail', 'domain', 'user', 'name'],
  ...[
    'abc',
    'asd',
    'asdf',
    'qwerty',
    'foo',
    'bar',
    'keine',
    'kein',
    'nomail',
    'noemail',
    'inconnu',
    'unbekannt',
    'aucun',
  ],
  ...['ninguno', 'nessuno', 'geen', 'brak', 'sin', 'sans', 'ohne', 'fake', 'dummy', 'sample', 'nowhere'],
];
