// Why a network would not carry out a payment to a recipient now: a code when Chaintill checks it, the node's own words
// otherwise. The texts of the codes are in the catalogue (locales/<language>/reasons.json).
import type { PAYEE_CODES } from '../contract/operator/withdrawals.ts';

export type PayeeCode = (typeof PAYEE_CODES)[number];

export type PayeeRefusal = { readonly code: PayeeCode } | { readonly said: string };
