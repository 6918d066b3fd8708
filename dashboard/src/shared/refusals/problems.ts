// Error texts by code, and for a field with the values that the service sends.
import type { ErrorCode, FormCode, ProblemCode } from '../api-types.ts';

type Text = string | ((values: never) => string);

/** The area `refusals` of the catalog must have all of these. */
export interface RefusalTexts {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly problems: Readonly<Record<ProblemCode, Text>>;
  readonly addresses: Readonly<Record<AddressReason | Network, Text>>;
  readonly forms: Readonly<Record<FormCode, Text>>;
}
type AddressReason = 'tag_missing' | 'tag_required' | 'unspendable' | 'other_network';
type Network = 'main' | 'test' | 'regtest';
type Values = Readonly<Record<string, unknown>>;

export interface Problem {
  readonly target: string;
  readonly code: string;
  /** The service's message. */
  readonly message: string;
  readonly args?: Values;
}

/** Null for an unknown code, and when a value of the text is missing. Pure. */
export function problemIn(texts: RefusalTexts, { code, args = {} }: Problem): string | null {
  const { reason, form_code: form, ours, other } = args;
  if (code === 'invalid_coin_address' && reason !== undefined) {
    const { addresses } = texts;
    const networks = { ours: filled(addresses, ours, {}), other: filled(addresses, other, {}) };
    return filled(addresses, reason, networks);
  }
  const formText = form === undefined ? null : filled(texts.forms, form, args);
  const values = formText === null ? args : { form: formText };
  return filled(texts.problems, code, values) ?? filled(texts.errors, code, values);
}

function filled(texts: Readonly<Record<string, Text>>, code: unknown, values: Values) {
  const text = texts[String(code)];
  if (text === undefined || typeof text === 'string') return text ?? null;
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  try {
    return (text as (values: Values) => string)(Object.fromEntries(shown));
  } catch {
    // The audit log and the request log do not store the values of a problem.
    return null;
  }
}
