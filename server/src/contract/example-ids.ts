// The ids in the documentation's examples: the same in requests and responses.
export const exampleIds = {
  account: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e01',
  project: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e02',
  channel: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e03',
  channelPayment: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e04',
  invoice: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e05',
  recalculation: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e06',
  refund: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e07',
  transaction: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e08',
  withdrawal: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e09',
  exchangeTransfer: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0a',
  subscription: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0b',
  deposit: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0c',
  transfer: '019c0a3e-5f10-7a4b-8c21-4d9a1f3b6e0d',
} as const;
