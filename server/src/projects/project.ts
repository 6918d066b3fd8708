// A project is a merchant's space: keys, accounts, settings, callbacks. Settings that are not set follow the
// instance's configuration.
import type { Instance } from '../app.ts';
import type { Appearance } from '../contract/brand.ts';
import { MINUTE } from '../core/clock.ts';
import type { Locale } from '../core/languages.ts';
import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  parseDecimal,
} from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { type Brand, brandOf } from './brand.ts';

/**
 * `refund`: to the merchant's own account of the coin. `refund_to_customer`, only for `illicit_resource`: to the
 * customer's address of the coin (wire.md (d)).
 */
export type AutomaticResolution = 'nothing' | 'refund' | 'recalculate' | 'refund_to_customer';
export type UnresolvedContext = 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource';

export interface ProjectSettings {
  /** For payers, on pages and in emails. */
  readonly merchantName?: string;
  /** An email address or an https link for payers. */
  readonly merchantContact?: string;
  /** Name of a stored logo (store-logos.ts). */
  readonly logo?: string;
  /** `#rrggbb`. */
  readonly accentColor?: string;
  /** Of payer pages. Default: automatic, as the payer's device. */
  readonly appearance?: Appearance;
  readonly legalName?: string;
  /** Several lines. */
  readonly postalAddress?: string;
  readonly taxNumber?: string;
  readonly termsUrl?: string;
  readonly pageTitle?: string;
  /** The sender's name of emails to payers. The address stays the operator's. */
  readonly mailSender?: string;
  /** For emails to payers. Default: English. */
  readonly mailLanguage?: Locale;
  /** Processing fee in percent, by `operation:CURRENCY`, `operation` or `default`. */
  readonly fees?: Readonly<Record<string, string>>;
  /** Rejects a customer_id that matches no customer. */
  readonly strictCustomers?: boolean;
  readonly automaticResolution?: Readonly<Partial<Record<UnresolvedContext, AutomaticResolution>>>;
  readonly sendsInvoiceCreated?: boolean;
  /** Also sends CoinDeposit callbacks. */
  readonly sendsCoinDeposits?: boolean;
  /** Unmatched deposits that belong to no project go to this project's inbox. */
  readonly takesUnknownMoney?: boolean;
  /** Withdrawals worth more than this in EUR are `on_hold` until the operator releases them. */
  readonly withdrawalMaxEur?: string;
  /** Maximum amount in EUR that may be paid out of deposits whose blocks are not final yet. Default: 10000. */
  readonly freshMoneyMaxEur?: string;
  /** How many hours a withdrawal on hold keeps its price (24). A new price may be higher by this percentage (1). */
  readonly withdrawalPriceHours?: number;
  readonly priceChangePercent?: string;
  /** How many minutes after its expiry an invoice keeps its price for payments detected in time. Default: 120. */
  readonly unconfirmedPriceMinutes?: number;
  /** How many hours after its expiry an unresolved invoice keeps its price. Default: 24. */
  readonly unresolvedPriceHours?: number;
  /** A payment that is short by at most this percentage counts as full (wire.md (i)). Default: 0. */
  readonly underpaymentTolerancePercent?: string;
  /** An overpayment of at most this percentage, and at most this value in EUR, counts as exact (wire.md, part 1). */
  readonly overpaymentTolerancePercent?: string;
  readonly overpaymentToleranceEur?: string;
  /** What may be missing of a checkout's price: unless its request says so (0.5), and at most (10). In percent. */
  readonly checkoutTolerancePercent?: string;
  readonly checkoutToleranceMaxPercent?: string;
  /** Payers of checkouts get their receipt by email. Default: true. */
  readonly mailsReceipts?: boolean;
  /** Refund links worth at most this in EUR are approved automatically, up to this sum in 24 hours. Default: none. */
  readonly autoRefundMaxEur?: string;
  readonly autoRefundDayEur?: string;
  /** Payers can ask for a refund on the page of a payment that bought nothing. Default: true. */
  readonly offersRefunds?: boolean;
  /** Above this share of an invoice, high-risk money makes the whole invoice illicit (wire.md, part 1). */
  readonly highRiskSharePercent?: string;
  /** By coin. Default: the cost of spending the deposit. */
  readonly minimumDeposits?: Readonly<Record<string, string>>;
}

/** Default for projects without `freshMoneyMaxEur` (decision 67). */
export const FRESH_MONEY_MAX_EUR = '10000';

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly settings: ProjectSettings;
}

export type FeeOperation =
  | 'invoice'
  | 'channel'
  | 'refund'
  | 'recalculation'
  | 'credit'
  | 'withdrawal'
  | 'exchange';

/** The most specific setting wins. */
export function feePercentOf(
  instance: Instance,
  project: Project,
  { operation, currency }: { operation: FeeOperation; currency: string },
): Decimal {
  const fees = project.settings.fees ?? {};
  const text = fees[`${operation}:${currency}`] ?? fees[operation] ?? fees['default'];
  return (text === undefined ? null : parseDecimal(text)) ?? instance.config.feePercent;
}

/** By default, high-risk money returns to the customer's address. */
export function resolutionOf(
  project: Pick<Project, 'settings'>,
  context: UnresolvedContext,
): AutomaticResolution {
  const isIllicit = context === 'illicit_resource';
  return (
    project.settings.automaticResolution?.[context] ??
    (isIllicit ? 'refund_to_customer' : 'nothing')
  );
}

export function returnsHighRisk(project: Project): boolean {
  return resolutionOf(project, 'illicit_resource') !== 'nothing';
}

export function underpaymentTolerancePercentOf({ settings }: Pick<Project, 'settings'>): Decimal {
  return parseDecimal(settings.underpaymentTolerancePercent ?? '0') ?? decimal('0');
}

/** In percent. The usual one is never above the highest. */
export function checkoutToleranceOf({ settings }: Pick<Project, 'settings'>): {
  usual: Decimal;
  most: Decimal;
} {
  const most = parseDecimal(settings.checkoutToleranceMaxPercent ?? '10') ?? decimal('10');
  const usual = parseDecimal(settings.checkoutTolerancePercent ?? '0.5') ?? decimal('0');
  return { usual: compareDecimals(usual, most) > 0 ? most : usual, most };
}

export function mailsReceipts({ settings }: Pick<Project, 'settings'>): boolean {
  return settings.mailsReceipts ?? true;
}

export function offersRefunds({ settings }: Pick<Project, 'settings'>): boolean {
  return settings.offersRefunds ?? true;
}

/** In EUR. Both must be set: otherwise a person decides each refund. */
export function refundLimitsOf({ settings }: Pick<Project, 'settings'>): {
  each: string | null;
  day: string | null;
} {
  return { each: settings.autoRefundMaxEur ?? null, day: settings.autoRefundDayEur ?? null };
}

export function overpaymentToleranceOf({ settings }: Pick<Project, 'settings'>): {
  percent: Decimal;
  eur: string;
} {
  const percent = parseDecimal(settings.overpaymentTolerancePercent ?? '0.1') ?? decimal('0');
  return { percent, eur: settings.overpaymentToleranceEur ?? '0.10' };
}

export function highRiskSharePercentOf({ settings }: Pick<Project, 'settings'>): Decimal {
  return parseDecimal(settings.highRiskSharePercent ?? '1') ?? decimal('0');
}

/** In milliseconds. The default is in wire.md, part 1. */
export function unconfirmedPriceOf(project: Pick<Project, 'settings'>): number {
  return (project.settings.unconfirmedPriceMinutes ?? 120) * MINUTE;
}

export function withdrawalPriceHoursOf({ settings }: Pick<Project, 'settings'>): number {
  return settings.withdrawalPriceHours ?? 24;
}

/** Percentage. The creator of a withdrawal can set another limit. */
export function priceChangePercentOf({ settings }: Pick<Project, 'settings'>): string {
  return settings.priceChangePercent ?? '1';
}

export function unresolvedPriceHoursOf({ settings }: Pick<Project, 'settings'>): number {
  return settings.unresolvedPriceHours ?? 24;
}

/** By default, true for the only project of an instance. */
export function takesUnknownMoney(
  project: Pick<Project, 'settings'>,
  { isAlone }: { isAlone: boolean },
): boolean {
  return project.settings.takesUnknownMoney ?? isAlone;
}

export function feePercentText(percent: Decimal): string {
  return formatDecimal(percent);
}

export async function loadProject(sql: Sql, projectId: string): Promise<Project | null> {
  const rows = await sql.query<Project>('select id, name, settings from projects where id = $1', [
    projectId,
  ]);
  return rows[0] ?? null;
}

/** What a view of a payer's page needs; the other parts of a brand are optional. */
export type Merchant = Pick<Brand, 'name' | 'contact'> & Partial<Brand>;

export function merchantOf(project: Pick<Project, 'settings'>): Merchant {
  return brandOf(project);
}

/** Only for emails: the payer's own language is unknown until they open the page. */
export function mailLanguageOf({ settings }: Pick<Project, 'settings'>): Locale {
  return settings.mailLanguage ?? 'en';
}
