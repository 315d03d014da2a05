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

/** Of companies: what stands behind a word such as `test`, which then is nobody's name. */
export const companyFillers = [
  ...['account', 'company', 'customer', 'client', 'firm', 'firma', 'kunde', 'lead', 'record', 'entry', 'business'],
  ...[
    'empresa',
    'cliente',
    'entreprise',
    'societe',
    'azienda',
    'bedrijf',
    'gmbh',
    'ag',
    'ltd',
    'limited',
    'inc',
    'llc',
  ],
  ...['sa', 'srl', 'bv', 'ab', 'as', 'oy', 'and', 'co', 'kg', 'corp', 'corporation', 'organisation', 'organization'],
];

/** Of companies: words that make a test of a name with fillers behind them. */
export const companyTests = ['test', 'testing', 'dummy', 'fake', 'demo', 'sample', 'asdf', 'example'];

/** Names of which every word is one of these are of nobody: whoever comes to the till, whoever stays at the hotel. */
export const nobodyWords = [
  ...['walk', 'walkin', 'in', 'customer', 'client', 'guest', 'hotel', 'visitor', 'cash', 'sale', 'sales', 'counter'],
  ...[
    'till',
    'anonymous',
    'donor',
    'tenant',
    'occupant',
    'occupier',
    'resident',
    'owner',
    'homeowner',
    'user',
    'member',
  ],
  ...[
    'account',
    'accounts',
    'payable',
    'contact',
    'person',
    'employee',
    'staff',
    'patient',
    'new',
    'the',
    'test',
    'dummy',
  ],
  ...[
    'office',
    'reception',
    'team',
    'department',
    'manager',
    'purchasing',
    'unknown',
    'first',
    'last',
    'name',
    'current',
  ],
  ...['kunde', 'kundin', 'laufkunde', 'laufkundschaft', 'gast', 'barverkauf', 'barkunde', 'kasse', 'anonym', 'spender'],
  ...['bewohner', 'mieter', 'eigentumer', 'benutzer', 'mitglied', 'mitarbeiter', 'kontakt', 'neuer', 'neue', 'empfang'],
  ...['cliente', 'clienta', 'huesped', 'mostrador', 'contado', 'anonimo', 'visitante', 'consumidor', 'final', 'utente'],
  ...[
    'ospite',
    'visiteur',
    'comptoir',
    'passage',
    'anonyme',
    'locataire',
    'bezoeker',
    'klant',
    'gosc',
    'klient',
    'misafir',
  ],
];

/** Of streets, too: nobody lives there. */
export const placeholderStreets = [
  ...['no address', 'no fixed address', 'no fixed abode', 'nfa', 'homeless', 'address unknown', 'unknown address'],
  ...[
    'same',
    'same as billing',
    'same as above',
    'same address',
    'as above',
    'see above',
    'ditto',
    'moved',
    'gone away',
  ],
  ...[
    'same as mailing',
    'same as shipping',
    'same as billing address',
    'same as home',
    'address',
    'street',
    'main address',
  ],
  ...[
    'general delivery',
    'poste restante',
    'return to sender',
    'undeliverable',
    'confidential',
    'withheld',
    'transient',
  ],
  ...['unbekannt verzogen', 'verzogen', 'unbekannte adresse', 'adresse unbekannt', 'ohne festen wohnsitz', 'obdachlos'],
  ...[
    'ofw',
    'wohnungslos',
    'siehe oben',
    'wie oben',
    'postlagernd',
    'keine adresse',
    'ohne adresse',
    'adresse',
    'strasse',
  ],
  ...[
    'sans domicile',
    'sans domicile fixe',
    'sdf',
    'adresse inconnue',
    'sans adresse',
    'idem',
    'voir ci dessus',
    'rue',
  ],
  ...[
    'sin direccion',
    'sin dirección',
    'sin domicilio',
    'sin domicilio fijo',
    'direccion desconocida',
    'domicilio conocido',
  ],
  ...[
    'dirección desconocida',
    'calle',
    'ver arriba',
    's n',
    'lista de correos',
    'senza fissa dimora',
    'senza indirizzo',
  ],
  ...['indirizzo sconosciuto', 'irreperibile', 'come sopra', 'fermo posta', 'via', 'sem endereco', 'sem endereço'],
  ...[
    'endereco desconhecido',
    'endereço desconhecido',
    'geen adres',
    'adres onbekend',
    'zonder vaste woonplaats',
    'zvwo',
  ],
  ...['brak adresu', 'bezdomny', 'adres nieznany', 'bez stalego miejsca zamieszkania', 'bez adresy', 'bez domova'],
  ...[
    'ingen adress',
    'ingen adresse',
    'uten fast bopel',
    'uten fast bopæl',
    'okand adress',
    'okänd adress',
    'adres yok',
  ],
  ...[
    'без адреса',
    'бомж',
    'адрес неизвестен',
    '住所不明',
    '住所不定',
    '地址不详',
    '주소 없음',
    'بدون عنوان',
    'ללא כתובת',
  ],
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
  // First and last days of databases and systems.
  ...['1753-01-01', '1601-01-01', '1582-10-15', '1800-01-01', '2099-12-31', '2100-01-01', '2999-12-31', '4712-12-31'],
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
