// What the mail about what waits says, in the four languages of the dashboard.
import type { Notice } from '../contract/people/notices.ts';

/** For one, and for any other number. */
type Counted = readonly [one: string, other: string];

export interface NoticeWords extends Readonly<Record<Notice, Counted>> {
  readonly subject: string;
  readonly hello: (name: string) => string;
  readonly waits: (site: string) => string;
  readonly till: string;
  readonly orMore: (count: string) => string;
  readonly choose: string;
}

const english: NoticeWords = {
  subject: 'Chaintill: something waits for you',
  hello: (name) => `Hello ${name},`,
  waits: (site) => `this is new at ${site}:`,
  till: 'The whole till',
  orMore: (count) => `${count} or more`,
  deposits_unmatched: ['payment without an owner', 'payments without an owner'],
  withdrawals_for_approval: ['withdrawal to approve', 'withdrawals to approve'],
  invoices_unresolved: ['invoice to decide', 'invoices to decide'],
  callbacks_given_up: ['callback given up', 'callbacks given up'],
  alarms: ['alarm', 'alarms'],
  choose: 'You choose in your account what you are told of by mail:',
};

export const noticeWords: Readonly<Record<'en' | 'de' | 'fr' | 'es', NoticeWords>> = {
  en: english,
  de: {
    subject: 'Chaintill: Etwas wartet auf Sie',
    hello: (name) => `Guten Tag ${name},`,
    waits: (site) => `das ist neu auf ${site}:`,
    till: 'Die ganze Kasse',
    orMore: (count) => `${count} oder mehr`,
    deposits_unmatched: ['Zahlung ohne Empfänger', 'Zahlungen ohne Empfänger'],
    withdrawals_for_approval: ['Auszahlung zur Freigabe', 'Auszahlungen zur Freigabe'],
    invoices_unresolved: ['Rechnung zu entscheiden', 'Rechnungen zu entscheiden'],
    callbacks_given_up: ['aufgegebener Rückruf', 'aufgegebene Rückrufe'],
    alarms: ['Alarm', 'Alarme'],
    choose: 'Worüber Sie Mails bekommen, wählen Sie in Ihrem Konto:',
  },
  fr: {
    subject: 'Chaintill : quelque chose vous attend',
    hello: (name) => `Bonjour ${name},`,
    waits: (site) => `voici ce qui est nouveau sur ${site} :`,
    till: 'Toute la caisse',
    orMore: (count) => `${count} ou plus`,
    deposits_unmatched: ['paiement sans destinataire', 'paiements sans destinataire'],
    withdrawals_for_approval: ['retrait à approuver', 'retraits à approuver'],
    invoices_unresolved: ['facture à régler', 'factures à régler'],
    callbacks_given_up: ['rappel abandonné', 'rappels abandonnés'],
    alarms: ['alarme', 'alarmes'],
    choose: 'Vous choisissez dans votre compte ce dont vous êtes averti par e-mail :',
  },
  es: {
    subject: 'Chaintill: algo le espera',
    hello: (name) => `Hola, ${name}:`,
    waits: (site) => `esto es nuevo en ${site}:`,
    till: 'Toda la caja',
    orMore: (count) => `${count} o más`,
    deposits_unmatched: ['pago sin destinatario', 'pagos sin destinatario'],
    withdrawals_for_approval: ['retiro por aprobar', 'retiros por aprobar'],
    invoices_unresolved: ['factura por decidir', 'facturas por decidir'],
    callbacks_given_up: ['aviso abandonado', 'avisos abandonados'],
    alarms: ['alarma', 'alarmas'],
    choose: 'En su cuenta elige de qué se le avisa por correo:',
  },
};
