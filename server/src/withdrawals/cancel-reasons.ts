// Why a withdrawal was canceled: a code when the service canceled it, or the text that a person wrote. The texts of the
// codes are in the catalog (locales/<language>/reasons.json).

import { textsOf } from '../core/texts/texts.ts';
import type { CANCEL_CODES } from '../operator/withdrawals/contract.ts';

export type CancelCode = (typeof CANCEL_CODES)[number];

/** A string is text that a person wrote. */
export type CancelReason = { readonly code: CancelCode } | string;

/** The database columns: one of the two is null. */
export interface CancelColumns {
  readonly cancel_code: CancelCode | null;
  readonly cancelled_for: string | null;
}

export function cancelColumns(reason: CancelReason | null): CancelColumns {
  if (reason === null) return { cancel_code: null, cancelled_for: null };
  return typeof reason === 'string'
    ? { cancel_code: null, cancelled_for: reason }
    : { cancel_code: reason.code, cancelled_for: null };
}

/** The fields of a journal entry that describe the cancellation. */
export function cancelFacts({ cancel_code: code, cancelled_for: reason }: CancelColumns) {
  return code === null ? { reason } : { cancel_code: code };
}

/** English text. Null for a withdrawal that was not canceled. */
export function cancelText({ cancel_code: code, cancelled_for: text }: CancelColumns) {
  return code === null ? text : textsOf('reasons', 'en').cancel[code];
}
