// What the account says of mails about what waits.
import { defineMessages } from '../../shared/i18n.tsx';

export const noticeWords = defineMessages(
  {
    notices: 'Mails about what waits',
    noticesAbout:
      'One mail with all that is new, at most every 15 minutes, without amounts and addresses.',
    noEmail: 'Your account has no confirmed email address. Open an invitation mail to confirm it.',
    noServer: 'This till has no mail server yet: no mail is sent until there is one.',
    tellMe: 'Tell me of',
    save: 'Save what you are told of',
    saved: 'Saved.',
    deposits_unmatched: 'Money without an owner, in the inbox',
    withdrawals_for_approval: 'Withdrawals to approve',
    withdrawals_on_hold: 'Withdrawals on hold',
    withdrawals_failed: 'Withdrawals that failed',
    invoices_unresolved: 'Invoices to decide',
    channel_payments_held: 'Payments held in channels',
    callbacks_given_up: 'Callbacks given up',
    alarms: 'Alarms',
    hot_wallets_low: 'Low hot wallets',
    chains_unread: 'Networks that are not read',
  },
  {
    de: {
      notices: 'Mails über das, was wartet',
      noticesAbout:
        'Eine Mail mit allem, was neu ist, höchstens alle 15 Minuten, ohne Beträge und Adressen.',
      noEmail:
        'Ihr Konto hat keine bestätigte E-Mail-Adresse. Öffnen Sie eine Einladungsmail, um sie zu bestätigen.',
      noServer: 'Es gibt noch keinen Mailserver: Es wird keine Mail verschickt.',
      tellMe: 'Mir mitteilen',
      save: 'Mitteilungen speichern',
      saved: 'Gespeichert.',
      deposits_unmatched: 'Geld ohne Empfänger, im Eingang',
      withdrawals_for_approval: 'Auszahlungen zur Freigabe',
      withdrawals_on_hold: 'Angehaltene Auszahlungen',
      withdrawals_failed: 'Gescheiterte Auszahlungen',
      invoices_unresolved: 'Rechnungen zu entscheiden',
      channel_payments_held: 'Angehaltene Zahlungen in Kanälen',
      callbacks_given_up: 'Aufgegebene Rückrufe',
      alarms: 'Alarme',
      hot_wallets_low: 'Knappe heiße Wallets',
      chains_unread: 'Netze, die nicht gelesen werden',
    },
    fr: {
      notices: 'E-mails sur ce qui attend',
      noticesAbout:
        'Un seul e-mail avec tout ce qui est nouveau, au plus toutes les 15 minutes, sans montants ni adresses.',
      noEmail:
        'Votre compte n’a pas d’adresse e-mail confirmée. Ouvrez un e-mail d’invitation pour la confirmer.',
      noServer:
        'Cette caisse n’a pas encore de serveur de messagerie : aucun e-mail n’est envoyé d’ici là.',
      tellMe: 'M’avertir de',
      save: 'Enregistrer ces avertissements',
      saved: 'Enregistré.',
      deposits_unmatched: 'Argent sans destinataire, à la réception',
      withdrawals_for_approval: 'Retraits à approuver',
      withdrawals_on_hold: 'Retraits retenus',
      withdrawals_failed: 'Retraits échoués',
      invoices_unresolved: 'Factures à régler',
      channel_payments_held: 'Paiements retenus de canaux',
      callbacks_given_up: 'Notifications abandonnées',
      alarms: 'Alarmes',
      hot_wallets_low: 'Portefeuilles chauds bas',
      chains_unread: 'Réseaux qui ne sont pas lus',
    },
    es: {
      notices: 'Correos sobre lo que espera',
      noticesAbout:
        'Un solo correo con todo lo nuevo, como mucho cada 15 minutos, sin importes ni direcciones.',
      noEmail:
        'Su cuenta no tiene una dirección de correo confirmada. Abra un correo de invitación para confirmarla.',
      noServer: 'Aún no hay servidor de correo: no se envía ningún correo.',
      tellMe: 'Avisarme de',
      save: 'Guardar estos avisos',
      saved: 'Guardado.',
      deposits_unmatched: 'Dinero sin destinatario, en la bandeja',
      withdrawals_for_approval: 'Retiros por aprobar',
      withdrawals_on_hold: 'Retiradas retenidas',
      withdrawals_failed: 'Retiradas fallidas',
      invoices_unresolved: 'Facturas por decidir',
      channel_payments_held: 'Pagos retenidos de canales',
      callbacks_given_up: 'Notificaciones abandonadas',
      alarms: 'Alarmas',
      hot_wallets_low: 'Monederos calientes bajos',
      chains_unread: 'Redes que no se leen',
    },
  },
);
