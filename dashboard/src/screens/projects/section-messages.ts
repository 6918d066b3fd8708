// What the sections of the form of settings are called, and what a fee can be taken of.
import { defineMessages } from '../../shared/i18n.tsx';

export const sectionTitles = defineMessages(
  {
    merchant: 'The merchant',
    resolutions: 'What happens by itself',
    tolerances: 'Payments that do not fit',
    withdrawals: 'Withdrawals',
    programs: 'Programs and the inbox',
    fees: 'Processing fees',
    least: 'The least that counts',
  },
  {
    de: {
      merchant: 'Der Händler',
      resolutions: 'Was von selbst geschieht',
      tolerances: 'Zahlungen, die nicht passen',
      withdrawals: 'Auszahlungen',
      programs: 'Programme und Eingang',
      fees: 'Gebühren',
      least: 'Das Wenigste, das zählt',
    },
    fr: {
      merchant: 'Le marchand',
      resolutions: 'Ce qui se fait seul',
      tolerances: 'Paiements qui ne tombent pas juste',
      withdrawals: 'Retraits',
      programs: 'Programmes et boîte de réception',
      fees: 'Frais',
      least: 'Le moins qui compte',
    },
    es: {
      merchant: 'El comercio',
      resolutions: 'Lo que ocurre por sí solo',
      tolerances: 'Pagos que no cuadran',
      withdrawals: 'Retiradas',
      programs: 'Programas y bandeja de entrada',
      fees: 'Comisiones',
      least: 'Lo mínimo que cuenta',
    },
  },
);

export const feeNames = defineMessages(
  {
    default: 'everything else',
    invoice: 'invoices',
    channel: 'channels',
    refund: 'refunds',
    recalculation: 'recalculations',
    credit: 'credits of unmatched money',
    withdrawal: 'withdrawals',
    exchange: 'exchanges',
  },
  {
    de: {
      default: 'alles andere',
      invoice: 'Rechnungen',
      channel: 'Kanäle',
      refund: 'Erstattungen',
      recalculation: 'Neuberechnungen',
      credit: 'Gutschriften aus dem Eingang',
      withdrawal: 'Auszahlungen',
      exchange: 'Tausch',
    },
    fr: {
      default: 'tout le reste',
      invoice: 'factures',
      channel: 'canaux',
      refund: 'remboursements',
      recalculation: 'recalculs',
      credit: 'crédits d’argent non attribué',
      withdrawal: 'retraits',
      exchange: 'échanges',
    },
    es: {
      default: 'todo lo demás',
      invoice: 'facturas',
      channel: 'canales',
      refund: 'reembolsos',
      recalculation: 'recálculos',
      credit: 'abonos de dinero sin asignar',
      withdrawal: 'retiradas',
      exchange: 'cambios',
    },
  },
);
