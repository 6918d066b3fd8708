// Error texts per language: by code, and for a field with the values that the service sends.
import type { ErrorCode, FormCode, ProblemCode } from '../api-types.ts';

/** Braces contain a value of the problem. */
export interface RefusalWords {
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
export function problemIn(words: RefusalWords, { code, message, args = {} }: Problem): string {
  const { reason, form_code: form } = args;
  if (code === 'invalid_coin_address' && reason !== undefined) {
    const { ours, other } = args;
    const named = { ours: wordOf(words.addresses, ours), other: wordOf(words.addresses, other) };
    return filled(wordOf(words.addresses, reason) ?? message, named);
  }
  const known = wordOf(words.problems, code) ?? wordOf(words.errors, code);
  if (form === undefined) return filled(known ?? message, args);
  return filled(known ?? message, { form: filled(wordOf(words.forms, form) ?? '', args) });
}

function wordOf(words: Readonly<Record<string, string>>, name: unknown): string | undefined {
  return words[String(name)];
}

function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
