// What the account says of mails about what waits.
import { defineMessages } from '../../shared/i18n.tsx';

export const noticeWords = defineMessages(
  {
    notices: 'Mails about what waits',
    noticesAbout:
      'One mail with all that is new, at most every 15 minutes, without amounts and addresses.',
    noEmail: 'Your account has no mail address: no mail reaches you.',
    noServer: 'This till has no mail server yet: no mail is sent until there is one.',
    tellMe: 'Tell me of',
    save: 'Save what you are told of',
    saved: 'Saved.',
    deposits_unmatched: 'Money without an owner, in the inbox',
    withdrawals_for_approval: 'Withdrawals to approve',
    invoices_unresolved: 'Invoices to decide',
    callbacks_given_up: 'Callbacks given up',
    alarms: 'Alarms',
  },
  {
    de: {
      notices: 'Mails über das, was wartet',
      noticesAbout:
        'Eine Mail mit allem, was neu ist, höchstens alle 15 Minuten, ohne Beträge und Adressen.',
      noEmail: 'Ihr Konto hat keine Mailadresse: Keine Mail erreicht Sie.',
      noServer: 'Diese Kasse hat noch keinen Mailserver: Bis dahin wird keine Mail verschickt.',
      tellMe: 'Mir mitteilen',
      save: 'Mitteilungen speichern',
      saved: 'Gespeichert.',
      deposits_unmatched: 'Geld ohne Empfänger, im Eingang',
      withdrawals_for_approval: 'Auszahlungen zur Freigabe',
      invoices_unresolved: 'Rechnungen zu entscheiden',
      callbacks_given_up: 'Aufgegebene Rückrufe',
      alarms: 'Alarme',
    },
    fr: {
      notices: 'E-mails sur ce qui attend',
      noticesAbout:
        'Un seul e-mail avec tout ce qui est nouveau, au plus toutes les 15 minutes, sans montants ni adresses.',
      noEmail: 'Votre compte n’a pas d’adresse e-mail : aucun e-mail ne vous parvient.',
      noServer:
        'Cette caisse n’a pas encore de serveur de messagerie : aucun e-mail n’est envoyé d’ici là.',
      tellMe: 'M’avertir de',
      save: 'Enregistrer ces avertissements',
      saved: 'Enregistré.',
      deposits_unmatched: 'Argent sans destinataire, à la réception',
      withdrawals_for_approval: 'Retraits à approuver',
      invoices_unresolved: 'Factures à régler',
      callbacks_given_up: 'Rappels abandonnés',
      alarms: 'Alarmes',
    },
    es: {
      notices: 'Correos sobre lo que espera',
      noticesAbout:
        'Un solo correo con todo lo nuevo, como mucho cada 15 minutos, sin importes ni direcciones.',
      noEmail: 'Su cuenta no tiene dirección de correo: no le llega ningún correo.',
      noServer: 'Esta caja aún no tiene servidor de correo: hasta entonces no se envía ninguno.',
      tellMe: 'Avisarme de',
      save: 'Guardar estos avisos',
      saved: 'Guardado.',
      deposits_unmatched: 'Dinero sin destinatario, en la bandeja',
      withdrawals_for_approval: 'Retiros por aprobar',
      invoices_unresolved: 'Facturas por decidir',
      callbacks_given_up: 'Avisos abandonados',
      alarms: 'Alarmas',
    },
  },
);
