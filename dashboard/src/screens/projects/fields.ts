// The project settings as form fields, in groups. Values are text while edited. Empty means not set, which uses the
// instance's default.

import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { contentOf } from '../../shared/ui/image-field.tsx';
import { amountIn } from '../../shared/ui/values.tsx';
import type { Changes, ProjectSettings } from './queries.ts';

interface Change {
  readonly name: keyof Values;
  /** Empty: not set. */
  readonly from: string;
  readonly to: string;
}

/** The changes of an edited form: in the service's format, and line by line for confirmation before saving. */
export function changedLines(before: Values, after: Values): readonly Change[] {
  const single = settingNames
    .map((name) => ({ name, from: before[name], to: after[name].trim() }))
    .filter(({ from, to }) => from !== to);
  const several = [
    { name: 'fees', from: feesText(before.fees), to: feesText(after.fees) },
    {
      name: 'minimum_deposits',
      from: leastText(before.minimum_deposits),
      to: leastText(after.minimum_deposits),
    },
    { name: 'logo', from: before.logo, to: after.logo },
  ] as const;
  return [...single, ...several.filter(({ from, to }) => from !== to)];
}

export function changesOf(before: Values, after: Values): Changes {
  const lines = changedLines(before, after);
  const single = settingNames.flatMap((name) => {
    const line = lines.find((each) => each.name === name);
    return line === undefined || line.to === '' ? [] : [[name, typed(name, line.to)]];
  });
  const isSingle = (name: keyof Values) => name in kinds || name === 'logo';
  const unset = lines.filter(({ name, to }) => isSingle(name) && to === '').map(({ name }) => name);
  const isChanged = (name: keyof Values) => lines.some((line) => line.name === name);
  return {
    ...Object.fromEntries(single),
    ...(isChanged('fees') && { fees: after.fees.map(feeOf) }),
    ...(isChanged('minimum_deposits') && { minimum_deposits: after.minimum_deposits }),
    ...(isChanged('logo') && after.logo !== '' && { logo: contentOf(after.logo) }),
    ...(unset.length > 0 && { unset }),
  } as Changes;
}

function typed(name: keyof typeof kinds, text: string): unknown {
  if (kinds[name].kind === 'switch') return text === 'true';
  // Invalid digits are passed on, so that the service reports the problem.
  if (kinds[name].kind === 'integer') return /^\d{1,9}$/.test(text) ? JSON.parse(text) : text;
  return text;
}

function feeOf({ currency, ...row }: FeeRow) {
  return currency === '' ? row : { ...row, currency };
}

const feesText = (rows: readonly FeeRow[]) =>
  rows.map((row) => [row.percent, '%', row.operation, row.currency].join(' ').trim()).join('\n');

const leastText = (rows: readonly LeastRow[]) =>
  rows.map(({ coin, amount }) => `${amount} ${coin}`).join('\n');

export type Several = 'fees' | 'minimum_deposits';
export type SettingName = Exclude<keyof Changes, Several | 'unset' | 'logo'>;

type Action = 'nothing' | 'refund' | 'recalculate' | 'refund_to_customer';

interface Kind {
  readonly kind:
    | 'text'
    | 'lines'
    | 'appearance'
    | 'decimal'
    | 'integer'
    | 'choice'
    | 'switch'
    | 'language';
  readonly unit?: '%' | 'EUR' | 'hours' | 'minutes';
  readonly choices?: readonly Action[];
}

const resolution = { kind: 'choice', choices: ['nothing', 'refund', 'recalculate'] } as const;
const percent = { kind: 'decimal', unit: '%' } as const;
const euros = { kind: 'decimal', unit: 'EUR' } as const;
const hours = { kind: 'integer', unit: 'hours' } as const;
const onOrOff = { kind: 'switch' } as const;

export const kinds: Readonly<Record<SettingName, Kind>> = {
  merchant_name: { kind: 'text' },
  merchant_contact: { kind: 'text' },
  accent_color: { kind: 'text' },
  appearance: { kind: 'appearance' },
  legal_name: { kind: 'text' },
  postal_address: { kind: 'lines' },
  tax_number: { kind: 'text' },
  terms_url: { kind: 'text' },
  page_title: { kind: 'text' },
  mail_sender: { kind: 'text' },
  mail_language: { kind: 'language' },
  resolution_overpaid: resolution,
  resolution_underpaid: resolution,
  resolution_paid_late: resolution,
  resolution_illicit_resource: {
    kind: 'choice',
    choices: ['refund_to_customer', 'nothing', 'refund', 'recalculate'],
  },
  underpayment_tolerance_percent: percent,
  overpayment_tolerance_percent: percent,
  overpayment_tolerance_eur: euros,
  checkout_tolerance_percent: percent,
  checkout_tolerance_max_percent: percent,
  mails_receipts: onOrOff,
  offers_refunds: onOrOff,
  auto_refund_max_eur: euros,
  auto_refund_day_eur: euros,
  high_risk_share_percent: percent,
  unconfirmed_price_minutes: { kind: 'integer', unit: 'minutes' },
  unresolved_price_hours: hours,
  withdrawal_max_eur: euros,
  fresh_money_max_eur: euros,
  withdrawal_price_hours: hours,
  price_change_percent: percent,
  strict_customers: onOrOff,
  sends_invoice_created: onOrOff,
  sends_coin_deposits: onOrOff,
  takes_unknown_money: onOrOff,
};

/** In the order of the screen. `fees` and `minimum_deposits` have several rows. */
export const groups = {
  /** On a screen of their own (brand.tsx). */
  brand: [],
  payments: [
    'resolution_underpaid',
    'underpayment_tolerance_percent',
    'resolution_overpaid',
    'overpayment_tolerance_percent',
    'overpayment_tolerance_eur',
    'resolution_paid_late',
    'checkout_tolerance_percent',
    'checkout_tolerance_max_percent',
    'mails_receipts',
    'offers_refunds',
    'takes_unknown_money',
    'minimum_deposits',
  ],
  payouts: [
    'withdrawal_max_eur',
    'fresh_money_max_eur',
    'withdrawal_price_hours',
    'price_change_percent',
    'auto_refund_max_eur',
    'auto_refund_day_eur',
  ],
  notifications: [],
  developers: ['sends_invoice_created', 'sends_coin_deposits', 'strict_customers'],
  members: [],
  advanced: [
    'resolution_illicit_resource',
    'high_risk_share_percent',
    'unconfirmed_price_minutes',
    'unresolved_price_hours',
    'fees',
  ],
} as const satisfies Readonly<Record<string, readonly (SettingName | Several)[]>>;

/** On the screen of the brand, below the logo and the color. */
export const brandNames = {
  look: ['merchant_name', 'merchant_contact', 'appearance', 'page_title'],
  seller: ['legal_name', 'postal_address', 'tax_number', 'terms_url'],
  mails: ['mail_sender', 'mail_language'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

export type GroupName = keyof typeof groups;

export const groupNames = Object.keys(groups) as readonly GroupName[];

export const languages = [
  'de',
  'en',
  'es',
  'fr',
  'it',
  'nl',
  'pl',
  'pt',
  'tr',
  'ru',
  'ja',
  'zh',
] as const;

export const appearances = ['automatic', 'light', 'dark'] as const;

export const feeOperations = [
  'default',
  'invoice',
  'channel',
  'refund',
  'recalculation',
  'credit',
  'withdrawal',
  'exchange',
] as const;

export type FeeRow = Readonly<Record<'operation' | 'currency' | 'percent', string>>;
export type LeastRow = Readonly<Record<'coin' | 'amount', string>>;

export interface Values extends Record<SettingName, string> {
  readonly fees: readonly FeeRow[];
  readonly minimum_deposits: readonly LeastRow[];
  /** Name of the stored image, or a `data:` URL of a chosen one. Empty: none. */
  readonly logo: string;
}

const settingNames = Object.keys(kinds) as readonly SettingName[];

export function valuesOf(settings: ProjectSettings): Values {
  const single = settingNames.map((name) => [name, asText(settings[name])]);
  return {
    ...(Object.fromEntries(single) as Record<SettingName, string>),
    fees: settings.fees.map(({ currency, ...row }) => ({ ...row, currency: currency ?? '' })),
    minimum_deposits: settings.minimum_deposits,
    logo: settings.logo ?? '',
  };
}

/** The default in force while it is not set. Null: none. */
export function unlessSet(settings: ProjectSettings, name: SettingName): string | null {
  const all: Readonly<Record<string, unknown>> = settings.unless_set;
  return asText(all[name]) || null;
}

/** Empty: not set. */
function asText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A setting's value as text: on and off, automatic actions, language names, amounts with units. */
export function useValueText(): (name: SettingName, value: string) => string {
  const t = useTexts('projects');
  const { locale } = useLanguage();
  return (name, value) => {
    const { kind, unit } = kinds[name];
    if (value === '') return t.notSet;
    if (kind === 'switch') return value === 'true' ? t.settingOn : t.off;
    if (kind === 'appearance') return t.appearances[value as keyof typeof t.appearances];
    if (kind === 'choice') return t.actions[value as Action];
    if (kind === 'language')
      return new Intl.DisplayNames([locale], { type: 'language' }).of(value) ?? value;
    const units = { hours: t.hours, minutes: t.minutes, '%': '%', EUR: 'EUR' } as const;
    const shown = shownIn(locale, value, unit);
    return unit === undefined ? value : `${shown} ${units[unit]}`;
  };
}

/** One row per line: `withdrawals BTC: 0.5 %`. */
export function useFeesText(): (rows: readonly FeeRow[]) => string {
  const names: Readonly<Record<string, string>> = useTexts('projects').feeNames;
  const { labelled } = useTexts('common');
  const { locale } = useLanguage();
  const lineOf = ({ operation, currency, percent }: FeeRow) =>
    labelled({
      label: `${names[operation]} ${currency}`.trim(),
      value: `${shownIn(locale, percent)} %`,
    });
  return (rows) => rows.map(lineOf).join('\n');
}

/** One row per line: `0.001 BTC`. */
export function useLeastText(): (rows: readonly LeastRow[]) => string {
  const { locale } = useLanguage();
  const lineOf = ({ coin, amount }: LeastRow) => `${shownIn(locale, amount, coin)} ${coin}`;
  return (rows) => rows.map(lineOf).join('\n');
}

/** While it is being edited, it may not be a valid number. */
function shownIn(locale: string, value: string, unit = ''): string {
  return /^\d+(\.\d+)?$/.test(value) ? amountIn(locale, value, unit) : value;
}
