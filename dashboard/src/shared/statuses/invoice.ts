// Statuses and contexts of invoices, with labels and colors.
import type { Invoice } from '@chaintill/client';
import type { StatusTable } from '../ui/status.tsx';

export const invoiceStatus: StatusTable<Invoice['status']> = {
  tones: {
    new: 'calm',
    completed: 'good',
    unresolved: 'careful',
    refunded: 'quiet',
    cancelled: 'quiet',
  },
  texts: 'invoice',
};

type Context = NonNullable<Invoice['status_context']>;

/** The reason of the status. */
export const invoiceContext: StatusTable<Context> = {
  tones: {
    overpaid: 'careful',
    underpaid: 'careful',
    paid_late: 'careful',
    illicit_resource: 'bad',
  },
  texts: 'invoiceContext',
};

export const invoiceContexts = Object.keys(invoiceContext.tones) as Context[];
export const invoiceStatuses = Object.keys(invoiceStatus.tones) as Invoice['status'][];
