// What fails before the service has an answer, or without one. Its refusals have their words in refusals/, which are
// loaded when one is heard.
import { defineMessages } from './i18n.tsx';

export const errorMessages = defineMessages(
  {
    unexpected: 'This page failed. Load it again.',
    unreachable: 'The service does not answer. Check your connection, then try again.',
    passkey_given_up: 'The passkey was not used, so nothing was done. Try again, or another way.',
    not_proven: 'Nothing was done, as it was not confirmed.',
  },
  {
    de: {
      unexpected: 'Diese Seite ist abgebrochen. Laden Sie sie neu.',
      unreachable:
        'Der Dienst antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
      passkey_given_up:
        'Der Passkey wurde nicht benutzt, nichts ist geschehen. Noch einmal, oder anders.',
      not_proven: 'Nichts ist geschehen, da es nicht bestätigt wurde.',
    },
    fr: {
      unexpected: 'Cette page a échoué. Rechargez-la.',
      unreachable: 'Le service ne répond pas. Vérifiez la connexion, puis réessayez.',
      passkey_given_up: 'La clé n’a pas servi, rien n’a été fait. Réessayez, ou autrement.',
      not_proven: 'Rien n’a été fait, faute de confirmation.',
    },
    es: {
      unexpected: 'Esta página ha fallado. Vuelva a cargarla.',
      unreachable: 'El servicio no responde. Compruebe la conexión e inténtelo de nuevo.',
      passkey_given_up:
        'La llave no se usó y no se ha hecho nada. Inténtelo de nuevo, o de otro modo.',
      not_proven: 'No se ha hecho nada, porque no se confirmó.',
    },
  },
);
