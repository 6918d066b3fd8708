// Sandbox only: pays an invoice or a channel as a customer would, so that the first payment needs no wallet and no
// command line. In live mode, these operations do not exist.
import { amount, boolean, oneOf, required, uuid } from '../../contract/fields.ts';
import { operatorOperation } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const PAYMENT_CASES = ['exact', 'partial', 'too_much', 'late', 'high_risk'] as const;
export type PaymentCase = (typeof PAYMENT_CASES)[number];

const output = schema.row({ id: schema.Id, paid: schema.Money, txid: schema.Text });

export const simulatedPaymentsOperations = {
  'invoices.simulate-payment': operatorOperation({
    summary: 'Pay an invoice on the simulated network (sandbox only)',
    permission: 'write',
    isSandboxOnly: true,
    about: { type: 'invoice', input: 'invoice_id' },
    input: {
      invoice_id: required(uuid('ID of the invoice')),
      case: required(
        oneOf(
          PAYMENT_CASES,
          'how it is paid; `late` moves the clock of the sandbox past the expiry',
        ),
      ),
    },
    output,
  }),
  'channels.simulate-payment': operatorOperation({
    summary: 'Pay a channel on the simulated network (sandbox only)',
    permission: 'write',
    isSandboxOnly: true,
    about: { type: 'channel', input: 'channel_id' },
    input: {
      channel_id: required(uuid('ID of the channel')),
      amount: amount('amount in the coin of the channel (default: a typical amount)'),
      high_risk: boolean('pay from a high-risk address'),
    },
    output,
  }),
} as const;
