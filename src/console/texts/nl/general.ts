import type { Texts } from '../../texts.js';

type Areas =
  'login' | 'search' | 'records' | 'record' | 'review' | 'import' | 'overview' | 'scenarios' | 'apiPage' | 'settings';

/** Words of every page. */
export const general: Omit<Texts, Areas> = {
  name: 'Likeness',
  nav: {
    overview: 'Overzicht',
    search: 'Zoeken',
    import: 'Importeren',
    review: 'Beoordelen',
    records: 'Records',
    scenarios: 'Scenario’s',
    settings: 'Instellingen',
    api: 'API',
  },
  skip: 'Naar de inhoud',
  help: 'Sneltoetsen',
  language: 'Taal',
  close: 'Sluiten',
  logOut: 'Uitloggen',
  loading: 'Laden…',
  retry: 'Opnieuw proberen',
  choose: 'Object',
  steps: {
    title: 'Van bestand tot besluit',
    file: 'Bestand',
    trial: 'Proef',
    import: 'Importeren',
    compare: 'Vergelijken',
    review: 'Beoordelen',
    decided: 'Besloten',
  },
  all: 'Alle',
  error: {
    unreachable: 'De service is niet bereikbaar. Is die gestart?',
    status: (status) => `De service antwoordde met status ${status}.`,
    noScope: (scope) => `Hiervoor is het recht “${scope}” nodig, dat u niet hebt. Vraag de beheerder van deze service.`,
    noPage: 'Deze pagina bestaat niet.',
  },
  shortcuts: [
    ['?', 'Deze sneltoetsen tonen'],
    ['/', 'Naar het eerste invoerveld van de pagina'],
    ['g o', 'Overzicht'],
    ['g s', 'Zoeken'],
    ['g i', 'Importeren'],
    ['g v', 'Beoordelen'],
    ['g r', 'Records'],
    ['g c', 'Scenario’s'],
    ['g a', 'API'],
    ['g t', 'Instellingen'],
    ['j k', 'Volgende, vorige: overeenkomsten, rijen, paren, scenario’s'],
    ['x', 'Rij aan- of uitvinken'],
    ['e', 'Record bewerken'],
    ['Enter', 'De rij openen'],
    ['m n l', 'Beoordelen: samenvoegen, niet dubbel, later'],
    ['1 … 9', 'Beoordelen: dit record blijft'],
    ['u', 'Beoordelen: laatste besluit terugdraaien'],
    ['Esc', 'Sluiten'],
  ],
  tour: {
    title: 'Eerste stappen',
    step: (step, all) => `${step} van ${all}`,
    steps: {
      search:
        'Zoek een persoon of bedrijf, of plak een handtekening: u krijgt de records die erop lijken, met de reden.',
      import: 'Importeer een bestand met records: vóór het opslaan ziet u welke rijen er al zijn.',
      review:
        'Beoordeel een voor een de paren die dubbel kunnen zijn. Voeg ze samen of niet; alles is terug te draaien.',
      records: 'Blader door alles wat is opgeslagen, met de geschiedenis van elk record.',
    },
    next: 'Volgende',
    done: 'Klaar',
    skip: 'Overslaan',
    again: 'Eerste stappen tonen',
  },
};
