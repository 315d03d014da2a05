import type { Texts } from '../../texts.js';

type Area =
  'login' | 'search' | 'records' | 'record' | 'review' | 'import' | 'overview' | 'scenarios' | 'apiPage' | 'settings';

/** Words of every page. */
export const general: Omit<Texts, Area> = {
  name: 'Likeness',
  nav: {
    overview: 'Übersicht',
    search: 'Suche',
    import: 'Import',
    review: 'Prüfung',
    records: 'Datensätze',
    scenarios: 'Szenarien',
    settings: 'Einstellungen',
    api: 'API',
  },
  skip: 'Zum Inhalt springen',
  help: 'Tastenkürzel',
  language: 'Sprache',
  close: 'Schließen',
  logOut: 'Abmelden',
  loading: 'Wird geladen…',
  retry: 'Erneut versuchen',
  choose: 'Objekt',
  steps: {
    title: 'Der Weg von der Datei zur Entscheidung',
    file: 'Datei',
    trial: 'Probelauf',
    import: 'Import',
    compare: 'Vergleich',
    review: 'Prüfung',
    decided: 'Entschieden',
  },
  all: 'Alle',
  error: {
    unreachable: 'Der Dienst ist nicht erreichbar. Läuft er?',
    status: (status) => `Der Dienst hat mit Status ${status} geantwortet.`,
    noScope: (scope) =>
      `Dafür brauchen Sie das Recht „${scope}“, das Sie nicht haben. Fragen Sie den Betreiber dieses Dienstes.`,
    noPage: 'Diese Seite gibt es nicht.',
  },
  shortcuts: [
    ['?', 'Diese Tastenkürzel zeigen'],
    ['/', 'Zum ersten Eingabefeld der Seite'],
    ['g o', 'Übersicht'],
    ['g s', 'Suche'],
    ['g i', 'Import'],
    ['g v', 'Prüfung'],
    ['g r', 'Datensätze'],
    ['g c', 'Szenarien'],
    ['g a', 'API'],
    ['g t', 'Einstellungen'],
    ['j k', 'Vor, zurück: Treffer, Zeilen, Paare, Szenarien'],
    ['x', 'Zeile ankreuzen oder nicht'],
    ['e', 'Datensatz bearbeiten'],
    ['Enter', 'Zeile öffnen'],
    ['m n l', 'Prüfung: zusammenführen, keine Dublette, später'],
    ['1 … 9', 'Prüfung: dieser Datensatz bleibt'],
    ['u', 'Prüfung: letzte Entscheidung zurücknehmen'],
    ['Esc', 'Schließen'],
  ],
  tour: {
    title: 'Erste Schritte',
    step: (step, all) => `${step} von ${all}`,
    steps: {
      search:
        'Suchen Sie eine Person oder Firma, oder fügen Sie eine Signatur ein: Sie sehen ähnliche Datensätze und warum sie ähnlich sind.',
      import:
        'Importieren Sie eine Datei: Der Dienst erkennt, welche Zeilen er schon hat, und sagt es, bevor er speichert.',
      review:
        'Prüfen Sie mögliche Dubletten, ein Paar nach dem anderen. Führen Sie sie zusammen oder nicht; alles lässt sich rückgängig machen.',
      records: 'Sehen Sie alles durch, was gespeichert ist, mit dem Verlauf jedes Datensatzes.',
    },
    next: 'Weiter',
    done: 'Fertig',
    skip: 'Überspringen',
    again: 'Erste Schritte zeigen',
  },
};
