// Text output of `chaintill channel-payments list|preview|release|return`.
import { type AdaptersOf, moneyText } from '../../cli/adapter.ts';
import type { channelPaymentsOperations } from './contract.ts';

export const channelPaymentsAdapters: AdaptersOf<typeof channelPaymentsOperations> = {
  'channel-payments.list': {
    arguments: ['project'],
    called: { status: '--status <status>' },
    example: '--held',
  },
  'channel-payments.preview': {
    example: '0199...',
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
    example: '0199... --reason "source of funds shown"',
    show: ({ credited, project_id }) => `Credited ${moneyText(credited)} to ${project_id}`,
  },
  'channel-payments.refund': {
    called: { to: '--to <address>' },
    example: '0199... --to tltc1qw508... --reason "channel closed"',
    show: ({ address, withdrawal_id }) => `Sent back to ${address} by withdrawal ${withdrawal_id}`,
  },
};
