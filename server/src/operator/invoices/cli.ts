// Text output of `chaintill invoices list|illicit|preview|release`.
import { type AdaptersOf, moneyText } from '../../cli/adapter.ts';
import type { invoicesOperations } from './contract.ts';

export const invoicesAdapters: AdaptersOf<typeof invoicesOperations> = {
  'invoices.list': {
    arguments: ['project'],
    called: { status: '--status <status>' },
    example: '--status unresolved',
  },
  'invoices.high-risk': { arguments: ['project'] },
  'invoices.preview': {
    example: '0199...',
    show: ({ paid, refunded, fee, credited, settled, network_fee, received }) =>
      [
        `Paid         ${moneyText(paid)}`,
        `Refunded     ${moneyText(refunded)}`,
        `Fee          ${moneyText(fee)}`,
        `To account   ${moneyText(credited)}`,
        `Network fee  ${network_fee === null ? 'not known now' : moneyText(network_fee)}`,
        `To address   ${received === null ? 'not possible now' : moneyText(received)}`,
        ...(settled === null ? [] : [`Settled      ${moneyText(settled.price)}`]),
      ].join('\n'),
  },
  'invoices.release': {
    example: '0199... --reason "source of funds shown"',
    show: ({ id, project_id }) =>
      `Released ${id}: its merchant (${project_id}) can refund or recalculate it`,
  },
};
