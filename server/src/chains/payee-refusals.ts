// Why a network would reject a payment to a recipient now: a code when Chaintill detects it, otherwise the node's own
// message. The texts of the codes are in the catalog (locales/<language>/reasons.json).
import type { PAYEE_CODES } from '../operator/withdrawals/contract.ts';

export type PayeeCode = (typeof PAYEE_CODES)[number];

export type PayeeRefusal = { readonly code: PayeeCode } | { readonly said: string };
