// Why the program itself cancels a withdrawal: one value of a list. The text for people is made here, and is kept with
// the withdrawal as what a person writes is. Nothing is decided by it: screens say it in their own language.
import type { CANCEL_CODES } from '../contract/operator/withdrawals.ts';

export type CancelCode = (typeof CANCEL_CODES)[number];

export const CANCEL_TEXTS: Readonly<Record<CancelCode, string>> = {
  too_dear: 'the price of its first day is over, and a new one is more than its maker allows',
  price_over: 'it could not be sent while its price was held',
  asked_by_merchant: 'asked for by the merchant',
};

const codes = new Map(
  (Object.keys(CANCEL_TEXTS) as CancelCode[]).map((code) => [CANCEL_TEXTS[code], code]),
);

/** Null: a person said why. Pure. */
export function cancelCodeOf(text: string): CancelCode | null {
  return codes.get(text) ?? null;
}
