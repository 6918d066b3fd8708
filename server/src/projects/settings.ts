// Reads a project's settings from JSON text and reports every problem at once.
import { appearances } from '../contract/brand.ts';
import { EMAIL } from '../contract/email.ts';
import { isLinkUrl, isLonger, isStorable } from '../contract/storable-text.ts';
import { apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { harmlessText } from '../core/escape-text.ts';
import { isLocale, locales } from '../core/languages.ts';
import { compareDecimals, decimal, formatDecimal, parseDecimal } from '../core/money.ts';
import { isAccent } from './accent.ts';
import { logoNamed } from './logo.ts';
import type { ProjectSettings } from './project.ts';

const RESOLUTIONS = ['nothing', 'refund', 'recalculate'];
/** For high-risk money, the customer's address is another possible destination. */
const ILLICIT_RESOLUTIONS = [...RESOLUTIONS, 'refund_to_customer'];
const CONTEXTS = ['overpaid', 'underpaid', 'paid_late', 'illicit_resource'];
const FEE_NAME =
  /^(default|(invoice|channel|refund|recalculation|credit|withdrawal|exchange)(:[A-Z]{3,5})?)$/;

/** Errors: 400 for text that is not a JSON object, 422 with one detail per invalid setting. */
export function readSettings(text: string): ProjectSettings {
  const value = parse(text);
  const problems = settingProblems(value);
  if (problems.length > 0) throw invalid(...problems);
  return value as ProjectSettings;
}

export function settingProblems(settings: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  for (const [name, setting] of Object.entries(settings)) {
    const check = checks[name];
    if (check === undefined) problems.push(rule.unsupported(name));
    else check(setting, name, problems);
  }
  return problems;
}

function parse(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw apiError('bad_request.settings_not_json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw apiError('bad_request.settings_not_object');
  }
  return value as Record<string, unknown>;
}

type Check = (value: unknown, name: string, problems: ErrorDetail[]) => void;

const isBoolean: Check = (value, name, problems) => {
  if (typeof value !== 'boolean') problems.push(rule.boolean(name));
};

const isWhole =
  (most: number): Check =>
  (value, name, problems) => {
    const isRight = typeof value === 'number' && Number.isInteger(value) && value >= 0;
    if (!isRight) problems.push(rule.integer(name));
    else if (value > most) problems.push(rule.atMost(name, `${most}`));
  };

const isPercent: Check = (value, name, problems) => {
  const parsed = typeof value === 'string' ? parseDecimal(value) : null;
  if (parsed === null || parsed.digits < 0n) problems.push(rule.decimal(name));
  else if (parsed.digits >= 100n * 10n ** BigInt(parsed.scale))
    problems.push(rule.atMost(name, '99.99'));
};

/** Less than half of the price, as the table of checkouts requires. */
const isTolerance: Check = (value, name, problems) => {
  const before = problems.length;
  isPercent(value, name, problems);
  const parsed = typeof value === 'string' ? parseDecimal(value) : null;
  if (problems.length === before && parsed !== null && compareDecimals(parsed, TOLERANCE_MAX) > 0)
    problems.push(rule.atMost(name, formatDecimal(TOLERANCE_MAX)));
};
const TOLERANCE_MAX = decimal('49');

const isEuros: Check = (value, name, problems) => {
  const isAmount = typeof value === 'string' && /^\d{1,15}(\.\d{1,2})?$/.test(value);
  if (!isAmount) problems.push(rule.decimal(name));
};

const MERCHANT_NAME_MAX = 100;
const CONTACT_URL_MAX = 2048;

/** One line that is stored exactly as given. */
const isName: Check = (value, name, problems) => {
  if (typeof value !== 'string') problems.push(rule.string(name));
  else if (value.trim() === '') problems.push(rule.filled(name));
  else if (isLonger(value, MERCHANT_NAME_MAX))
    problems.push(rule.lengthAtMost(name, MERCHANT_NAME_MAX));
  else if (
    !isStorable(value) ||
    harmlessText(value) !== value ||
    /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
  )
    problems.push(rule.form(name, 'one_line'));
};

const isContact: Check = (value, name, problems) => {
  if (typeof value !== 'string') problems.push(rule.string(name));
  else if (value.length > CONTACT_URL_MAX) problems.push(rule.lengthAtMost(name, CONTACT_URL_MAX));
  else if (!EMAIL.test(value) && !(isLinkUrl(value) && /^https:/i.test(value)))
    problems.push(rule.form(name, 'mail_or_link'));
};

const isHttpsLink: Check = (value, name, problems) => {
  if (typeof value !== 'string') problems.push(rule.string(name));
  else if (value.length > CONTACT_URL_MAX) problems.push(rule.lengthAtMost(name, CONTACT_URL_MAX));
  else if (!(isLinkUrl(value) && /^https:/i.test(value)))
    problems.push(rule.form(name, 'https_link'));
};

/** A sender that looks like another address would be believed (display name spoofing). */
const isSender: Check = (value, name, problems) => {
  const before = problems.length;
  isName(value, name, problems);
  if (problems.length === before && /[@<>"\\,;:]/.test(String(value)))
    problems.push(rule.form(name, 'sender_name'));
};

const ADDRESS_MAX = 500;
const ADDRESS_LINES_MAX = 6;

const isAddress: Check = (value, name, problems) => {
  if (typeof value !== 'string') problems.push(rule.string(name));
  else if (value.trim() === '') problems.push(rule.filled(name));
  else if (isLonger(value, ADDRESS_MAX)) problems.push(rule.lengthAtMost(name, ADDRESS_MAX));
  else if (
    !isStorable(value) ||
    harmlessText(value) !== value ||
    /[\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u.test(value) ||
    value.split('\n').length > ADDRESS_LINES_MAX
  )
    problems.push(rule.form(name, 'address_lines', { most: ADDRESS_LINES_MAX }));
};

const isText =
  (isRight: (text: string) => boolean, code: 'color' | 'logo_name'): Check =>
  (value, name, problems) => {
    if (typeof value !== 'string') problems.push(rule.string(name));
    else if (!isRight(value)) problems.push(rule.form(name, code));
  };

const checks: Readonly<Record<string, Check>> = {
  merchantName: isName,
  merchantContact: isContact,
  logo: isText((text) => logoNamed(text) !== null, 'logo_name'),
  accentColor: isText(isAccent, 'color'),
  appearance(value, name, problems) {
    if (!(appearances as readonly unknown[]).includes(value))
      problems.push(rule.oneOf(name, appearances));
  },
  legalName: isName,
  postalAddress: isAddress,
  taxNumber: isName,
  termsUrl: isHttpsLink,
  pageTitle: isName,
  mailSender: isSender,
  mailLanguage(value, name, problems) {
    if (typeof value !== 'string' || !isLocale(value)) problems.push(rule.oneOf(name, locales));
  },
  strictCustomers: isBoolean,
  sendsInvoiceCreated: isBoolean,
  sendsCoinDeposits: isBoolean,
  takesUnknownMoney: isBoolean,
  underpaymentTolerancePercent: isPercent,
  priceChangePercent: isPercent,
  withdrawalPriceHours: isWhole(8760),
  unconfirmedPriceMinutes: isWhole(20_160),
  unresolvedPriceHours: isWhole(8760),
  overpaymentTolerancePercent: isPercent,
  overpaymentToleranceEur: isEuros,
  checkoutTolerancePercent: isTolerance,
  checkoutToleranceMaxPercent: isTolerance,
  mailsReceipts: isBoolean,
  offersRefunds: isBoolean,
  autoRefundMaxEur: isEuros,
  autoRefundDayEur: isEuros,
  highRiskSharePercent: isPercent,
  minimumDeposits(value, name, problems) {
    for (const [coin, amount] of entriesOf(value, name, problems)) {
      const isAmount = typeof amount === 'string' && /^\d{1,15}(\.\d{1,18})?$/.test(amount);
      if (!/^[A-Z]{3,5}$/.test(coin)) problems.push(rule.unsupported(`${name}.${coin}`));
      else if (!isAmount) problems.push(rule.decimal(`${name}.${coin}`));
    }
  },
  withdrawalMaxEur: isEuros,
  freshMoneyMaxEur: isEuros,
  fees(value, name, problems) {
    for (const [key, percent] of entriesOf(value, name, problems)) {
      if (!FEE_NAME.test(key)) problems.push(rule.unsupported(`${name}.${key}`));
      else isPercent(percent, `${name}.${key}`, problems);
    }
  },
  automaticResolution(value, name, problems) {
    for (const [context, resolution] of entriesOf(value, name, problems)) {
      if (!CONTEXTS.includes(context)) {
        problems.push(rule.unsupported(`${name}.${context}`));
        continue;
      }
      const list = context === 'illicit_resource' ? ILLICIT_RESOLUTIONS : RESOLUTIONS;
      if (!list.includes(String(resolution))) problems.push(rule.oneOf(`${name}.${context}`, list));
    }
  },
};

function entriesOf(value: unknown, name: string, problems: ErrorDetail[]): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value);
  problems.push(rule.object(name));
  return [];
}
