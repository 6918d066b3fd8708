// Converts project settings to form fields and back. Stored names use another case, and a form shows some stored
// settings separately or as rows.
import type { App } from '../../app.ts';
import type { Input } from '../../contract/fields.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { MINUTE } from '../../core/clock.ts';
import { type ErrorDetail, rule } from '../../core/errors.ts';
import { decimal, formatDecimal } from '../../core/money.ts';
import { brandOf } from '../../projects/brand.ts';
import { readLogo } from '../../projects/logo.ts';
import {
  checkoutToleranceOf,
  FRESH_MONEY_MAX_EUR,
  highRiskSharePercentOf,
  mailLanguageOf,
  mailsReceipts,
  offersRefunds,
  overpaymentToleranceOf,
  type ProjectSettings,
  priceChangePercentOf,
  resolutionOf,
  takesUnknownMoney,
  unconfirmedPriceOf,
  underpaymentTolerancePercentOf,
  unresolvedPriceHoursOf,
  withdrawalPriceHoursOf,
} from '../../projects/project.ts';
import { settingProblems } from '../../projects/settings.ts';
import type { projectsOperations } from '../projects/contract.ts';
import { type logoField, settingFields } from './contract.ts';

type Shown = OutputOf<(typeof projectsOperations)['projects.update']>;
type ShownSettings = Omit<Shown, 'id' | 'name' | 'created_at'>;
type InForce = OutputOf<(typeof projectsOperations)['projects.show']>['unless_set'];
type Changes = Partial<Input<typeof settingFields & { readonly logo: typeof logoField }>>;

/** The settings as the rows of a form. Unset values are null. */
export function shownSettings(settings: ProjectSettings): ShownSettings {
  const resolutions = settings.automaticResolution ?? {};
  return {
    merchant_name: settings.merchantName ?? null,
    merchant_contact: settings.merchantContact ?? null,
    logo: settings.logo ?? null,
    accent_color: settings.accentColor ?? null,
    appearance: settings.appearance ?? null,
    legal_name: settings.legalName ?? null,
    postal_address: settings.postalAddress ?? null,
    tax_number: settings.taxNumber ?? null,
    terms_url: settings.termsUrl ?? null,
    page_title: settings.pageTitle ?? null,
    mail_sender: settings.mailSender ?? null,
    mail_language: settings.mailLanguage ?? null,
    resolution_overpaid: forInvoices(resolutions.overpaid),
    resolution_underpaid: forInvoices(resolutions.underpaid),
    resolution_paid_late: forInvoices(resolutions.paid_late),
    resolution_illicit_resource: resolutions.illicit_resource ?? null,
    strict_customers: settings.strictCustomers ?? null,
    sends_invoice_created: settings.sendsInvoiceCreated ?? null,
    sends_coin_deposits: settings.sendsCoinDeposits ?? null,
    takes_unknown_money: settings.takesUnknownMoney ?? null,
    withdrawal_max_eur: shownDecimal(settings.withdrawalMaxEur),
    fresh_money_max_eur: shownDecimal(settings.freshMoneyMaxEur),
    withdrawal_price_hours: settings.withdrawalPriceHours ?? null,
    price_change_percent: shownDecimal(settings.priceChangePercent),
    unconfirmed_price_minutes: settings.unconfirmedPriceMinutes ?? null,
    unresolved_price_hours: settings.unresolvedPriceHours ?? null,
    underpayment_tolerance_percent: shownDecimal(settings.underpaymentTolerancePercent),
    overpayment_tolerance_percent: shownDecimal(settings.overpaymentTolerancePercent),
    overpayment_tolerance_eur: shownDecimal(settings.overpaymentToleranceEur),
    checkout_tolerance_percent: shownDecimal(settings.checkoutTolerancePercent),
    checkout_tolerance_max_percent: shownDecimal(settings.checkoutToleranceMaxPercent),
    mails_receipts: settings.mailsReceipts ?? null,
    offers_refunds: settings.offersRefunds ?? null,
    auto_refund_max_eur: shownDecimal(settings.autoRefundMaxEur),
    auto_refund_day_eur: shownDecimal(settings.autoRefundDayEur),
    high_risk_share_percent: shownDecimal(settings.highRiskSharePercent),
    fees: Object.entries(settings.fees ?? {}).map(([key, percent]) => {
      const [operation, currency = null] = key.split(':');
      return {
        operation: operation as ShownSettings['fees'][number]['operation'],
        currency,
        percent: canonical(percent),
      };
    }),
    minimum_deposits: Object.entries(settings.minimumDeposits ?? {}).map(([coin, amount]) => ({
      coin,
      amount: canonical(amount),
    })),
  };
}

/** The defaults in force for values that are not set. */
export async function settingsUnlessSet(app: App): Promise<InForce> {
  const nothing = { settings: {} };
  const rows = await app.db.query('select 1 from projects limit 2');
  const overpayment = overpaymentToleranceOf(nothing);
  const checkout = checkoutToleranceOf(nothing);
  return {
    appearance: brandOf(nothing).appearance,
    mail_language: mailLanguageOf(nothing),
    resolution_overpaid: forInvoices(resolutionOf(nothing, 'overpaid')) ?? 'nothing',
    resolution_underpaid: forInvoices(resolutionOf(nothing, 'underpaid')) ?? 'nothing',
    resolution_paid_late: forInvoices(resolutionOf(nothing, 'paid_late')) ?? 'nothing',
    resolution_illicit_resource: resolutionOf(nothing, 'illicit_resource'),
    strict_customers: false,
    sends_invoice_created: false,
    sends_coin_deposits: false,
    takes_unknown_money: takesUnknownMoney(nothing, { isAlone: rows.length === 1 }),
    fresh_money_max_eur: canonical(FRESH_MONEY_MAX_EUR),
    withdrawal_price_hours: withdrawalPriceHoursOf(nothing),
    price_change_percent: canonical(priceChangePercentOf(nothing)),
    unconfirmed_price_minutes: unconfirmedPriceOf(nothing) / MINUTE,
    unresolved_price_hours: unresolvedPriceHoursOf(nothing),
    underpayment_tolerance_percent: formatDecimal(underpaymentTolerancePercentOf(nothing)),
    overpayment_tolerance_percent: formatDecimal(overpayment.percent),
    overpayment_tolerance_eur: canonical(overpayment.eur),
    checkout_tolerance_percent: formatDecimal(checkout.usual),
    checkout_tolerance_max_percent: formatDecimal(checkout.most),
    mails_receipts: mailsReceipts(nothing),
    offers_refunds: offersRefunds(nothing),
    high_risk_share_percent: formatDecimal(highRiskSharePercentOf(nothing)),
    fee_percent: formatDecimal(app.config.feePercent),
  };
}

/** Applies valid changes to the settings. `logo` is the name of the stored image. */
export function withChanges(settings: ProjectSettings, changes: Changes): ProjectSettings {
  const changed: Record<string, unknown> = { ...settings };
  const resolutions: Record<string, unknown> = { ...settings.automaticResolution };
  const put = (name: string, value: unknown) => {
    const context = contextOf(name);
    if (context === null) changed[storedName(name)] = value;
    else resolutions[context] = value;
  };
  for (const name of changes.unset ?? []) put(name, undefined);
  for (const [name, value] of singleChanges(changes)) put(name, value);
  if (changes.logo !== undefined) put('logo', changes.logo);
  if (changes.fees !== undefined) put('fees', Object.fromEntries(changes.fees.map(feeEntry)));
  if (changes.minimum_deposits !== undefined)
    put('minimum_deposits', Object.fromEntries(changes.minimum_deposits.map(minimumEntry)));
  // JSON cannot hold undefined, so an undefined value removes the setting.
  return { ...changed, automaticResolution: resolutions } as ProjectSettings;
}

/** Problems of the changes beyond their field types. */
export function findSettingProblems(changes: Changes, problems: ErrorDetail[]): void {
  for (const [name, value] of singleChanges(changes)) {
    if (contextOf(name) !== null) continue;
    for (const problem of settingProblems({ [storedName(name)]: value }))
      problems.push({ ...problem, target: name });
  }
  if (changes.logo !== undefined) readLogo(changes.logo, 'logo', problems);
  const fees = changes.fees ?? [];
  findRowProblems(fees.map(feeEntry), { name: 'fees', parts: ['currency', 'percent'] }, problems);
  const minimums = (changes.minimum_deposits ?? []).map(minimumEntry);
  findRowProblems(minimums, { name: 'minimum_deposits', parts: ['coin', 'amount'] }, problems);
  for (const [n, name] of (changes.unset ?? []).entries())
    if (changes[name] !== undefined) problems.push(rule.different(`unset.${n}`, name));
}

function findRowProblems(
  entries: readonly Entry[],
  { name, parts }: { name: string; parts: readonly [string, string] },
  problems: ErrorDetail[],
): void {
  for (const [n, [key, value]] of entries.entries()) {
    const isRepeated = entries.slice(0, n).some(([other]) => other === key);
    if (isRepeated) problems.push(rule.unique(`${name}.${n}`));
    for (const problem of settingProblems({ [storedName(name)]: { [key]: value } })) {
      const part = problem.code === 'not_supported' ? parts[0] : parts[1];
      problems.push({ ...problem, target: `${name}.${n}.${part}` });
    }
  }
}

type Entry = readonly [key: string, value: string];

function feeEntry(fee: NonNullable<Changes['fees']>[number]): Entry {
  const { operation, currency, percent } = fee;
  return [currency === undefined ? operation : `${operation}:${currency}`, percent];
}

function minimumEntry(row: NonNullable<Changes['minimum_deposits']>[number]): Entry {
  return [row.coin, row.amount];
}

function singleChanges({ fees, minimum_deposits, unset, ...single }: Changes): [string, unknown][] {
  return Object.entries(single).filter(
    ([name, value]) => name in settingFields && value !== undefined,
  );
}

const RESOLUTION = 'resolution_';

function contextOf(name: string): string | null {
  return name.startsWith(RESOLUTION) ? name.slice(RESOLUTION.length) : null;
}

/** `merchant_name` is stored as `merchantName`. */
function storedName(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function shownDecimal(text: string | undefined): string | null {
  return text === undefined ? null : canonical(text);
}

function canonical(text: string): string {
  return formatDecimal(decimal(text));
}

/** Only high-risk money is automatically returned to a customer's address. */
function forInvoices(resolution: ProjectSettings[keyof ProjectSettings] | undefined) {
  return resolution === 'refund' || resolution === 'recalculate' || resolution === 'nothing'
    ? resolution
    : null;
}
