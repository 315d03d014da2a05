import type { Texts } from '../../texts.js';

const rowsOf = (count: string): string => (count === '1' ? '1 Zeile' : `${count} Zeilen`);

/** Import and clean. */
export const importing: Texts['import'] = {
  title: 'Importieren und bereinigen',
  drop: 'CSV- oder Excel-Datei hier ablegen oder auswählen',
  dropHint: '.csv, .tsv, .xlsx, .json, .ndjson und .vcf; gespeichert wird erst, wenn Sie es sagen',
  sending: (name) => `${name} wird gesendet…`,
  none: 'Es wurde noch keine Datei gesendet.',
  noneHint: 'Eine Datei bleibt einen Tag, nur für Sie, und wird dann entfernt.',
  sent: 'Dateien',
  everyones: 'Dateien aller Zugänge',
  sentBy: (client) => `von ${client}`,
  expires: (time) => `verfügbar bis ${time}`,
  standing: 'Was mit der Datei geschieht',
  leave: 'Sie können diese Seite verlassen: Der Dienst arbeitet weiter, auch nach einem Neustart.',
  actions: { dryRun: 'Probelauf', import: 'Import', clean: 'Bereinigung', undo: 'Rücknahme des Imports' },
  statuses: {
    arriving: 'wird übertragen',
    ready: 'bereit zum Importieren oder Bereinigen',
    queued: 'wartet',
    running: 'läuft',
    completed: 'fertig',
    failed: 'fehlgeschlagen',
    cancelled: 'abgebrochen',
  },
  counted: (read, created, updated, rejected) =>
    `${rowsOf(read)}: ${created} angelegt, ${updated} aktualisiert, ${rejected} abgelehnt`,
  wouldCount: (read, created, updated, rejected) =>
    `${rowsOf(read)}; bei einem Import: ${created} angelegt, ${updated} aktualisiert, ${rejected} abgelehnt`,
  undone: (count, left) => {
    const taken = `${count === '1' ? '1 Änderung' : `${count} Änderungen`} zurückgenommen`;
    if (left === '') return taken;
    const stay = left === '1' ? '1 bleibt' : `${left} bleiben`;
    return `${taken}; ${stay}, weil andere diese Datensätze seither geändert haben (siehe not-undone.csv)`;
  },
  undoneAt: (time) => `Zurückgenommen am ${time}.`,
  undo: 'Import zurücknehmen',
  undoHint:
    'Angelegte Datensätze werden gelöscht, geänderte Felder erhalten ihre früheren Werte. Was andere seither geändert haben, bleibt und wird aufgelistet.',
  batch: 'Import',
  batchOf: (name) => `Import von ${name}`,
  nothingImported: 'Aus dieser Datei wurde nichts importiert.',
  figures: {
    read: 'Zeilen gelesen',
    created: 'Datensätze angelegt',
    updated: 'Datensätze aktualisiert',
    rejected: 'Zeilen abgelehnt',
  },
  rejectedRows: 'Abgelehnte Zeilen',
  why: 'Grund',
  asRow: (row) => `wie Zeile ${row}`,
  records: 'Angelegte und aktualisierte Datensätze',
  compareAll: (objects) => `Alle vergleichen: ${objects}`,
  soon: 'noch weniger als eine Minute',
  minutesLeft: (minutes) => (minutes === 1 ? 'noch etwa eine Minute' : `noch etwa ${minutes} Minuten`),
  moved:
    'Inzwischen ist mit dieser Datei etwas anderes geschehen. Sehen Sie sich den jetzigen Stand an und versuchen Sie es erneut.',
  before: (time) => `Eine Datei mit genau diesem Inhalt wurde am ${time} importiert.`,
  beforeLink: 'Diesen Import ansehen oder zurücknehmen',
  duplicates: 'Zeile, die es schon als Datensatz gibt',
  duplicateChoices: {
    scenarios: 'wird behandelt, wie die Szenarien sagen',
    update: 'aktualisiert den Datensatz',
    fillBlanks: 'füllt leere Felder des Datensatzes',
    review: 'geht in die Prüfung',
    all: 'wird nicht gesucht: Jede Zeile wird ein Datensatz',
  },
  duplicateHints: {
    scenarios: 'Jedes Szenario sagt, was aus einem gefundenen Datensatz wird.',
    update: 'Werte der Datei ersetzen die des Datensatzes; leere Zellen lassen sie stehen.',
    fillBlanks: 'Vorhandene Werte des Datensatzes bleiben.',
    review: 'Sie wird ein eigener Datensatz und ein Paar, über das jemand entscheidet.',
    all: 'Auch Dubletten innerhalb der Datei bleiben Dubletten.',
  },
  wholeName: 'Vor- und Nachname, wird aufgeteilt',
  firstName: 'Vorname',
  lastName: 'Nachname',
  cleaned: (rows, merged, records, review) =>
    `${rowsOf(rows)}: ${merged} zusammengeführt, ${records === '1' ? '1 Datensatz übrig' : `${records} Datensätze übrig`}, ${review} zu prüfen`,
  cancel: 'Abbrechen',
  remove: 'Datei entfernen',
  removeOf: (name) => `Datei ${name} entfernen`,
  results: 'Herunterladen:',
  mapping: 'Spalten und Felder',
  looked: (rows, isWhole) =>
    `Vermutet anhand ${isWhole ? `aller Zeilen (${rows})` : `der ersten ${rows} Zeilen`}. Berichtigen Sie, was nicht stimmt; Spalten mit demselben Feld werden verbunden.`,
  auto: 'Weder Personen noch Firmen (nur Bereinigung)',
  autoHint:
    'Jede Spalte wird für sich verglichen. Für Personen und Firmen, oder um die Zeilen zu importieren, wählen Sie oben ein Objekt.',
  notMerged: (why) => `Nichts wurde zusammengeführt: ${why}.`,
  help: (help) => `Was mit dem Befehl likeness clean hilft: ${help}.`,
  sheet: 'Blatt',
  delimiter: 'Trennzeichen',
  delimiters: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator', '|': 'senkrechter Strich' },
  encoding: 'Zeichensatz',
  header: 'Die erste Zeile nennt die Spalten',
  column: 'Spalte',
  samples: 'Erste Werte',
  field: 'Feld',
  fieldOf: (column) => `Feld zu ${column}`,
  leftOut: '(weggelassen)',
  again: 'Noch einmal importieren: Dubletten werden aktualisiert, nicht verdoppelt',
  try: 'Probelauf',
  startAs: (objects) => `Importieren als ${objects}`,
  clean: 'Datei bereinigen',
  hint: 'Ein Probelauf entscheidet wie der Import und speichert nichts. Die Bereinigung macht aus jeder Gruppe von Dubletten der Datei einen Datensatz und speichert nichts im Dienst.',
};
