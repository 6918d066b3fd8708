// Coin withdrawals, their transactions, and network fees, as the API shows them, in the recorded key order
// (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';
import {
  Amount,
  amountOf,
  Currency,
  closed,
  Id,
  nullable,
  oneOf,
  Text,
  Time,
} from './schema-types.ts';

/** How fast a withdrawal should confirm. */
export const NETWORK_FEE_LEVELS = ['slow', 'average', 'fast'] as const;

/** Why a withdrawal has its status (withdrawals/wait-reasons.ts). */
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
    id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    address: Text,
    network: Text,
    txid: nullable(Text),
    status: oneOf([
      'new',
      'pending',
      'on_hold',
      'processing',
      'sent',
      'completed',
      'failed',
      'cancelled',
    ]),
    status_context: Type.Union([oneOf(WITHDRAWAL_CONTEXTS), Type.Null()], {
      description: CONTEXT_MEANING,
    }),
    charged_amount: Amount,
    charged_currency: Currency,
    received_amount: Amount,
    received_currency: Currency,
    network_fee: amountOf('Value in the received currency'),
    network_fee_level: oneOf(NETWORK_FEE_LEVELS),
    fee: Amount,
    fee_currency: Currency,
    description: nullable(Text),
    exchange: Type.Optional(Exchange),
    repriced: Type.Optional(
      Type.Object(
        {
          original_charged_amount: Amount,
          original_fee: Amount,
          original_rate: Text,
          at: Time,
        },
        {
          ...closed,
          description:
            'The original price, if the withdrawal was repriced because its quote had expired',
        },
      ),
    ),
    risk: nullable(Risk),
    created_at: Time,
  },
  closed,
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
    transfer_id: Id,
    txid: nullable(Type.String({ description: 'Transaction hash, or null until it is signed' })),
    step: oneOf(ATTEMPT_STEPS),
    created_at: Time,
  },
  closed,
);

export const NetworkFee = Type.Object(
  { level: oneOf(NETWORK_FEE_LEVELS), fee: Amount, currency: Currency, network: Text },
  closed,
);
