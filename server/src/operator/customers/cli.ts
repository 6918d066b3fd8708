// Text output of `chaintill customers list|show`, `channels list` and `subscriptions list|show`.
import { type AdaptersOf, moneyText, pageText } from '../../cli/adapter.ts';
import type { customersOperations } from './contract.ts';

type Sums = Parameters<typeof moneyText>[0][];

export const customersAdapters: AdaptersOf<typeof customersOperations> = {
  'customers.list': {
    arguments: ['project'],
    example: 'chaintill customers list shop --begins an',
    show: ({ rows, next }) =>
      pageText({
        rows: rows.map(({ addresses, ...row }) => ({ ...row, addresses: addresses.length })),
        next,
      }),
  },
  'channels.list': {
    arguments: ['project'],
    example: 'chaintill channels list shop --status disabled',
    show: (page) => pageText(page),
  },
  'subscriptions.list': {
    arguments: ['project'],
    example: 'chaintill subscriptions list shop --payer-email anna@',
    show: (page) => pageText(page),
  },
  'customers.show': {
    arguments: ['project', 'customer_id'],
    example: 'chaintill customers show shop anna',
    show: ({ currency, created_at, payer_emails, ...rest }) =>
      [
        `Currency  ${currency ?? 'unknown: named only by invoices or channels'}`,
        `Since     ${created_at ?? '-'}`,
        `Payers    ${payer_emails.join(', ') || '-'}`,
        ...sumLines(rest),
      ].join('\n'),
  },
  'subscriptions.show': {
    arguments: ['project', 'subscription_id'],
    example: 'chaintill subscriptions show shop 0199...',
    show: ({ status, starts_at, created_at, ...rest }) =>
      [
        `Status    ${status}`,
        `Since     ${created_at}`,
        `Starts    ${starts_at}`,
        ...sumLines(rest),
      ].join('\n'),
  },
  'subscriptions.resend': {
    arguments: ['project', 'subscription_id'],
    example: 'chaintill subscriptions resend shop 0199...',
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
