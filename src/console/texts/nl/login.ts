import type { Texts } from '../../texts.js';

/** The login. */
export const login: Texts['login'] = {
  title: 'Inloggen',
  again: 'De sessie is beëindigd. Log opnieuw in om verder te gaan waar u was.',
  about:
    'Vindt records van één persoon of bedrijf die meer dan eens zijn opgeslagen, voorkomt nieuwe en voegt ze samen.',
  hint: 'Log in met de Id en het geheim die u hebt gekregen.',
  whom: 'Geen Id, of werkt die niet?',
  ask: 'Vraag de beheerder van deze service: die bepaalt wie records mag zien en wijzigen.',
  operators:
    'Beheert u de service zelf? “npx likeness console” toont een adres waarmee u één keer inlogt, “npx likeness client add” maakt een Id en een geheim.',
  clientId: 'Client-Id',
  clientSecret: 'Clientgeheim',
  submit: 'Inloggen',
  busy: 'Inloggen…',
  elsewhere: (label) => `Inloggen met ${label}`,
  refusals: {
    expired: 'Het inloggen duurde te lang. Probeer het opnieuw.',
    refused: 'De identiteitsprovider heeft u niet toegelaten.',
    unavailable: 'De identiteitsprovider is op dit moment niet bereikbaar.',
    noAccess: 'U bent bekend, maar hebt hier nergens toegang toe. Vraag de beheerder van deze service.',
  },
};
