// Error texts per language: by code, and for a field with the values that the service sends.
import type { ErrorCode, FormCode, ProblemCode } from '../api-types.ts';

/** Braces contain a value of the problem. */
export interface RefusalMessages {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly problems: Readonly<Record<ProblemCode, string>>;
  readonly addresses: Readonly<Record<AddressReason | Network, string>>;
  readonly forms: Readonly<Record<FormCode, string>>;
}
type AddressReason = 'tag_missing' | 'tag_required' | 'unspendable' | 'other_network';
type Network = 'main' | 'test' | 'regtest';

export interface Problem {
  readonly target: string;
  readonly code: string;
  /** The service's own sentence. */
  readonly message: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Pure. */
export function problemIn(
  messages: RefusalMessages,
  { code, message, args = {} }: Problem,
): string {
  const { reason, form_code: form } = args;
  if (code === 'invalid_coin_address' && reason !== undefined) {
    const { ours, other } = args;
    const named = {
      ours: labelOf(messages.addresses, ours),
      other: labelOf(messages.addresses, other),
    };
    return filled(labelOf(messages.addresses, reason) ?? message, named);
  }
  const known = labelOf(messages.problems, code) ?? labelOf(messages.errors, code);
  if (form === undefined) return filled(known ?? message, args);
  return filled(known ?? message, { form: filled(labelOf(messages.forms, form) ?? '', args) });
}

function labelOf(messages: Readonly<Record<string, string>>, name: unknown): string | undefined {
  return messages[String(name)];
}

function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
