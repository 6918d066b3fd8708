// Coin withdrawals, their transactions, and network fees, as the API shows them, in the recorded key order
// (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import * as schema from '../schema.ts';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';

/** How fast a withdrawal should confirm. */
export const NETWORK_FEE_LEVELS = ['slow', 'average', 'fast'] as const;

/** Why a withdrawal has its status (withdrawals/reasons.ts). */
export const WITHDRAWAL_CONTEXTS = [
  'recipient_rejects_payment',
  'rejected_by_network',
  'not_sent',
  'cancelling',
  'waiting_for_funds',
  'waiting_for_finality',
  'waiting_for_lower_fees',
  'waiting_for_operator',
] as const;

const CONTEXT_MEANING = 'Why the withdrawal waits or failed, or null';

export const CoinWithdrawal = Type.Object(
  {
    id: schema.Id,
    custom_id: schema.nullable(schema.Text),
    customer_id: schema.nullable(schema.Text),
    address: schema.Text,
    network: schema.Text,
    txid: schema.nullable(schema.Text),
    status: schema.oneOf([
      'new',
      'pending',
      'on_hold',
      'processing',
      'sent',
      'completed',
      'failed',
      'cancelled',
    ]),
    status_context: Type.Union([schema.oneOf(WITHDRAWAL_CONTEXTS), Type.Null()], {
      description: CONTEXT_MEANING,
    }),
    charged_amount: schema.Amount,
    charged_currency: schema.Currency,
    received_amount: schema.Amount,
    received_currency: schema.Currency,
    network_fee: schema.amountOf('Value in the received currency'),
    network_fee_level: schema.oneOf(NETWORK_FEE_LEVELS),
    fee: schema.Amount,
    fee_currency: schema.Currency,
    description: schema.nullable(schema.Text),
    exchange: Type.Optional(Exchange),
    repriced: Type.Optional(
      Type.Object(
        {
          original_charged_amount: schema.Amount,
          original_fee: schema.Amount,
          original_rate: schema.Text,
          at: schema.Time,
        },
        {
          ...schema.closed,
          description:
            'The original price, if the withdrawal was repriced because its quote had expired',
        },
      ),
    ),
    risk: schema.nullable(Risk),
    created_at: schema.Time,
  },
  schema.closed,
);

/** The steps of the transactions made for a withdrawal. */
export const ATTEMPT_STEPS = [
  'reserved',
  'signed',
  'broadcast',
  'seen',
  'refused',
  'confirmed',
  'left_the_chain',
  'replaced',
  'bumped',
  'dead',
  'failed_on_chain',
] as const;

export const CoinWithdrawalAttempt = Type.Object(
  {
    transfer_id: schema.Id,
    txid: schema.nullable(
      Type.String({ description: 'Transaction hash, or null until it is signed' }),
    ),
    step: schema.oneOf(ATTEMPT_STEPS),
    created_at: schema.Time,
  },
  schema.closed,
);

export const NetworkFee = Type.Object(
  {
    level: schema.oneOf(NETWORK_FEE_LEVELS),
    fee: schema.Amount,
    currency: schema.Currency,
    network: schema.Text,
  },
  schema.closed,
);
