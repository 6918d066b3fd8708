// Text output of `chaintill customers list|show`, `channels list` and `subscriptions list|show`.
import { type AdaptersOf, moneyText, pageText } from '../../cli/adapter.ts';
import type { customersOperations } from './contract.ts';

type Sums = Parameters<typeof moneyText>[0][];

export const customersAdapters: AdaptersOf<typeof customersOperations> = {
  'customers.list': {
    example: 'shop --begins an',
    show: ({ rows, next }) =>
      pageText({
        rows: rows.map(({ addresses, ...row }) => ({ ...row, addresses: addresses.length })),
        next,
      }),
  },
  'channels.list': { example: 'shop --status disabled' },
  'subscriptions.list': { example: 'shop --payer-email anna@' },
  'customers.show': {
    example: 'shop anna',
    show: ({ currency, created_at, payer_emails, ...rest }) =>
      [
        `Currency  ${currency ?? 'unknown: named only by invoices or channels'}`,
        `Since     ${created_at ?? '-'}`,
        `Payers    ${payer_emails.join(', ') || '-'}`,
        ...sumLines(rest),
      ].join('\n'),
  },
  'subscriptions.show': {
    example: 'shop 0199...',
    show: ({ status, starts_at, created_at, ...rest }) =>
      [
        `Status    ${status}`,
        `Since     ${created_at}`,
        `Starts    ${starts_at}`,
        ...sumLines(rest),
      ].join('\n'),
  },
  'subscriptions.resend': {
    example: 'shop 0199...',
    show: ({ id }) => `Queued the email for subscription ${id}.`,
  },
};

function sumLines(of: { paid: Sums; held: Sums; looked_at: number; is_all: boolean }): string[] {
  return [
    `Paid      ${of.paid.map(moneyText).join(', ') || '-'}`,
    `Held      ${of.held.map(moneyText).join(', ') || '-'}`,
    ...(of.is_all ? [] : [`Totals cover the newest ${of.looked_at} invoices and payments.`]),
  ];
}
