// Error texts in the page's language, loaded with the first error, so that screens do not wait for them.
import { useEffect, useState } from 'react';
import type { ErrorCode, FormCode, ProblemCode } from './api-types.ts';
import { type Language, languages, loadArea, loadedTexts } from './i18n.tsx';

/** Never fails: without texts an error shows the service's own sentence. */
export async function loadRefusalMessages(): Promise<void> {
  await loadArea(pageLanguage(), 'refusals').catch(() => null);
}

/** Read from where `LanguageProvider` stores it. */
function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return lang in languages ? (lang as Language) : 'en';
}

const texts = (): RefusalTexts | undefined => loadedTexts(pageLanguage(), 'refusals');

export function refusalText({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  const errors: Readonly<Record<string, string>> = texts()?.errors ?? {};
  return errors[code] ?? message;
}

export function problemText(problem: Problem): string {
  const loaded = texts();
  return (loaded && problemIn(loaded, problem)) ?? problem.message;
}

/** Texts of stored errors, loaded when first shown. */
export function useRefusals() {
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    void loadRefusalMessages().then(() => setIsLoaded(true));
  }, []);
  return {
    error: (code: string, message = '') => refusalText({ code, message }),
    problem: (target: string, code: string, message = code) =>
      problemText({ target, code, message }),
  };
}

type Text = string | ((values: never) => string);

/** The area `refusals` of the catalog must have all of these. */
interface RefusalTexts {
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
