import type { Texts } from '../../texts.js';

/** The login. */
export const login: Texts['login'] = {
  title: 'Anmelden',
  again: 'Die Sitzung ist beendet. Melden Sie sich erneut an, um dort weiterzumachen, wo Sie waren.',
  about:
    'Findet mehrfach gespeicherte Datensätze einer Person oder Firma, verhindert neue Dubletten und führt vorhandene zusammen.',
  hint: 'Melden Sie sich mit der ID und dem Geheimnis an, die Sie erhalten haben.',
  whom: 'Keine ID, oder sie funktioniert nicht?',
  ask: 'Fragen Sie den Betreiber dieses Dienstes: Er entscheidet, wer Datensätze sehen und ändern darf.',
  operators:
    'Wenn Sie ihn selbst betreiben: „npx likeness console“ gibt eine Adresse für eine einmalige Anmeldung aus, „npx likeness client add“ erzeugt ID und Geheimnis.',
  clientId: 'Zugangs-ID',
  clientSecret: 'Geheimnis',
  submit: 'Anmelden',
  busy: 'Anmeldung läuft…',
  elsewhere: (label) => `Anmelden mit ${label}`,
  refusals: {
    expired: 'Die Anmeldung hat zu lange gedauert. Versuchen Sie es erneut.',
    refused: 'Der Anmeldedienst hat Sie nicht eingelassen.',
    unavailable: 'Der Anmeldedienst ist zurzeit nicht erreichbar.',
    noAccess: 'Sie sind bekannt, haben hier aber keine Rechte. Fragen Sie den Betreiber dieses Dienstes.',
  },
};
