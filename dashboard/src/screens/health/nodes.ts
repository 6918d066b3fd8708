// Texts of node checks: the result, and what to do about a problem. The compiler requires all of them in all languages.

import { queryOptions } from '@tanstack/react-query';
import type { OperatorApi } from '../../shared/api-types.ts';
import type { Language } from '../../shared/i18n.tsx';

type Finding = OperatorApi['doctor']['output'][number];
type Check = NonNullable<Finding['node']>['check'];
export type NodeDetail = Extract<Finding['detail'], { readonly code: `node_${string}` }>;
/** `node_hangs` is a finding about the chain, not a node check. */
type Code = Exclude<NodeDetail['code'], 'node_hangs'>;

export interface NodeTexts {
  /** Shown in place of a height before the first check. */
  readonly unread: string;
  readonly checks: Readonly<Record<Check, string>>;
  readonly found: Readonly<Record<Code, readonly [found: string, advice?: string]>>;
}

/** Only the language in use is loaded. */
const files: Readonly<Record<Language, () => Promise<NodeTexts>>> = {
  en: async () => (await import('./nodes-en.ts')).en,
  de: async () => (await import('./nodes-de.ts')).de,
  fr: async () => (await import('./nodes-fr.ts')).fr,
  es: async () => (await import('./nodes-es.ts')).es,
};

export function nodeTexts(language: Language) {
  return queryOptions({
    queryKey: ['health', 'node texts', language],
    queryFn: files[language],
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Null for findings that are not node checks. `locale`: for numbers and ages. */
export function nodeText(
  detail: Finding['detail'],
  { texts, locale }: { readonly texts: NodeTexts; readonly locale: string },
): { readonly reported: string; readonly advice: string | null } | null {
  const { unread, found } = texts;
  if (!(detail.code in found)) return null;
  const [reported, advice = null] = found[detail.code as Code];
  const number = new Intl.NumberFormat(locale);
  const values = Object.entries(detail).map(([name, value]: [string, unknown]) => [
    name,
    value === null ? unread : typeof value === 'number' ? number.format(value) : String(value),
  ]);
  const age = 'seconds' in detail ? ageText(locale, detail.seconds) : '';
  const all: Readonly<Record<string, string>> = { ...Object.fromEntries(values), age };
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (place, name: string) => all[name] ?? place);
  return { reported: filled(reported), advice: advice === null ? null : filled(advice) };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function ageText(locale: string, seconds: number): string {
  const [count, unit] =
    seconds < 2 * MINUTE
      ? [Math.max(0, seconds), 'second']
      : seconds < 2 * HOUR
        ? [seconds / MINUTE, 'minute']
        : [seconds / HOUR, 'hour'];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, style).format(Math.floor(count));
}
