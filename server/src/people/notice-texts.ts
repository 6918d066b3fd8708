// Texts of the email about pending tasks, in the four languages of the dashboard.
import type { Notice } from '../contract/people/notices.ts';

/** Singular and plural. */
type Counted = readonly [one: string, other: string];

export interface NoticeTexts extends Readonly<Record<Notice, Counted>> {
  readonly subject: string;
  readonly hello: (name: string) => string;
  readonly waits: (site: string) => string;
  readonly instance: string;
  readonly orMore: (count: string) => string;
  readonly choose: string;
}

const english: NoticeTexts = {
  subject: 'Chaintill: something waits for you',
  hello: (name) => `Hello ${name},`,
  waits: (site) => `this is new at ${site}:`,
  instance: 'The whole till',
  orMore: (count) => `${count} or more`,
  deposits_unmatched: ['payment without an owner', 'payments without an owner'],
  withdrawals_for_approval: ['withdrawal to approve', 'withdrawals to approve'],
  withdrawals_on_hold: ['withdrawal on hold', 'withdrawals on hold'],
  withdrawals_failed: ['withdrawal that failed', 'withdrawals that failed'],
  invoices_unresolved: ['invoice to decide', 'invoices to decide'],
  channel_payments_held: ['payment held in a channel', 'payments held in channels'],
  callback_deliveries_failed: ['callback given up', 'callbacks given up'],
  alarms: ['alarm', 'alarms'],
  hot_wallets_low: ['low hot wallet', 'low hot wallets'],
  chains_not_synced: ['network that is not read', 'networks that are not read'],
  choose: 'You choose in your account what you are told of by mail:',
};

export const noticeTexts: Readonly<Record<'en' | 'de' | 'fr' | 'es', NoticeTexts>> = {
  en: english,
  de: {
    subject: 'Chaintill: Etwas wartet auf Sie',
    hello: (name) => `Guten Tag ${name},`,
    waits: (site) => `das ist neu auf ${site}:`,
    instance: 'Die ganze Kasse',
    orMore: (count) => `${count} oder mehr`,
    deposits_unmatched: ['Zahlung ohne Empfänger', 'Zahlungen ohne Empfänger'],
    withdrawals_for_approval: ['Auszahlung zur Freigabe', 'Auszahlungen zur Freigabe'],
    withdrawals_on_hold: ['angehaltene Auszahlung', 'angehaltene Auszahlungen'],
    withdrawals_failed: ['gescheiterte Auszahlung', 'gescheiterte Auszahlungen'],
    invoices_unresolved: ['Rechnung zu entscheiden', 'Rechnungen zu entscheiden'],
    channel_payments_held: [
      'angehaltene Zahlung in einem Kanal',
      'angehaltene Zahlungen in Kanälen',
    ],
    callback_deliveries_failed: ['aufgegebener Rückruf', 'aufgegebene Rückrufe'],
    alarms: ['Alarm', 'Alarme'],
    hot_wallets_low: ['knappe heiße Wallet', 'knappe heiße Wallets'],
    chains_not_synced: ['Netz, das nicht gelesen wird', 'Netze, die nicht gelesen werden'],
    choose: 'Worüber Sie Mails bekommen, wählen Sie in Ihrem Konto:',
  },
  fr: {
    subject: 'Chaintill : quelque chose vous attend',
    hello: (name) => `Bonjour ${name},`,
    waits: (site) => `voici ce qui est nouveau sur ${site} :`,
    instance: 'Toute la caisse',
    orMore: (count) => `${count} ou plus`,
    deposits_unmatched: ['paiement sans destinataire', 'paiements sans destinataire'],
    withdrawals_for_approval: ['retrait à approuver', 'retraits à approuver'],
    withdrawals_on_hold: ['retrait retenu', 'retraits retenus'],
    withdrawals_failed: ['retrait échoué', 'retraits échoués'],
    invoices_unresolved: ['facture à régler', 'factures à régler'],
    channel_payments_held: ['paiement retenu d’un canal', 'paiements retenus de canaux'],
    callback_deliveries_failed: ['notification abandonnée', 'notifications abandonnées'],
    alarms: ['alarme', 'alarmes'],
    hot_wallets_low: ['portefeuille chaud bas', 'portefeuilles chauds bas'],
    chains_not_synced: ['réseau qui n’est pas lu', 'réseaux qui ne sont pas lus'],
    choose: 'Vous choisissez dans votre compte ce dont vous êtes averti par e-mail :',
  },
  es: {
    subject: 'Chaintill: algo le espera',
    hello: (name) => `Hola, ${name}:`,
    waits: (site) => `esto es nuevo en ${site}:`,
    instance: 'Toda la caja',
    orMore: (count) => `${count} o más`,
    deposits_unmatched: ['pago sin destinatario', 'pagos sin destinatario'],
    withdrawals_for_approval: ['retiro por aprobar', 'retiros por aprobar'],
    withdrawals_on_hold: ['retiro retenido', 'retiros retenidos'],
    withdrawals_failed: ['retiro fallido', 'retiros fallidos'],
    invoices_unresolved: ['factura por decidir', 'facturas por decidir'],
    channel_payments_held: ['pago retenido de un canal', 'pagos retenidos de canales'],
    callback_deliveries_failed: ['notificación abandonada', 'notificaciones abandonadas'],
    alarms: ['alarma', 'alarmas'],
    hot_wallets_low: ['monedero caliente bajo', 'monederos calientes bajos'],
    chains_not_synced: ['red que no se lee', 'redes que no se leen'],
    choose: 'En su cuenta elige de qué se le avisa por correo:',
  },
};
