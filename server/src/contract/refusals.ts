// Every value of `error.code`, with its meaning. The OpenAPI document and the documentation page are
// generated from this table; a test compares it with the source. Sources: wire.md 1.2 and part 2 (f).
import type { ErrorCode } from '../core/error-codes.ts';
import type { Operation } from './operation.ts';

export const SIGNER_AWAY_CODES = [
  'no_socket',
  'socket_world_writable',
  'no_response',
  'connection_failed',
  'signer_error',
  'not_a_signer',
  'journal_truncated',
  'no_seed',
  'socket_required',
  'not_configured',
] as const;

export type SignerAwayCode = (typeof SIGNER_AWAY_CODES)[number];

export const refusals = {
  bad_request: 'Malformed JSON, path or header',
  unauthenticated:
    'The API key is missing or unknown, the signature is invalid, or the `Date` is out of range',
  unauthorized: 'The API key does not have the required permission',
  ip_not_allowed: 'The API key cannot be used from this IP address',
  not_found: 'The object does not exist, or belongs to another project',
  method_not_allowed:
    'The path does not support this method. The `Allow` header lists the supported ones',
  duplicate_custom_id: 'An object with this `custom_id` already exists',
  idempotency_key_in_use:
    'The first request with this `Idempotency-Key` is still running or was interrupted. Retry after `Retry-After` seconds',
  request_replayed:
    'This signature was already used. Sign again with a later `Date`, or send an `Idempotency-Key`',
  already_committed: 'Already committed',
  already_sent:
    'A transfer is signed and is or may still be on the chain. Only the operator can void it',
  already_cancelled: 'Already cancelled',
  not_committed: 'Not committed. It expires automatically, and nothing is sent',
  not_yours_to_cancel:
    'The withdrawal returns a payment that was never credited. Contact the operator',
  quarantine:
    'The database was restored, and the withdrawal may already be paid. Contact the operator',
  commit_window_expired: 'The quote has expired. Create a new one',
  payload_too_large: 'The request body is too large',
  unsupported_media_type: 'The body is not `application/json`',
  invalid: 'Invalid parameters. `details` lists each problem',
  idempotency_key_reused: 'This `Idempotency-Key` was used with a different path or body',
  invalid_status: 'The current status does not allow this. `message` contains the status',
  high_risk_address: 'The recipient address is high risk. Nothing is sent',
  refund_too_small: 'The refund does not cover the network fee. Refund to your own account instead',
  insufficient_funds: 'Your account does not cover the refund and its fees',
  rate_limit_exceeded: 'Too many requests with this API key. Retry after `Retry-After` seconds',
  internal_error: 'Internal error. Retry, and include the request id if you report it',
  outcome_unknown:
    'The database connection was lost during a request without `Idempotency-Key`. The change may or may not have been made. Check before you retry',
  service_unavailable:
    'The database is temporarily unavailable. Retry after `Retry-After` seconds with the same `Idempotency-Key`',
  rates_unavailable: 'No current exchange rates. Retry after `Retry-After` seconds',
  network_fees_unavailable: 'Network fees are not known yet. Retry after `Retry-After` seconds',
  risk_unavailable:
    'The risk of the address cannot be assessed now. Retry after `Retry-After` seconds',
} as const satisfies Partial<Readonly<Record<ErrorCode, string>>>;

export type RefusalCode = keyof typeof refusals;

/** The codes that an operation can return, its own and those that follow from its shape, in table order. */
export function refusalsOf(operation: Operation): readonly RefusalCode[] {
  const { params, query, body, method } = operation;
  const changes = method !== 'GET';
  const takesInput = [params, query, body].some((fields) => Object.keys(fields).length > 0);
  const always = [
    'bad_request',
    'unauthenticated',
    'unauthorized',
    'ip_not_allowed',
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
  ];
  const given = new Set([
    ...always,
    ...operation.errors,
    // An unknown object in the path, or an unknown row to start after.
    ...(Object.keys(params).length > 0 || 'starting_after' in query ? ['not_found'] : []),
    ...(takesInput ? ['invalid'] : []),
    ...(changes ? ['idempotency_key_in_use', 'idempotency_key_reused', 'outcome_unknown'] : []),
    ...(changes ? ['payload_too_large', 'unsupported_media_type'] : []),
    ...(operation.isSignatureOnce ? ['request_replayed'] : []),
  ]);
  const known = Object.keys(refusals) as RefusalCode[];
  const unknown = [...given].find((code) => !(code in refusals));
  if (unknown !== undefined)
    throw new Error(`${operation.id} has the undocumented refusal ${unknown}`);
  return known.filter((code) => given.has(code));
}

/** Codes of `details`, as created in core/errors.ts: their meaning and the contents of their `args`. */
export const detailMeanings: Readonly<Record<string, string>> = {
  must_be_filled: 'Required, but missing',
  must_be_string: 'Not a string, or a JSON number with more than 15 significant digits',
  must_be_object: 'Not a JSON object',
  must_be_array: 'Not a JSON array',
  must_be_boolean: 'Not a boolean',
  must_be_integer: 'Not an integer',
  must_be_decimal: 'Not a decimal number such as `100.0`',
  must_be_time: 'Not an ISO 8601 date and time',
  must_be_url: 'Not an http or https URL, or one with credentials',
  must_be_uuid: 'Not a UUID',
  must_be_greater_than: 'Not greater than `value`',
  must_be_greater_than_or_equal: 'Less than `value`',
  must_be_less_than_or_equal: 'Greater than `value`',
  must_be_included_in: 'Not one of `list`',
  exactly_one_of: 'None of `list`, or more than one',
  length_must_be_less_than_or_equal: 'Longer than `value` characters',
  size_must_be_less_than_or_equal: 'More than `value` entries',
  bytes_must_be_less_than_or_equal: 'Longer than `value` bytes of JSON',
  levels_must_be_less_than_or_equal: 'Nested deeper than `value` levels',
  bad_precision: 'More decimals than `precision`. Amounts are never rounded silently',
  invalid_coin_address:
    'Not a valid address of `currency`. `reason` is `other_network`, `tag_missing`, `tag_required`, or `unspendable` (an address without an owner)',
  own_address: 'The address of one of your own invoices or channels',
  customer_not_found: 'The customer does not exist, and your project requires one',
  must_be_different: 'The same as `other`',
  has_invalid_format: 'Does not have the format described in `message`',
  not_supported: 'Not supported',
  limit_exceeded: 'Above a limit of your project. `rule` names the policy rule',
  refused_by_policy: 'Refused by the policy of your project. `rule` names the policy rule',
  must_be_unique: 'Duplicate value',
};
