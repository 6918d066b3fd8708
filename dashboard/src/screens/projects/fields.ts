// The project settings as form fields, in sections. Values are text while edited. Empty means not set, which uses the
// instance's default.
import type { Changes, ProjectSettings } from './queries.ts';

type Several = 'fees' | 'minimum_deposits';
export type SettingName = Exclude<keyof Changes, Several | 'unset'>;

interface Kind {
  readonly kind: 'text' | 'decimal' | 'integer' | 'choice' | 'switch' | 'language';
  /** Shown after the value. */
  readonly unit?: '%' | 'EUR' | 'hours' | 'minutes';
  readonly choices?: readonly ('nothing' | 'refund' | 'recalculate' | 'refund_to_customer')[];
}

const resolution = { kind: 'choice', choices: ['nothing', 'refund', 'recalculate'] } as const;
const percent = { kind: 'decimal', unit: '%' } as const;
const euros = { kind: 'decimal', unit: 'EUR' } as const;
const hours = { kind: 'integer', unit: 'hours' } as const;
const onOrOff = { kind: 'switch' } as const;

export const kinds: Readonly<Record<SettingName, Kind>> = {
  merchant_name: { kind: 'text' },
  merchant_contact: { kind: 'text' },
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

export const sections = {
  merchant: ['merchant_name', 'merchant_contact', 'mail_language'],
  resolutions: [
    'resolution_overpaid',
    'resolution_underpaid',
    'resolution_paid_late',
    'resolution_illicit_resource',
  ],
  tolerances: [
    'underpayment_tolerance_percent',
    'overpayment_tolerance_percent',
    'overpayment_tolerance_eur',
    'high_risk_share_percent',
    'unconfirmed_price_minutes',
    'unresolved_price_hours',
  ],
  withdrawals: [
    'withdrawal_max_eur',
    'fresh_money_max_eur',
    'withdrawal_price_hours',
    'price_change_percent',
  ],
  programs: [
    'strict_customers',
    'takes_unknown_money',
    'sends_invoice_created',
    'sends_coin_deposits',
  ],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

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
}

export const settingNames = Object.keys(kinds) as readonly SettingName[];

export function valuesOf(settings: ProjectSettings): Values {
  const single = settingNames.map((name) => [name, asText(settings[name])]);
  return {
    ...(Object.fromEntries(single) as Record<SettingName, string>),
    fees: settings.fees.map(({ currency, ...row }) => ({ ...row, currency: currency ?? '' })),
    minimum_deposits: settings.minimum_deposits,
  };
}

/** The default in force while it is not set. Null: none. */
export function unlessSet(settings: ProjectSettings, name: SettingName): string | null {
  const all: Readonly<Record<string, unknown>> = settings.unless_set;
  const found = all[name];
  return found === undefined ? null : asText(found);
}

function asText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
