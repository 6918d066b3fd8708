// The project settings as typed fields, from which a form can be built. A setting that is not set follows the instance;
// docs/operations.md describes each one. Further validation happens where settings are read (projects/settings.ts), for
// these fields and for the JSON of `projects.set-settings`.
import type { TSchema, TUnsafe } from 'typebox';
import { appearances, LOGO_TEXT_MAX } from '../../contract/brand.ts';
import {
  amount,
  boolean,
  type Field,
  type Fields,
  integer,
  list,
  object,
  oneOf,
  required,
  text,
} from '../../contract/fields.ts';
import { described } from '../../contract/operator/operation.ts';
import { Amount, nullable, oneOf as oneOfThese, rows, Text } from '../../contract/schema.ts';
import { locales } from '../../core/languages.ts';

const NAME_LENGTH_MAX = 100;
const CONTACT_LENGTH_MAX = 2048;
const ADDRESS_LENGTH_MAX = 500;
const CODE_LENGTH_MAX = 10;
const ROWS_MAX = 200;
const YEAR_HOURS = 8760;
const FORTNIGHT_MINUTES = 20_160;

/** The operations that have fees; `default` covers all operations without their own row. */
const FEE_OPERATIONS = [
  'default',
  'invoice',
  'channel',
  'refund',
  'recalculation',
  'credit',
  'withdrawal',
  'exchange',
] as const;

const RESOLUTIONS = ['nothing', 'refund', 'recalculate'] as const;
const ILLICIT_RESOLUTIONS = [...RESOLUTIONS, 'refund_to_customer'] as const;

const resolution = (of: string) => oneOf(RESOLUTIONS, `automatic handling of ${of}`);
const percent = (what: string) => amount(`in percent: ${what}`);
const euros = (what: string) => amount(`in EUR: ${what}`);

const single = {
  merchant_name: text(NAME_LENGTH_MAX, 'business name shown to customers'),
  merchant_contact: text(
    CONTACT_LENGTH_MAX,
    'contact shown to customers: an email address or https URL',
  ),
  accent_color: text(CODE_LENGTH_MAX, 'color of buttons and links for customers: #1d4ed8'),
  appearance: oneOf(appearances, 'light or dark pages; automatic follows the device'),
  legal_name: text(NAME_LENGTH_MAX, 'legal name shown to customers'),
  postal_address: text(ADDRESS_LENGTH_MAX, 'postal address shown to customers, in lines'),
  tax_number: text(NAME_LENGTH_MAX, 'tax number shown to customers'),
  terms_url: text(CONTACT_LENGTH_MAX, 'https link to the terms'),
  page_title: text(NAME_LENGTH_MAX, 'title of payment pages in the browser'),
  mail_sender: text(NAME_LENGTH_MAX, 'sender name of emails to customers'),
  mail_language: oneOf(locales, 'language of emails to customers'),
  resolution_overpaid: resolution('overpaid invoices'),
  resolution_underpaid: resolution('underpaid invoices'),
  resolution_paid_late: resolution('invoices that were paid late'),
  resolution_illicit_resource: oneOf(
    ILLICIT_RESOLUTIONS,
    'automatic handling of high-risk payments',
  ),
  strict_customers: boolean('reject a customer_id that does not exist'),
  sends_invoice_created: boolean('send a callback for new invoices too'),
  sends_coin_deposits: boolean('send callbacks for coin deposits too'),
  takes_unknown_money: boolean('receive unmatched payments in this project'),
  withdrawal_max_eur: euros('withdrawals above this value need approval'),
  fresh_money_max_eur: euros('limit for paying out funds whose blocks are not final'),
  withdrawal_price_hours: integer(
    { min: 0, max: YEAR_HOURS },
    'hours for which a withdrawal on hold keeps its price',
  ),
  price_change_percent: percent('maximum price increase after that'),
  unconfirmed_price_minutes: integer(
    { min: 0, max: FORTNIGHT_MINUTES },
    'minutes after expiry for which an invoice keeps its price for payments seen in time',
  ),
  unresolved_price_hours: integer(
    { min: 0, max: YEAR_HOURS },
    'hours after expiry for which an unresolved invoice keeps its price',
  ),
  underpayment_tolerance_percent: percent('tolerated underpayment'),
  overpayment_tolerance_percent: percent('tolerated overpayment'),
  overpayment_tolerance_eur: euros('maximum of the tolerated overpayment'),
  checkout_tolerance_percent: percent(
    'what may be missing of the price of a checkout, unless its request says so',
  ),
  checkout_tolerance_max_percent: percent('the most that a request for a checkout can allow'),
  mails_receipts: boolean('email the receipt of a checkout to its payer'),
  offers_refunds: boolean('payers can ask for a refund on the page of their payment'),
  auto_refund_max_eur: euros('refund links up to this value are approved automatically'),
  auto_refund_day_eur: euros('up to this sum in 24 hours'),
  high_risk_share_percent: percent(
    'an invoice with a larger share of high-risk payments is illicit',
  ),
} as const;

const several = {
  fees: described(
    list(
      object({
        operation: required(oneOf(FEE_OPERATIONS, 'base of the fee')),
        currency: text(CODE_LENGTH_MAX, 'only in this currency'),
        percent: required(percent('amount')),
      }),
      { max: ROWS_MAX },
    ),
    'all processing fees: invoice=0.8,withdrawal:BTC=0.5',
  ),
  minimum_deposits: described(
    list(
      object({
        coin: required(text(CODE_LENGTH_MAX, 'coin')),
        amount: required(amount('smallest payment that counts')),
      }),
      { max: ROWS_MAX },
    ),
    'smallest payment that counts, for all coins that have one: BTC=0.0001',
  ),
} as const;

/** An image in base64 text. It is shown, and stored in the audit log, as the name of the stored logo. */
export const logoField = {
  ...text(LOGO_TEXT_MAX, 'logo for customers: a PNG, JPEG, WebP or SVG image in base64'),
  isBulky: true,
} as const;

type SettingName = keyof typeof single | keyof typeof several | 'logo';

const settingNames = Object.keys({ ...single, ...several, logo: null }) as SettingName[];

/** Every setting that can be changed; omitted settings stay unchanged. */
export const settingFields = {
  ...single,
  ...several,
  unset: described(
    list(oneOf(settingNames), { max: settingNames.length }),
    "names of settings to reset to the instance's defaults",
  ),
} as const;

type Properties<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? TUnsafe<Value> : never;
};

function propertiesOf<F extends Fields>(fields: F): Properties<F> {
  const entries = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(entries) as Properties<F>;
}

/** Null means not set. */
export const Settings = {
  ...orNull(propertiesOf(single)),
  fees: rows({ operation: oneOfThese(FEE_OPERATIONS), currency: nullable(Text), percent: Amount }),
  minimum_deposits: rows({ coin: Text, amount: Amount }),
  logo: nullable(Text),
} as const;

const {
  merchant_name,
  merchant_contact,
  accent_color,
  legal_name,
  postal_address,
  tax_number,
  terms_url,
  page_title,
  mail_sender,
  withdrawal_max_eur,
  auto_refund_max_eur,
  auto_refund_day_eur,
  ...defaulted
} = single;
/** The defaults of settings that are not set. The others default to none: no name, no limit, no minimum. */
export const Unset = { ...propertiesOf(defaulted), fee_percent: Amount } as const;

type OrNull<P extends Readonly<Record<string, TSchema>>> = {
  readonly [K in keyof P]: ReturnType<typeof nullable<P[K]>>;
};

function orNull<P extends Readonly<Record<string, TSchema>>>(properties: P): OrNull<P> {
  const entries = Object.entries(properties).map(([name, each]) => [name, nullable(each)]);
  return Object.fromEntries(entries) as OrNull<P>;
}
