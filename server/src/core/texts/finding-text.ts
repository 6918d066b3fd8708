// Builds the doctor's texts from the codes and values of a finding. Shared by the server and the dashboard.
import type { Texts } from './types.ts';

type Text = string | ((values: never) => string);
type TextTable = Readonly<Record<string, Text>>;

export interface CodedFinding {
  readonly code: string;
  readonly about: string | null;
  readonly detail: { readonly code: string };
  readonly node?: { readonly coin: string; readonly node: string; readonly check: string } | null;
}

export interface BrokenRule {
  readonly invariant: string;
  readonly project_id: string | null;
}

export interface FindingStyle {
  readonly texts: Texts['doctor'];
  readonly locale: string;
  readonly time: (at: string) => string;
  /** For texts that may be an amount such as `1234.5 EUR`. */
  readonly amount: (text: string) => string;
  readonly alert: (kind: string) => string;
  readonly rule: (rule: BrokenRule) => string;
  readonly away: (cause: string, about: string) => string;
}

export function findingTitle({ code, about, node }: CodedFinding, { texts }: FindingStyle): string {
  const title = filled(texts.titles, code, {}) ?? code;
  if (node) {
    const check = filled(texts.nodeChecks, node.check, {}) ?? node.check;
    return texts.ofNode({ coin: node.coin, node: node.node, check });
  }
  return about === null ? title : texts.ofSubject({ title, subject: about });
}

export function findingReport({ detail }: CodedFinding, style: FindingStyle): string {
  return filled(style.texts.details, detail.code, valuesOf(detail, style)) ?? detail.code;
}

export function findingAdvice({ code, detail }: CodedFinding, style: FindingStyle): string | null {
  const { advice } = style.texts;
  const values = valuesOf(detail, style);
  return filled(advice, detail.code, values) ?? filled(advice, code, values);
}

type Values = Readonly<Record<string, string | number>>;

function filled(texts: TextTable, code: string, values: Values): string | null {
  const text = texts[code];
  if (text === undefined || typeof text === 'string') return text ?? null;
  return (text as (values: Values) => string)(values);
}

const TIMES: readonly string[] = ['at', 'proven_at', 'wal_since', 'wal_until'];

function valuesOf(detail: CodedFinding['detail'], style: FindingStyle): Values {
  const shown = Object.entries(detail).map(([name, value]) => [name, shownAs(name, value, style)]);
  const seconds = 'seconds' in detail ? Number(detail.seconds) : 0;
  const message = 'cause' in detail ? { message: causeText(detail, style) } : {};
  return { ...Object.fromEntries(shown), ...message, age: ageText(style.locale, seconds) };
}

/** Without a cause, `about` is a message that has no code. */
function causeText(detail: object, { away }: FindingStyle): string {
  const { cause, about } = detail as { cause: string | null; about: string | null };
  return cause === null ? (about ?? '') : away(cause, about ?? '');
}

function shownAs(name: string, value: unknown, style: FindingStyle): string | number {
  if (value === null) return 'none';
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return listText(name, value, style);
  return TIMES.includes(name) ? style.time(String(value)) : style.amount(String(value));
}

function listText(name: string, values: readonly unknown[], { alert, rule }: FindingStyle): string {
  const shown = values.map((value) => {
    if (name === 'rules') return rule(value as BrokenRule);
    return name === 'kinds' ? alert(String(value)) : String(value);
  });
  return [...new Set(shown)].join(', ');
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounds down, in the largest unit with a count of at least two. */
function ageText(locale: string, seconds: number): string {
  const units = [
    ['hour', HOUR],
    ['minute', MINUTE],
  ] as const;
  const [unit, length] = units.find((each) => seconds >= 2 * each[1]) ?? (['second', 1] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, style).format(Math.max(0, Math.floor(seconds / length)));
}
