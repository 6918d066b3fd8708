// Text output of `chaintill channel-payments list|preview|release|return`.
import { type AdaptersOf, moneyText, pageText } from '../../cli/adapter.ts';
import type { channelPaymentsOperations } from './contract.ts';

export const channelPaymentsAdapters: AdaptersOf<typeof channelPaymentsOperations> = {
  'channel-payments.list': {
    arguments: ['project'],
    called: { status: '--status <status>' },
    example: 'chaintill channel-payments list --held',
    show: (page) => pageText(page),
  },
  'channel-payments.preview': {
    arguments: ['channel_payment_id'],
    example: 'chaintill channel-payments preview 0199...',
    show: ({ amount, credit, address, network_fee, received }) =>
      [
        `Amount       ${moneyText(amount)}`,
        `Credited     ${credit === null ? 'not possible now' : moneyText(credit.credited)}`,
        `Fee of that  ${credit === null ? 'not known now' : moneyText(credit.fee)}`,
        `Sent back    ${received === null ? 'not possible now' : moneyText(received)}`,
        `Network fee  ${network_fee === null ? 'not known now' : moneyText(network_fee)}`,
        `To           ${address ?? 'an address that you name'}`,
      ].join('\n'),
  },
  'channel-payments.release': {
    arguments: ['channel_payment_id'],
    example: 'chaintill channel-payments release 0199... --reason "source of funds shown"',
    show: ({ credited, project_id }) => `Credited ${moneyText(credited)} to ${project_id}`,
  },
  'channel-payments.refund': {
    arguments: ['channel_payment_id'],
    called: { to: '--to <address>' },
    example:
      'chaintill channel-payments refund 0199... --to tltc1qw508... --reason "channel closed"',
    show: ({ address, withdrawal_id }) => `Sent back to ${address} by withdrawal ${withdrawal_id}`,
  },
};
