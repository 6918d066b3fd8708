// How invoices stand and why, in words and colours.
import type { Invoice } from '@chaintill/client';
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export const invoiceStatus: StatusTable<Invoice['status']> = {
  tones: {
    new: 'calm',
    completed: 'good',
    unresolved: 'careful',
    refunded: 'quiet',
    cancelled: 'quiet',
  },
  words: defineMessages(
    {
      new: 'waiting',
      completed: 'completed',
      unresolved: 'unresolved',
      refunded: 'refunded',
      /** It ends so when nobody has paid it long after its expiry. */
      cancelled: 'expired',
    },
    {
      de: {
        new: 'wartet',
        completed: 'abgeschlossen',
        unresolved: 'ungeklärt',
        refunded: 'erstattet',
        cancelled: 'abgelaufen',
      },
      fr: {
        new: 'en attente',
        completed: 'terminée',
        unresolved: 'à régler',
        refunded: 'remboursée',
        cancelled: 'expirée',
      },
      es: {
        new: 'en espera',
        completed: 'completada',
        unresolved: 'sin resolver',
        refunded: 'reembolsada',
        cancelled: 'caducada',
      },
    },
  ),
};

type Context = NonNullable<Invoice['status_context']>;

/** Why it stands so. */
export const invoiceContext: StatusTable<Context> = {
  tones: {
    overpaid: 'careful',
    underpaid: 'careful',
    paid_late: 'careful',
    illicit_resource: 'bad',
  },
  words: defineMessages(
    {
      overpaid: 'overpaid',
      underpaid: 'underpaid',
      paid_late: 'paid late',
      illicit_resource: 'high risk',
    },
    {
      de: {
        overpaid: 'überzahlt',
        underpaid: 'unterzahlt',
        paid_late: 'zu spät bezahlt',
        illicit_resource: 'hohes Risiko',
      },
      fr: {
        overpaid: 'trop payée',
        underpaid: 'pas assez payée',
        paid_late: 'payée en retard',
        illicit_resource: 'haut risque',
      },
      es: {
        overpaid: 'pagada de más',
        underpaid: 'pagada de menos',
        paid_late: 'pagada tarde',
        illicit_resource: 'alto riesgo',
      },
    },
  ),
};

export const invoiceContexts = Object.keys(invoiceContext.tones) as Context[];
export const invoiceStatuses = Object.keys(invoiceStatus.tones) as Invoice['status'][];
