// Errors in the format of the Greenfield API. Shops show the messages to merchants.
import { AppError, type ErrorDetail } from '../core/errors.ts';

export interface GreenfieldAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** An expected error. */
class GreenfieldError extends Error {
  readonly answer: GreenfieldAnswer;
  constructor(status: number, body: unknown) {
    super('greenfield');
    this.answer = { status, body };
  }
}

export interface FieldProblem {
  /** For example `Checkout.PaymentMethods[0]`. */
  readonly path: string;
  readonly message: string;
}

export function fieldErrors(problems: readonly FieldProblem[]): GreenfieldError {
  return new GreenfieldError(422, problems);
}

export function missing(
  what: 'invoice' | 'store' | 'webhook' | 'paymentmethod' | 'pullpayment',
): GreenfieldError {
  return coded(404, `${what}-not-found`, `The ${what} was not found`);
}

export function unauthenticated(): GreenfieldError {
  return coded(401, 'unauthenticated', 'The API key is missing, unknown or revoked');
}

/** Also for a store of another merchant. */
export function missingPermission(policy: string): GreenfieldError {
  return new GreenfieldError(403, {
    code: 'missing-permission',
    message: `The API key lacks the permission ${policy} for this store`,
    missingPermission: policy,
  });
}

export function coded(status: number, code: string, message: string): GreenfieldError {
  return new GreenfieldError(status, { code, message });
}

/** The fields of our API by those of theirs. */
const PATHS: Readonly<Record<string, string>> = {
  price_amount: 'Amount',
  price_currency: 'Currency',
  success_redirect_url: 'Checkout.RedirectURL',
  expires_in: 'Checkout.ExpirationMinutes',
  tolerance_percent: 'Checkout.PaymentTolerance',
  metadata: 'Metadata',
};

/** Null for an error that is not expected. */
export function answerOf(error: unknown): GreenfieldAnswer | null {
  if (error instanceof GreenfieldError) return error.answer;
  if (!(error instanceof AppError)) return null;
  const { status, code, message, details } = error;
  if (status === 422 && details.length > 0) return { status, body: details.map(problemOf) };
  return { status, body: { code: code.replaceAll('_', '-'), message } };
}

function problemOf({ target, message }: ErrorDetail): FieldProblem {
  return { path: PATHS[target] ?? target, message };
}
