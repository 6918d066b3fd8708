// An AppError is an expected error with a public code, status and message. http/errors.ts answers anything else with
// 500, because it is a bug. The texts are in the catalog (locales/en/api-errors.json). Sources: interface.md part 7;
// wire.md 1.2 and (f).
import {
  ELSEWHERE_STATUS,
  type ElsewhereCode,
  ERROR_STATUS,
  type ErrorCode,
} from './error-codes.ts';
import { fill, type Inserted, type PlainKey } from './texts/fill.ts';
import { textsOf } from './texts/texts.ts';
import type { Texts } from './texts/types.ts';

/** One violated rule of one field, or, in a batch, the reason why one request is rejected. */
export interface ErrorDetail {
  readonly code: ProblemCode | ErrorCode | ElsewhereCode;
  readonly target: string;
  readonly message: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface AppErrorFacts {
  readonly code: ErrorCode | ElsewhereCode;
  readonly status: number;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  /** Only logged, never sent. */
  readonly log?: Readonly<Record<string, unknown>>;
  /** Sent only in sandbox, for example the string that the server signed. */
  readonly hint?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  readonly code: ErrorCode | ElsewhereCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | null;
  readonly log: Readonly<Record<string, unknown>>;
  readonly hint: Readonly<Record<string, unknown>> | null;

  constructor(appError: AppErrorFacts) {
    super(appError.message);
    this.name = 'AppError';
    this.code = appError.code;
    this.status = appError.status;
    this.details = appError.details ?? [];
    this.retryAfterSeconds = appError.retryAfterSeconds ?? null;
    this.log = appError.log ?? {};
    this.hint = appError.hint ?? null;
  }
}

type ErrorTexts = Texts['api-errors']['errors'];
/** In the catalog: a code, or `code.name` for one of several texts of a code. */
export type ErrorKey = keyof ErrorTexts;
export type PlainErrorKey = PlainKey<ErrorTexts>;

type More = Partial<Omit<AppErrorFacts, 'code' | 'message'>>;

/** An error with its status and its English text, for example `apiError('already_sent.found_on_chain', { txid })`. */
export function apiError<Key extends ErrorKey>(
  key: Key,
  ...[values, more]: Inserted<ErrorTexts[Key], [more?: More]>
): AppError {
  const code = codeOf(key) as keyof typeof STATUSES;
  const message = fill(englishTexts().errors[key], values);
  return new AppError({ code, status: STATUSES[code], ...more, message });
}

const STATUSES = { ...ERROR_STATUS, ...ELSEWHERE_STATUS };

const englishTexts = () => textsOf('api-errors', 'en');
const codeOf = (key: string) => key.split('.', 1)[0];

export function invalid(...details: ErrorDetail[]): AppError {
  return apiError('invalid', {}, { details });
}

/** The same error for objects that do not exist and objects of other projects, which must not be distinguishable. */
export function notFound(): AppError {
  return apiError('not_found');
}

export function methodNotAllowed(method: string, allowed: readonly string[]): AppError {
  return apiError('method_not_allowed', { method, allowed });
}

/** 503: the service never returns a stale quote (wire.md 1.2). */
export function ratesUnavailable(log: Readonly<Record<string, unknown>> = {}): AppError {
  return apiError('rates_unavailable', {}, { retryAfterSeconds: 5, log });
}

export function isReportedFor(problems: readonly ErrorDetail[], field: string): boolean {
  return problems.some(({ target }) => target === field);
}

/** Why a text that resembles an address is rejected. */
export type AddressReason =
  | { readonly reason: 'tag_missing' | 'tag_required' | 'unspendable' }
  | { readonly reason: 'other_network'; readonly ours: Network; readonly other: Network };
type Network = 'main' | 'test' | 'regtest';

// The wording is that of the published service (dry-validation predicate names).

export const rule = {
  filled: (target: string): ErrorDetail => detail('must_be_filled', target),
  string: (target: string) => detail('must_be_string', target),
  object: (target: string) => detail('must_be_object', target),
  array: (target: string) => detail('must_be_array', target),
  boolean: (target: string) => detail('must_be_boolean', target),
  integer: (target: string) => detail('must_be_integer', target),
  decimal: (target: string) => detail('must_be_decimal', target),
  time: (target: string) => detail('must_be_time', target),
  url: (target: string) => detail('must_be_url', target),
  uuid: (target: string) => detail('must_be_uuid', target),
  positive: (target: string) => detail('must_be_greater_than', target, { value: '0.0' }),
  atLeast: (target: string, value: string) =>
    detail('must_be_greater_than_or_equal', target, { value }),
  atMost: (target: string, value: string) =>
    detail('must_be_less_than_or_equal', target, { value }),
  oneOf: (target: string, list: readonly string[]) =>
    detail('must_be_included_in', target, { list }),
  exactlyOneOf: (target: string, list: readonly string[]) =>
    detail('exactly_one_of', target, { list }),
  lengthAtMost: (target: string, value: number) =>
    detail('length_must_be_less_than_or_equal', target, { value }),
  lengthAtLeast: (target: string, value: number) =>
    detail('length_must_be_greater_than_or_equal', target, { value }),
  weak: (target: string) => detail('too_weak', target),
  nameInIt: (target: string) => detail('has_your_name', target),
  breached: (target: string) => detail('was_published', target),
  keysAtMost: (target: string, value: number) =>
    detail('size_must_be_less_than_or_equal', target, { value }),
  bytesAtMost: (target: string, value: number) =>
    detail('bytes_must_be_less_than_or_equal', target, { value }),
  levelsAtMost: (target: string, value: number) =>
    detail('levels_must_be_less_than_or_equal', target, { value }),
  precision: (target: string, precision: number) =>
    detail('bad_precision', target, { precision: String(precision) }),
  numberAsString: (target: string) => detail('must_be_string.long_number', target),
  coinAddress: (target: string, currency: string, more: AddressReason | null = null) =>
    more === null
      ? detail('invalid_coin_address', target, { currency })
      : detail(`invalid_coin_address.${more.reason}`, target, { currency, ...more }),
  ownAddress: (target: string) => detail('own_address', target),
  customerNotFound: (target: string) => detail('customer_not_found', target),
  projectNotFound: (target: string) => detail('project_not_found', target),
  ambiguousName: (target: string) => detail('ambiguous_name', target),
  different: (target: string, other: string) => detail('must_be_different', target, { other }),
  form<Code extends FormCode>(target: string, code: Code, ...[values]: Inserted<FormTexts[Code]>) {
    const form = fill(englishTexts().forms[code], values);
    const args = { form, form_code: code, ...values };
    return detail('has_invalid_format', target, args);
  },
  unsupported: (target: string) => detail('not_supported', target),
  limitExceeded: (target: string, name: string) => detail('limit_exceeded', target, { rule: name }),
  refusedByPolicy: (target: string, name: string) =>
    detail('refused_by_policy', target, { rule: name }),
  unique: (target: string) => detail('must_be_unique', target),
  taken: (target: string) => detail('must_be_free', target),
} as const;

type FormTexts = Texts['api-errors']['forms'];
/** What a value must be. */
export type FormCode = keyof FormTexts;
export type PlainFormCode = PlainKey<FormTexts>;

type ProblemTexts = Texts['api-errors']['problems'];
/** Like `ErrorKey`, for the problem of a field. */
type ProblemKey = keyof ProblemTexts;
export type ProblemCode = Exclude<ProblemKey, `${string}.${string}`>;

function detail<Key extends ProblemKey>(
  key: Key,
  target: string,
  ...[args = {}]: Inserted<ProblemTexts[Key]>
): ErrorDetail {
  const message = fill(englishTexts().problems[key], args);
  return { code: codeOf(key) as ProblemCode, target, message, args };
}
