// Why a signer rejects a transfer or a withdrawal: a code with its facts. Amounts are texts with their coin. The texts
// of the codes are in the catalog (locales/<language>/reasons.json).
import { type Static, Type } from 'typebox';
import { oneOf, row, Text } from './schema.ts';

const payment = { withdrawal_id: Text, amount: Text, address: Text } as const;

export const SignerRefusal = Type.Union([
  row({ code: oneOf(['request_altered']), withdrawal_id: Text }),
  row({ code: oneOf(['request_changed', 'payment_missing']), ...payment }),
  row({ code: oneOf(['no_limits']), coin: Text }),
  row({ code: oneOf(['address_not_allowed']), address: Text }),
  row({ code: oneOf(['above_transfer_limit', 'above_daily_limit']), amount: Text, limit: Text }),
  row({ code: oneOf(['fees_above_daily_limit']), fees: Text, limit: Text }),
  row({ code: oneOf(['cooling_period']), seconds: Type.Integer() }),
  row({ code: oneOf(['already_signed']), withdrawal_id: Text, txid: Text }),
  row({ code: oneOf(['paid_twice', 'zero_output', 'output_spent_twice']) }),
  row({ code: oneOf(['unrequested_output']), amount: Text, address: Text }),
  row({ code: oneOf(['fee_mismatch']), left: Text, fee: Text }),
  row({ code: oneOf(['tip_above_fee']), tip: Text, fee: Text }),
  row({ code: oneOf(['fee_above_limit']), fee: Text, limit: Text }),
  row({ code: oneOf(['amount_unproven']), outpoint: Text }),
  row({ code: oneOf(['amount_mismatch']), outpoint: Text, confirmed: Text, stated: Text }),
  row({ code: oneOf(['amount_changed']), outpoint: Text, known: Text, stated: Text }),
  /** From a signer of another version, which has no such code: its English text. */
  row({ code: oneOf(['unrecognized']), text: Text }),
]);

export type SignerRefusal = Static<typeof SignerRefusal>;

export const SIGNER_REFUSAL_CODES = [
  'request_altered',
  'request_changed',
  'payment_missing',
  'no_limits',
  'address_not_allowed',
  'above_transfer_limit',
  'above_daily_limit',
  'fees_above_daily_limit',
  'cooling_period',
  'already_signed',
  'paid_twice',
  'zero_output',
  'output_spent_twice',
  'unrequested_output',
  'fee_mismatch',
  'tip_above_fee',
  'fee_above_limit',
  'amount_unproven',
  'amount_mismatch',
  'amount_changed',
  'unrecognized',
] as const satisfies readonly SignerRefusal['code'][];
