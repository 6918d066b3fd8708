// A sentence for each code of a refusal, and the next step.
import { defineMessages } from './i18n.tsx';

export const errorMessages = defineMessages(
  {
    unexpected: 'This page failed. Load it again.',
    unreachable: 'The service does not answer. Check your connection, then try again.',
    passkey_given_up: 'The passkey was not used, so nothing was done. Try again, or another way.',
    wrong_passkey: 'This passkey is not known here, or not yours. Try another one.',
    copied_passkey:
      'This passkey counted backwards: there may be a copy of it. Remove it, and use another one.',
    wrong_credentials: 'Name, password or code is wrong.',
    wrong_code: 'The code is wrong, or over. Take the next one that your device shows.',
    too_many_tries:
      'Too many wrong tries. Passwords are refused for an hour; a passkey goes on working.',
    last_way: 'Nothing would be left to come in with. Set up something else first.',
    last_owner: 'It is the last owner. Make somebody else an owner first.',
    sso_failed: 'The provider did not say who you are. Try again.',
    not_proven: 'Nothing was done, as it was not confirmed.',
    unauthenticated: 'You are not signed in any more. Sign in again.',
    forbidden: 'Your role does not allow this.',
    owner_needed:
      'Only an owner of the installation may do this: it is about who approves, or what is approved.',
    not_found: 'There is no such thing here, or it is not yours to see.',
    invalid: 'Something in the form is not right.',
    invalid_status: 'It is in no status that allows this any more. Look at it again.',
    duplicate_custom_id: 'This reference was used before. Choose another.',
    already_committed: 'It was carried out before.',
    commit_window_expired: 'The time to confirm is over, and nothing was done. Begin again.',
    idempotency_key_in_use: 'The first attempt is still running. Wait a moment.',
    high_risk_address: 'The address is of high risk. Nothing is sent there.',
    rate_limit_exceeded: 'Too many requests. Wait a minute, then try again.',
    rates_unavailable: 'There are no fresh rates now. Try again in a few seconds.',
    network_fees_unavailable: 'What sending costs is not known yet. Try again in a few seconds.',
    risk_unavailable: 'The address cannot be assessed now. Try again in a few seconds.',
    service_unavailable: 'Nothing can be read or stored now. Try again in a moment.',
    internal_error: 'The service failed. Try again, and name the request when you report it.',
  },
  {
    de: {
      unexpected: 'Diese Seite ist abgebrochen. Laden Sie sie neu.',
      unreachable:
        'Der Dienst antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
      passkey_given_up:
        'Der Passkey wurde nicht benutzt, nichts ist geschehen. Noch einmal, oder anders.',
      wrong_passkey:
        'Dieser Passkey ist hier nicht bekannt oder nicht Ihrer. Nehmen Sie einen anderen.',
      copied_passkey:
        'Dieser Passkey hat rückwärts gezählt: Es kann eine Kopie geben. Entfernen Sie ihn.',
      wrong_credentials: 'Name, Passwort oder Code stimmt nicht.',
      wrong_code:
        'Der Code ist falsch oder abgelaufen. Nehmen Sie den nächsten, den Ihr Gerät zeigt.',
      too_many_tries:
        'Zu viele Fehlversuche. Passwörter gelten eine Stunde nicht; ein Passkey geht weiter.',
      last_way: 'Dann bliebe nichts zum Anmelden. Richten Sie zuerst etwas anderes ein.',
      last_owner: 'Es ist der letzte Eigentümer. Machen Sie zuerst jemand anderen dazu.',
      sso_failed: 'Der Anbieter hat nicht gesagt, wer Sie sind. Versuchen Sie es erneut.',
      not_proven: 'Nichts ist geschehen, da es nicht bestätigt wurde.',
      unauthenticated: 'Sie sind nicht mehr angemeldet. Melden Sie sich erneut an.',
      forbidden: 'Ihre Rolle erlaubt das nicht.',
      owner_needed:
        'Das darf nur ein Eigentümer der Installation: Es geht darum, wer oder was freigegeben wird.',
      not_found: 'Das gibt es hier nicht, oder Sie dürfen es nicht sehen.',
      invalid: 'Etwas im Formular stimmt nicht.',
      invalid_status: 'Der Status lässt das nicht mehr zu. Sehen Sie noch einmal nach.',
      duplicate_custom_id: 'Diese Referenz wurde schon benutzt. Wählen Sie eine andere.',
      already_committed: 'Das wurde schon ausgeführt.',
      commit_window_expired:
        'Die Zeit zum Bestätigen ist um, nichts ist geschehen. Beginnen Sie neu.',
      idempotency_key_in_use: 'Der erste Versuch läuft noch. Warten Sie einen Moment.',
      high_risk_address: 'Die Adresse hat ein hohes Risiko. Dorthin wird nichts gesendet.',
      rate_limit_exceeded: 'Zu viele Anfragen. Warten Sie eine Minute.',
      rates_unavailable:
        'Es gibt gerade keine frischen Kurse. Versuchen Sie es in einigen Sekunden.',
      network_fees_unavailable:
        'Die Kosten des Sendens sind noch nicht bekannt. Versuchen Sie es in einigen Sekunden.',
      risk_unavailable:
        'Die Adresse lässt sich gerade nicht prüfen. Versuchen Sie es in einigen Sekunden.',
      service_unavailable:
        'Gerade kann nichts gelesen oder gespeichert werden. Bitte gleich noch einmal.',
      internal_error:
        'Der Dienst ist gescheitert. Versuchen Sie es erneut und nennen Sie die Anfrage, wenn Sie es melden.',
    },
    fr: {
      unexpected: 'Cette page a échoué. Rechargez-la.',
      unreachable: 'Le service ne répond pas. Vérifiez la connexion, puis réessayez.',
      passkey_given_up: 'La clé n’a pas servi, rien n’a été fait. Réessayez, ou autrement.',
      wrong_passkey: 'Cette clé n’est pas connue ici, ou n’est pas la vôtre. Prenez-en une autre.',
      copied_passkey:
        'Le compteur de cette clé a reculé : il en existe peut-être une copie. Retirez-la.',
      wrong_credentials: 'Le nom, le mot de passe ou le code est faux.',
      wrong_code: 'Le code est faux ou dépassé. Prenez le suivant que montre votre appareil.',
      too_many_tries:
        'Trop d’essais. Les mots de passe sont refusés une heure ; une clé marche toujours.',
      last_way: 'Il ne resterait rien pour entrer. Configurez d’abord autre chose.',
      last_owner: 'C’est le dernier propriétaire. Nommez-en d’abord un autre.',
      sso_failed: 'Le fournisseur n’a pas dit qui vous êtes. Réessayez.',
      not_proven: 'Rien n’a été fait, faute de confirmation.',
      unauthenticated: 'Vous n’êtes plus connecté. Connectez-vous à nouveau.',
      forbidden: 'Votre rôle ne le permet pas.',
      owner_needed:
        'Seul un propriétaire de l’installation peut le faire : il s’agit de qui approuve, ou de quoi.',
      not_found: 'Cela n’existe pas ici, ou vous n’y avez pas accès.',
      invalid: 'Quelque chose ne va pas dans le formulaire.',
      invalid_status: 'Son état ne le permet plus. Regardez à nouveau.',
      duplicate_custom_id: 'Cette référence a déjà servi. Choisissez-en une autre.',
      already_committed: 'Cela a déjà été exécuté.',
      commit_window_expired: 'Le délai est passé et rien n’a été fait. Recommencez.',
      idempotency_key_in_use: 'Le premier essai est encore en cours. Attendez un instant.',
      high_risk_address: 'L’adresse est à haut risque. Rien n’y est envoyé.',
      rate_limit_exceeded: 'Trop de demandes. Attendez une minute.',
      rates_unavailable: 'Pas de cours récents pour l’instant. Réessayez dans quelques secondes.',
      network_fees_unavailable:
        'Le coût d’envoi n’est pas encore connu. Réessayez dans quelques secondes.',
      risk_unavailable:
        'L’adresse ne peut pas être évaluée pour l’instant. Réessayez dans quelques secondes.',
      service_unavailable: 'Rien ne peut être lu ni enregistré pour l’instant. Réessayez bientôt.',
      internal_error: 'Le service a échoué. Réessayez, et citez la demande si vous le signalez.',
    },
    es: {
      unexpected: 'Esta página ha fallado. Vuelva a cargarla.',
      unreachable: 'El servicio no responde. Compruebe la conexión e inténtelo de nuevo.',
      passkey_given_up:
        'La llave no se usó y no se ha hecho nada. Inténtelo de nuevo, o de otro modo.',
      wrong_passkey: 'Esta llave no se conoce aquí, o no es suya. Pruebe otra.',
      copied_passkey: 'El contador de esta llave retrocedió: puede haber una copia. Quítela.',
      wrong_credentials: 'El nombre, la contraseña o el código no es correcto.',
      wrong_code:
        'El código es incorrecto o ha pasado. Tome el siguiente que muestre su dispositivo.',
      too_many_tries:
        'Demasiados intentos. Las contraseñas se rechazan una hora; una llave sigue sirviendo.',
      last_way: 'No quedaría nada con que entrar. Configure antes otra cosa.',
      last_owner: 'Es el último propietario. Nombre antes a otro.',
      sso_failed: 'El proveedor no dijo quién es usted. Inténtelo de nuevo.',
      not_proven: 'No se ha hecho nada, porque no se confirmó.',
      unauthenticated: 'Ya no ha iniciado sesión. Inicie sesión de nuevo.',
      forbidden: 'Su rol no lo permite.',
      owner_needed:
        'Solo un propietario de la instalación puede hacerlo: se trata de quién aprueba, o de qué.',
      not_found: 'Aquí no existe, o no puede verlo.',
      invalid: 'Algo en el formulario no está bien.',
      invalid_status: 'Su estado ya no lo permite. Mírelo de nuevo.',
      duplicate_custom_id: 'Esta referencia ya se usó. Elija otra.',
      already_committed: 'Ya se había ejecutado.',
      commit_window_expired: 'El plazo ha pasado y no se ha hecho nada. Empiece de nuevo.',
      idempotency_key_in_use: 'El primer intento sigue en curso. Espere un momento.',
      high_risk_address: 'La dirección es de alto riesgo. No se envía nada allí.',
      rate_limit_exceeded: 'Demasiadas peticiones. Espere un minuto.',
      rates_unavailable: 'Ahora no hay cotizaciones recientes. Inténtelo en unos segundos.',
      network_fees_unavailable: 'Aún no se sabe cuánto cuesta enviar. Inténtelo en unos segundos.',
      risk_unavailable: 'Ahora no se puede evaluar la dirección. Inténtelo en unos segundos.',
      service_unavailable: 'Ahora no se puede leer ni guardar nada. Inténtelo en un momento.',
      internal_error: 'El servicio ha fallado. Inténtelo de nuevo e indique la petición al avisar.',
    },
  },
);
