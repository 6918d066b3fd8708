// A policy as its form reads and writes it. The document remains the source of truth: fields that are unknown to the
// form stay in it unchanged. Pure. The kinds are those of docs/policy.md.
import { nameInDocument, type RuleNames } from '../../shared/reason-texts.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * `amount`, `number` and `time` are text inputs, `list` is comma-separated, `choices` are checkboxes, `choice` is one
 * of several.
 */
export interface Part {
  /** A field of the condition. Null: the condition itself is the value. */
  readonly name: string | null;
  readonly form: 'amount' | 'number' | 'time' | 'list' | 'choices' | 'choice';
  readonly choices?: readonly string[];
}

interface Kind {
  /** The default of a new one. */
  readonly initial: unknown;
  readonly parts: readonly Part[];
}

const PER = ['project', 'key', 'customer', 'coin', 'destination'];
const WINDOW: readonly Part[] = [
  { name: 'hours', form: 'number' },
  { name: 'per', form: 'choice', choices: PER },
];

export const kinds = {
  amountAbove: { initial: '1000', parts: [{ name: null, form: 'amount' }] },
  sumAbove: {
    initial: { amount: '1000', hours: 24 },
    parts: [{ name: 'amount', form: 'amount' }, ...WINDOW],
  },
  countAbove: {
    initial: { count: 10, hours: 24 },
    parts: [{ name: 'count', form: 'number' }, ...WINDOW],
  },
  coin: { initial: [], parts: [{ name: null, form: 'list' }] },
  key: { initial: [], parts: [{ name: null, form: 'list' }] },
  customer: { initial: [], parts: [{ name: null, form: 'list' }] },
  risk: {
    initial: ['medium'],
    parts: [{ name: null, form: 'choices', choices: ['low', 'medium', 'unknown'] }],
  },
  feeLevel: {
    initial: ['fast'],
    parts: [{ name: null, form: 'choices', choices: ['slow', 'average', 'fast'] }],
  },
  destination: {
    initial: 'unlisted',
    parts: [{ name: null, form: 'choice', choices: ['listed', 'unlisted'] }],
  },
  destinationNewerThanHours: { initial: 24, parts: [{ name: null, form: 'number' }] },
  looksLikeKnown: { initial: true, parts: [] },
  beneficiaryMissing: { initial: true, parts: [] },
  outsideHours: {
    initial: { from: '09:00', to: '17:00' },
    parts: [
      { name: 'from', form: 'time' },
      { name: 'to', form: 'time' },
      {
        name: 'days',
        form: 'choices',
        choices: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      },
    ],
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as readonly KindName[];

export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name);

export const partsOf = (kind: KindName): readonly Part[] => kinds[kind].parts;

export const actions = ['allow', 'hold', 'refuse'] as const;
export type Action = (typeof actions)[number];

export interface RuleFields {
  readonly rule: Fields;
  readonly action: Action;
  /** The number of approvals required. 0: the operator releases it. Null when nothing is held. */
  readonly approvals: unknown;
  readonly when: readonly (readonly [name: string, value: unknown])[];
}

export interface PolicyFields {
  readonly policy: Fields;
  readonly rules: readonly RuleFields[];
}

/** Null for text that is not a policy, or that the form cannot show. */
export function policyFields(document: string): PolicyFields | null {
  const policy = objectOf(parsed(document));
  const rules = policy?.['rules'];
  if (policy === null || !Array.isArray(rules)) return null;
  const read = rules.map(ruleFields);
  return read.every((rule) => rule !== null) ? { policy, rules: read } : null;
}

function ruleFields(value: unknown): RuleFields | null {
  const rule = objectOf(value);
  const when = rule?.['when'] === undefined ? {} : objectOf(rule['when']);
  if (rule === null || when === null) return null;
  const found = rule['do'];
  const held = objectOf(found);
  const action = found === 'allow' || found === 'refuse' ? found : 'hold';
  if (action === 'hold' && (held === null || !('hold' in held))) return null;
  return { rule, action, approvals: held?.['hold'] ?? null, when: Object.entries(when) };
}

/** Defaults of policy-wide settings, as in the service (server/src/policy/read-policy.ts). */
const settings = { currency: 'EUR', timeZone: 'UTC' } as const;
type SettingName = keyof typeof settings;

export function settingOf({ policy }: Pick<PolicyFields, 'policy'>, name: SettingName): string {
  return textOf(policy[name] ?? settings[name]);
}

/** Values that are not text are shown as they are written. */
export const textOf = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value);

export function withSetting(of: PolicyFields, name: SettingName, value: string): string {
  const { rules, ...rest } = of.policy;
  return JSON.stringify({ ...rest, [name]: value, rules }, null, 2);
}

/** Built-in rules are edited under the names that the reader sees. */
export function withRuleNames(
  { document, version }: { readonly document: string; readonly version: number },
  names: RuleNames,
): string {
  const of = policyFields(document);
  if (of === null || version !== 0) return document;
  const named = of.rules.map(({ rule }) => {
    const { name } = rule;
    return typeof name === 'string'
      ? { ...rule, name: nameInDocument(name, version, names) }
      : rule;
  });
  return documentOf(of, named);
}

/** The document with these rules. Each rule keeps the order of its fields. */
export function documentOf({ policy }: PolicyFields, rules: readonly Fields[]): string {
  return JSON.stringify({ ...policy, rules }, null, 2);
}

export function withWhen(rule: Fields, when: RuleFields['when']): Fields {
  const { name, note, when: _, ...rest } = rule;
  const before = {
    ...(name === undefined ? {} : { name }),
    ...(note === undefined ? {} : { note }),
  };
  return { ...before, ...(when.length === 0 ? {} : { when: Object.fromEntries(when) }), ...rest };
}

export function withText(rule: Fields, name: 'name' | 'note', text: string): Fields {
  if (name === 'name' || text !== '') return { ...rule, [name]: text };
  const { note: _, ...rest } = rule;
  return rest;
}

export function withAction(rule: Fields, action: Action, approvals: unknown): Fields {
  return { ...rule, do: action === 'hold' ? { hold: approvals ?? 0 } : action };
}

export function partOf(value: unknown, { name }: Part): unknown {
  return name === null ? value : objectOf(value)?.[name];
}

/** Undefined removes the field. */
export function withPart(value: unknown, { name }: Part, part: unknown): unknown {
  if (name === null) return part;
  const { [name]: _, ...rest } = objectOf(value) ?? {};
  return part === undefined ? rest : { ...objectOf(value), [name]: part };
}

/** A number if the text is one, otherwise the text: the validation reports the problem. */
export function numberOf(text: string): unknown {
  return /^(0|[1-9]\d{0,8})$/.test(text) ? JSON.parse(text) : text;
}

export function itemsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function movedUp<T>(all: readonly T[], n: number): readonly T[] {
  const [before, moved] = [all[n - 1], all[n]];
  if (before === undefined || moved === undefined) return all;
  return all.toSpliced(n - 1, 2, moved, before);
}

export function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return null;
  }
}

export function objectOf(value: unknown): Fields | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : null;
}
