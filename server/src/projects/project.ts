// A project is a merchant's tenancy: keys, accounts, settings, callbacks. Its settings are one validated
// JSON object; everything not set follows the instance's configuration.
import type { Instance } from '../app.ts';
import { MINUTE } from '../core/clock.ts';
import { type Decimal, decimal, formatDecimal, parseDecimal } from '../core/decimal.ts';
import type { Locale } from '../core/languages.ts';
import type { Sql } from '../db/database.ts';

/**
 * What happens by itself to an unresolved invoice (wire.md (d)). `refund`: to the merchant's own account of the
 * coin. `refund_to_customer`, for `illicit_resource` alone: to the customer's address of the coin.
 */
export type AutomaticResolution = 'nothing' | 'refund' | 'recalculate' | 'refund_to_customer';
export type UnresolvedContext = 'overpaid' | 'underpaid' | 'paid_late' | 'illicit_resource';

export interface ProjectSettings {
  /** Whom payers read that they pay, on pages and in mails. */
  readonly merchantName?: string;
  /** How payers reach the merchant: a mail address or an https link. */
  readonly merchantContact?: string;
  /** In which language payers are written to (English). */
  readonly mailLanguage?: Locale;
  /** Processing fee in percent, by `operation:CURRENCY`, `operation` or `default`. */
  readonly fees?: Readonly<Record<string, string>>;
  /** Refuse a customer_id that names no customer. */
  readonly strictCustomers?: boolean;
  readonly automaticResolution?: Readonly<Partial<Record<UnresolvedContext, AutomaticResolution>>>;
  /** Also send the Invoice `created` callback. */
  readonly sendsInvoiceCreated?: boolean;
  /** Also send the callbacks of CoinDeposit. */
  readonly sendsCoinDeposits?: boolean;
  /** Money that came in for nobody waits in this project's inbox. */
  readonly takesUnknownMoney?: boolean;
  /** Withdrawals worth more than this in EUR wait `on_hold` until the operator releases them. */
  readonly withdrawalMaxEur?: string;
  /** So much fresh money, in EUR, may be paid out before the blocks that brought it are final (10000). */
  readonly freshMoneyMaxEur?: string;
  /** For how many hours a withdrawal on hold keeps its price (24); by how many percent a new one may be above (1). */
  readonly withdrawalPriceHours?: number;
  readonly priceChangePercent?: string;
  /** For how many minutes after its expiry an invoice keeps its price for what was seen in time (120). */
  readonly unconfirmedPriceMinutes?: number;
  /** For how many hours after its expiry an unresolved invoice keeps its price (24). */
  readonly unresolvedPriceHours?: number;
  /** A payment short by at most this percentage counts as full. 0 unless the merchant says so. */
  readonly underpaymentTolerancePercent?: string;
  /** A payment over by at most this percentage, and worth at most so much in EUR, counts as right. */
  readonly overpaymentTolerancePercent?: string;
  readonly overpaymentToleranceEur?: string;
  /** High-risk money above this share of an invoice makes it illicit; below it waits alone for a decision. */
  readonly highRiskSharePercent?: string;
  /** The least that counts as a payment, by coin; what spending it costs unless it is set. */
  readonly minimumDeposits?: Readonly<Record<string, string>>;
}

/** For projects that set no `freshMoneyMaxEur` (decision 67). */
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

/** The processing fee of an operation in a currency, most specific setting first. */
export function feePercentOf(
  instance: Instance,
  project: Project,
  { operation, currency }: { operation: FeeOperation; currency: string },
): Decimal {
  const fees = project.settings.fees ?? {};
  const text = fees[`${operation}:${currency}`] ?? fees[operation] ?? fees['default'];
  return (text === undefined ? null : parseDecimal(text)) ?? instance.config.feePercent;
}

/** What is set for the context; high-risk money goes back to the customer's address unless something is. */
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

/** Whether a high-risk channel payment goes back to the customer's address: unless it is switched off. */
export function returnsHighRisk(project: Project): boolean {
  return resolutionOf(project, 'illicit_resource') !== 'nothing';
}

/** What share of an invoice may be missing (wire.md (i)): zero unless the merchant says so. */
export function underpaymentTolerancePercentOf({ settings }: Pick<Project, 'settings'>): Decimal {
  return parseDecimal(settings.underpaymentTolerancePercent ?? '0') ?? decimal('0');
}

/** What share of an invoice may be too much, and its worth (wire.md, part 1). */
export function overpaymentToleranceOf({ settings }: Pick<Project, 'settings'>): {
  percent: Decimal;
  eur: string;
} {
  const percent = parseDecimal(settings.overpaymentTolerancePercent ?? '0.1') ?? decimal('0');
  return { percent, eur: settings.overpaymentToleranceEur ?? '0.10' };
}

/** What share of an invoice may be of high risk without making all of it illicit (wire.md, part 1). */
export function highRiskSharePercentOf({ settings }: Pick<Project, 'settings'>): Decimal {
  return parseDecimal(settings.highRiskSharePercent ?? '1') ?? decimal('0');
}

/** In milliseconds (wire.md, part 1: two hours). */
export function unconfirmedPriceOf(project: Pick<Project, 'settings'>): number {
  return (project.settings.unconfirmedPriceMinutes ?? 120) * MINUTE;
}

/** For how many hours a withdrawal keeps its price. */
export function withdrawalPriceHoursOf({ settings }: Pick<Project, 'settings'>): number {
  return settings.withdrawalPriceHours ?? 24;
}

/** By how much its new price may be above the first, unless its maker said something else. */
export function priceChangePercentOf({ settings }: Pick<Project, 'settings'>): string {
  return settings.priceChangePercent ?? '1';
}

/** For how many hours after its expiry an unresolved invoice keeps its price. */
export function unresolvedPriceHoursOf({ settings }: Pick<Project, 'settings'>): number {
  return settings.unresolvedPriceHours ?? 24;
}

/** The only project of an instance does unless it is set not to. */
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
