import type { Texts } from '../../texts.js';

const rowsOf = (count: string): string => (count === '1' ? '1 rij' : `${count} rijen`);

/** Import and clean. */
export const importing: Texts['import'] = {
  title: 'Importeren en opschonen',
  drop: 'Sleep een CSV- of Excel-bestand hierheen, of kies er een',
  dropHint: '.csv, .tsv, .xlsx, .json, .ndjson en .vcf; er wordt niets opgeslagen voordat u dat aangeeft',
  sending: (name) => `${name} verzenden…`,
  none: 'Er is nog geen bestand verzonden.',
  noneHint: 'Een bestand wordt een dag bewaard, alleen voor u, en daarna verwijderd.',
  sent: 'Bestanden',
  everyones: 'Bestanden van alle clients',
  sentBy: (client) => `van ${client}`,
  expires: (time) => `bewaard tot ${time}`,
  standing: 'Wat er met het bestand gebeurt',
  leave: 'U kunt deze pagina verlaten: het werk gaat door in de service, ook na een herstart.',
  actions: { dryRun: 'Proef', import: 'Importeren', clean: 'Opschonen', undo: 'Import terugdraaien' },
  statuses: {
    arriving: 'onderweg',
    ready: 'klaar om te importeren of op te schonen',
    queued: 'wacht op zijn beurt',
    running: 'bezig',
    completed: 'klaar',
    failed: 'mislukt',
    cancelled: 'geannuleerd',
  },
  counted: (read, created, updated, rejected) =>
    `${rowsOf(read)}: ${created} nieuw, ${updated} bijgewerkt, ${rejected} afgewezen`,
  wouldCount: (read, created, updated, rejected) =>
    `${rowsOf(read)}, verwacht resultaat: ${created} nieuw, ${updated} bijgewerkt, ${rejected} afgewezen`,
  undone: (count, left) => {
    const done = count === '1' ? '1 wijziging teruggedraaid' : `${count} wijzigingen teruggedraaid`;
    if (left === '') return done;
    return `${done}; niet teruggedraaid: ${left}, omdat anderen deze records sindsdien hebben gewijzigd (zie not-undone.csv)`;
  },
  undoneAt: (time) => `Teruggedraaid op ${time}.`,
  undo: 'Deze import terugdraaien',
  undoHint:
    'Toegevoegde records worden verwijderd en gewijzigde velden krijgen hun eerdere waarde. Wat anderen sindsdien hebben gewijzigd, blijft en komt in een lijst.',
  batch: 'Import',
  batchOf: (name) => `Import van ${name}`,
  nothingImported: 'Uit dit bestand is niets geïmporteerd.',
  figures: {
    read: 'Gelezen rijen',
    created: 'Nieuwe records',
    updated: 'Bijgewerkte records',
    rejected: 'Afgewezen rijen',
  },
  rejectedRows: 'Afgewezen rijen',
  why: 'Reden',
  asRow: (row) => `zoals rij ${row}`,
  records: 'Nieuwe en bijgewerkte records',
  compareAll: (objects) => `Alle ${objects} vergelijken`,
  soon: 'minder dan een minuut te gaan',
  minutesLeft: (minutes) => (minutes === 1 ? 'nog ongeveer een minuut' : `nog ongeveer ${minutes} minuten`),
  moved: 'Intussen is er iets anders met dit bestand gedaan. Bekijk wat er nu staat en klik nog eens.',
  before: (time) => `Een bestand met precies deze inhoud is geïmporteerd op ${time}.`,
  beforeLink: 'Die import bekijken of terugdraaien',
  duplicates: 'Een rij die al een record is',
  duplicateChoices: {
    scenarios: 'volgt de scenario’s',
    update: 'werkt het record bij',
    fillBlanks: 'vult lege velden van het record',
    review: 'gaat naar beoordelen',
    all: 'wordt niet gezocht: elke rij wordt een record',
  },
  duplicateHints: {
    scenarios: 'Elk scenario bepaalt wat er gebeurt met een record dat het vindt.',
    update: 'Waarden uit het bestand vervangen die van het record; lege cellen laten ze staan.',
    fillBlanks: 'Waarden die het record al heeft, blijven.',
    review: 'De rij wordt een eigen record, en een paar waarover iemand besluit.',
    all: 'Ook dubbele rijen binnen het bestand blijven dubbel.',
  },
  wholeName: 'Voor- en achternaam, gesplitst',
  firstName: 'Voornaam',
  lastName: 'Achternaam',
  cleaned: (rows, merged, records, review) =>
    `${rowsOf(rows)}: ${merged} samengevoegd, ${records} over, ${review} om te bekijken`,
  cancel: 'Annuleren',
  remove: 'Bestand verwijderen',
  removeOf: (name) => `Bestand ${name} verwijderen`,
  results: 'Downloaden:',
  mapping: 'Kolommen en velden',
  looked: (rows, isWhole) =>
    `Geschat op basis van ${isWhole ? 'alle' : 'de eerste'} ${rows} rijen. Verbeter wat niet klopt; kolommen met hetzelfde veld worden samengenomen.`,
  auto: 'Geen personen of bedrijven (alleen opschonen)',
  autoHint:
    'Alle kolommen worden op zichzelf vergeleken. Kies hierboven een object voor personen en bedrijven, of om de rijen te importeren.',
  notMerged: (why) => `Er is niets samengevoegd: ${why}.`,
  help: (help) => `Wat helpt, met de opdracht likeness clean: ${help}.`,
  sheet: 'Werkblad',
  delimiter: 'Tussen cellen',
  delimiters: { ',': 'komma', ';': 'puntkomma', '\t': 'tab', '|': 'verticale streep' },
  encoding: 'Codering',
  header: 'De eerste regel bevat de kolomnamen',
  column: 'Kolom',
  samples: 'Eerste waarden',
  field: 'Veld',
  fieldOf: (column) => `Veld van ${column}`,
  leftOut: '(weggelaten)',
  again: 'Nogmaals importeren: bestaande records worden bijgewerkt, niet verdubbeld',
  try: 'Proberen',
  startAs: (objects) => `Importeren als ${objects}`,
  clean: 'Bestand opschonen',
  hint: 'Een proef beslist zoals de import, en slaat niets op. Opschonen maakt één record van elke groep dubbele rijen in het bestand en slaat niets op in de service.',
};
