// An AppError is an expected error with a public code, status and message. http/errors.ts answers anything else with
// 500, because it is a bug. Sources: interface.md part 7; wire.md 1.2 and (f).
import type { ElsewhereCode, ErrorCode } from './error-codes.ts';
import { type FormCode, forms, type ProblemCode } from './problem-codes.ts';

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
  /** Sent to the client. Defaults to the words of the code. */
  readonly message?: string;
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
    super(appError.message ?? appError.code.replaceAll('_', ' '));
    this.name = 'AppError';
    this.code = appError.code;
    this.status = appError.status;
    this.details = appError.details ?? [];
    this.retryAfterSeconds = appError.retryAfterSeconds ?? null;
    this.log = appError.log ?? {};
    this.hint = appError.hint ?? null;
  }
}

export function invalid(...details: ErrorDetail[]): AppError {
  return new AppError({ code: 'invalid', status: 422, details });
}

/** The same error for objects that do not exist and objects of other projects, which must not be distinguishable. */
export function notFound(): AppError {
  return new AppError({ code: 'not_found', status: 404 });
}

export function methodNotAllowed(method: string, allowed: readonly string[]): AppError {
  return new AppError({
    code: 'method_not_allowed',
    status: 405,
    message: `${method} is not possible here, only ${allowed.join(', ')}`,
  });
}

const conflictMessages: Readonly<Partial<Record<ErrorCode, string>>> = {
  duplicate_custom_id: 'duplicate custom id: read the object that has it, or choose another',
  already_committed: 'already committed: read the object to see its status',
  commit_window_expired:
    'commit window expired: nothing was carried out and the amount is no longer held, so create it again',
};

export function conflict(code: ErrorCode): AppError {
  const message = conflictMessages[code];
  return new AppError({ code, status: 409, ...(message === undefined ? {} : { message }) });
}

/** The request line or the body cannot be parsed. */
export function badRequest(message: string): AppError {
  return new AppError({ code: 'bad_request', status: 400, message });
}

/** 503: the service never returns a stale quote (wire.md 1.2). */
export function ratesUnavailable(details: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError({
    code: 'rates_unavailable',
    status: 503,
    retryAfterSeconds: 5,
    log: details,
  });
}

export function isReportedFor(problems: readonly ErrorDetail[], field: string): boolean {
  return problems.some(({ target }) => target === field);
}

/** Why a text that resembles an address is rejected. */
export interface AddressReason {
  readonly text: string;
  readonly args: { readonly reason: 'tag_missing' | 'tag_required' | 'unspendable' } | OtherNetwork;
}
interface OtherNetwork {
  readonly reason: 'other_network';
  readonly ours: Network;
  readonly other: Network;
}
type Network = 'main' | 'test' | 'regtest';

// The wording is that of the published service (dry-validation predicate names).

export const rule = {
  filled: (target: string): ErrorDetail => detail('must_be_filled', target, 'must be filled'),
  string: (target: string) => detail('must_be_string', target, 'must be a string'),
  object: (target: string) => detail('must_be_object', target, 'must be an object'),
  array: (target: string) => detail('must_be_array', target, 'must be an array'),
  boolean: (target: string) => detail('must_be_boolean', target, 'must be boolean'),
  integer: (target: string) => detail('must_be_integer', target, 'must be an integer'),
  decimal: (target: string) => detail('must_be_decimal', target, 'must be a decimal number'),
  time: (target: string) => detail('must_be_time', target, 'must be an ISO 8601 date-time'),
  url: (target: string) =>
    detail('must_be_url', target, 'must be an http or https URL without credentials'),
  uuid: (target: string) => detail('must_be_uuid', target, 'must match uuid format'),
  positive: (target: string) =>
    detail('must_be_greater_than', target, 'must be greater than 0.0', { value: '0.0' }),
  atLeast: (target: string, value: string) =>
    detail('must_be_greater_than_or_equal', target, `must be greater than or equal to ${value}`, {
      value,
    }),
  atMost: (target: string, value: string) =>
    detail('must_be_less_than_or_equal', target, `must be less than or equal to ${value}`, {
      value,
    }),
  oneOf: (target: string, list: readonly string[]) =>
    detail('must_be_included_in', target, `must be one of: ${list.join(', ')}`, { list }),
  exactlyOneOf: (target: string, list: readonly string[]) =>
    detail('exactly_one_of', target, `exactly one of these must be given: ${list.join(', ')}`, {
      list,
    }),
  lengthAtMost: (target: string, value: number) =>
    detail('length_must_be_less_than_or_equal', target, `length must be at most ${value}`, {
      value,
    }),
  lengthAtLeast: (target: string, value: number) =>
    detail('length_must_be_greater_than_or_equal', target, `length must be at least ${value}`, {
      value,
    }),
  weak: (target: string) => detail('too_weak', target, 'is too easy to guess: use several words'),
  nameInIt: (target: string) =>
    detail('has_your_name', target, 'must not contain your name or email address'),
  breached: (target: string) => detail('was_published', target, 'is in a list of leaked passwords'),
  keysAtMost: (target: string, value: number) =>
    detail('size_must_be_less_than_or_equal', target, `must have at most ${value} keys`, { value }),
  bytesAtMost: (target: string, value: number) =>
    detail('bytes_must_be_less_than_or_equal', target, `must have at most ${value} bytes`, {
      value,
    }),
  levelsAtMost: (target: string, value: number) =>
    detail(
      'levels_must_be_less_than_or_equal',
      target,
      `must not be nested deeper than ${value} levels`,
      { value },
    ),
  precision: (target: string, precision: number) =>
    detail('bad_precision', target, `must have at most ${precision} decimal places`, {
      precision: String(precision),
    }),
  numberAsString: (target: string) =>
    detail(
      'must_be_string',
      target,
      'must be a string: a JSON number with more than 15 digits is inexact',
    ),
  coinAddress: (target: string, currency: string, more: AddressReason | null = null) =>
    detail(
      'invalid_coin_address',
      target,
      `must be a valid ${currency} address${more === null ? '' : ` ${more.text}`}`,
      { currency, ...more?.args },
    ),
  ownAddress: (target: string) =>
    detail('own_address', target, 'must not be an address of your own project'),
  customerNotFound: (target: string) =>
    detail('customer_not_found', target, 'must be the id of a customer'),
  projectNotFound: (target: string) =>
    detail('project_not_found', target, 'must be the id or the name of a project'),
  ambiguousName: (target: string) =>
    detail('ambiguous_name', target, 'is the name of several projects: use the id'),
  different: (target: string, other: string) =>
    detail('must_be_different', target, `must be different from ${other}`, { other }),
  form(target: string, code: FormCode, values: Readonly<Record<string, string>> = {}) {
    const form = forms[code].replaceAll(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '');
    return detail('has_invalid_format', target, `must be ${form}`, {
      form,
      form_code: code,
      ...values,
    });
  },
  unsupported: (target: string) => detail('not_supported', target, 'is not supported here'),
  limitExceeded: (target: string, name: string) =>
    detail('limit_exceeded', target, `is over the limit of the rule: ${name}`, { rule: name }),
  refusedByPolicy: (target: string, name: string) =>
    detail('refused_by_policy', target, `is refused by the rule: ${name}`, { rule: name }),
  unique: (target: string) => detail('must_be_unique', target, 'must not repeat'),
  taken: (target: string) => detail('must_be_free', target, 'is already taken'),
} as const;

function detail(
  code: ProblemCode,
  target: string,
  message: string,
  args: Readonly<Record<string, unknown>> = {},
): ErrorDetail {
  return { code, target, message, args };
}
