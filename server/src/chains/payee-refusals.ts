// Why a network would not carry out a payment to somebody now, as far as we say it ourselves: nodes have words of their
// own. Screens say it in the reader's language, by its code.
import type { PAYEE_CODES } from '../contract/operator/withdrawals.ts';

type PayeeCode = (typeof PAYEE_CODES)[number];

export const PAYEE_REFUSALS: Readonly<Record<PayeeCode, string>> = {
  account_missing: 'the account does not exist yet, and the amount does not reach its reserve',
  tag_required: 'the account requires a destination tag',
  xrp_unwanted: 'the account does not want XRP',
  not_authorised: 'the account takes payments only from those that it has authorised',
  takes_no_payments: 'it takes no payments',
  unspendable: 'nobody owns the address',
};

const codes = new Map(
  (Object.keys(PAYEE_REFUSALS) as PayeeCode[]).map((code) => [PAYEE_REFUSALS[code], code]),
);

/** Null: in words of the node's. Pure. */
export function payeeCodeOf(text: string): PayeeCode | null {
  return codes.get(text) ?? null;
}
