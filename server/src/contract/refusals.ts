// Every code that `error.code` can have, with its HTTP status and when it is given. The OpenAPI document
// and the documentation page are made from this table; a test holds it against the source.
// Sources: wire.md 1.2 and part 2 (f).
import type { Operation } from './operation.ts';

export interface Refusal {
  readonly status: number;
  readonly meaning: string;
}

export const refusals = {
  bad_request: {
    status: 400,
    meaning: 'The request cannot be understood: malformed JSON, path or header',
  },
  unauthenticated: {
    status: 401,
    meaning: 'The key is missing or unknown, the signature is wrong, or the `Date` is too far off',
  },
  unauthorized: { status: 403, meaning: 'The key has no permission for this operation' },
  ip_not_allowed: { status: 403, meaning: 'The key may not be used from this address' },
  not_found: { status: 404, meaning: 'There is no such object, or it is not yours' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path has no such method; the header `Allow` names those that it has',
  },
  duplicate_custom_id: { status: 409, meaning: 'You used this reference before' },
  idempotency_key_in_use: {
    status: 409,
    meaning:
      'The first request with this `Idempotency-Key` is still running, or was cut off; repeat it after `Retry-After` seconds',
  },
  request_replayed: {
    status: 409,
    meaning:
      'This signature was used by a request that was carried out or is running; sign again with a later `Date`, or send an `Idempotency-Key`',
  },
  already_committed: { status: 409, meaning: 'It was committed before' },
  already_sent: {
    status: 409,
    meaning:
      'A transfer of it is signed and may still be in the chain, or is; only the operator can end that',
  },
  already_cancelled: { status: 409, meaning: 'It was cancelled before' },
  not_committed: {
    status: 409,
    meaning: 'It was not committed: it runs out by itself, and nothing is sent',
  },
  not_yours_to_cancel: {
    status: 409,
    meaning: 'It sends a payment back that was never in your account: ask the operator',
  },
  quarantine: {
    status: 409,
    meaning: 'The chain may know it as paid, as the database was restored: ask the operator',
  },
  commit_window_expired: { status: 409, meaning: 'The time to commit is over; create it again' },
  payload_too_large: { status: 413, meaning: 'The body is larger than the server accepts' },
  unsupported_media_type: { status: 415, meaning: 'The body is not `application/json`' },
  invalid: { status: 422, meaning: 'Parameters break rules; `details` names each of them' },
  idempotency_key_reused: {
    status: 422,
    meaning: 'This `Idempotency-Key` was used for another path or body',
  },
  invalid_status: {
    status: 422,
    meaning: 'The object is in no status that allows this; `message` says which it is in',
  },
  high_risk_address: {
    status: 422,
    meaning: 'The recipient may be associated with unlawful activities; nothing is sent there',
  },
  refund_too_small: {
    status: 422,
    meaning: 'What is refunded does not cover the network fee; refund it to your own account',
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: 'Too many requests with this key; wait for `Retry-After` seconds',
  },
  internal_error: {
    status: 500,
    meaning: 'A fault of ours; try again, and name the request id when you report it',
  },
  outcome_unknown: {
    status: 500,
    meaning:
      'Storage was lost while a request without `Idempotency-Key` was worked on, and nobody knows whether it was done; look whether it was before you ask again',
  },
  service_unavailable: {
    status: 503,
    meaning:
      'Nothing can be read or stored for the moment; wait for `Retry-After` seconds, and repeat with the same `Idempotency-Key`',
  },
  rates_unavailable: {
    status: 503,
    meaning: 'There are no fresh rates; wait for `Retry-After` seconds',
  },
  network_fees_unavailable: {
    status: 503,
    meaning: 'What sending costs is not known yet; wait for `Retry-After` seconds',
  },
  risk_unavailable: {
    status: 503,
    meaning: 'The address cannot be assessed now; wait for `Retry-After` seconds',
  },
} as const satisfies Readonly<Record<string, Refusal>>;

export type RefusalCode = keyof typeof refusals;

/** Codes that an operation can answer with, its own and those that follow from its shape, in the table's order. */
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

/** Codes of `details`, as core/errors.ts makes them: what they say and what their `args` hold. */
export const detailMeanings: Readonly<Record<string, string>> = {
  must_be_filled: 'Required and missing',
  must_be_string: 'Not a text; also a JSON number of more than 15 significant digits',
  must_be_object: 'Not a JSON object',
  must_be_array: 'Not a JSON array',
  must_be_boolean: 'Neither true nor false',
  must_be_integer: 'Not a whole number',
  must_be_decimal: 'Not a decimal number such as `100.0`',
  must_be_time: 'Not an ISO 8601 date and time',
  must_be_url: 'Not an http or https address, or one with credentials in it',
  must_be_uuid: 'Not a UUID',
  must_be_greater_than: 'Not above `value`',
  must_be_greater_than_or_equal: 'Below `value`',
  must_be_less_than_or_equal: 'Above `value`',
  must_be_included_in: 'None of `list`',
  exactly_one_of: 'None or several of `list` were given',
  length_must_be_less_than_or_equal: 'Longer than `value` characters',
  size_must_be_less_than_or_equal: 'More than `value` entries',
  bytes_must_be_less_than_or_equal: 'Longer than `value` bytes of JSON',
  levels_must_be_less_than_or_equal: 'Nested deeper than `value` levels',
  bad_precision: 'More decimals than `precision`; amounts are never rounded silently',
  invalid_coin_address:
    'Not an address of `currency` that can be paid: `reason` is `other_network`, `tag_missing`, `tag_required`, or `unspendable` (nobody owns it)',
  own_address: 'An address of one of your own invoices or channels',
  customer_not_found: 'No customer has this id, and your project asks for one',
  must_be_different: 'The same as `other`',
  has_invalid_format: 'Not of the form that `message` names',
  not_supported: 'Not supported here',
  limit_exceeded: 'Over a limit of your project: the `rule` of its policy that says so',
  refused_by_policy: 'Refused by your project: the `rule` of its policy that says so',
  must_be_unique: 'Repeats what must not repeat',
};
