// `chaintill invoices illicit|release` as text.
import type { invoicesOperations } from '../contract/operator/invoices.ts';
import type { FacesOf } from './face.ts';
import { pageText } from './table.ts';

export const invoicesFaces: FacesOf<typeof invoicesOperations> = {
  'invoices.illicit': {
    arguments: ['project'],
    example: 'chaintill invoices illicit',
    show: (page) => pageText(page),
  },
  'invoices.release': {
    arguments: ['invoice_id'],
    example: 'chaintill invoices release 0199... --reason "source of funds shown"',
    show: ({ id, project_id }) =>
      `Released ${id}: its merchant (${project_id}) may refund or recalculate it`,
  },
};
