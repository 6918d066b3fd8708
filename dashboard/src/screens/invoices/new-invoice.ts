// The form of a new invoice, and the request that it becomes.
import type { Coin } from '@chaintill/client';
import type { MerchantApi } from '../../shared/api-types.ts';

export interface MetadataRow {
  readonly key: string;
  readonly value: string;
}

export type InvoiceForm = {
  readonly price_amount: string;
  readonly price_currency: string;
  /** Code and network: `BTC bitcoin`. Empty: the first coin of the project. */
  readonly coin: string;
  readonly name: string;
  readonly description: string;
  readonly custom_id: string;
  readonly customer_id: string;
  readonly payer_email: string;
  /** Seconds. Empty: the usual expiry. */
  readonly expires_in: string;
  /** Empty: the payer's. */
  readonly language: string;
  readonly success_redirect_url: string;
  readonly unsuccess_redirect_url: string;
  readonly metadata: readonly MetadataRow[];
};

export const newInvoice: InvoiceForm = {
  price_amount: '',
  price_currency: 'EUR',
  coin: '',
  name: '',
  description: '',
  custom_id: '',
  customer_id: '',
  payer_email: '',
  expires_in: '',
  language: '',
  success_redirect_url: '',
  unsuccess_redirect_url: '',
  metadata: [],
};

const OPTIONAL = [
  'name',
  'description',
  'custom_id',
  'customer_id',
  'payer_email',
  'language',
  'success_redirect_url',
  'unsuccess_redirect_url',
] as const;

/** The fields that are folded. */
export const FOLDED = [
  'description',
  'expires_in',
  'language',
  'customer_id',
  'payer_email',
  'success_redirect_url',
  'unsuccess_redirect_url',
  'metadata',
] as const;

/** Seconds: 10 and 30 minutes, 1, 2 and 12 hours, 1, 3 and 7 days. */
const EXPIRIES = [600, 1800, 3600, 7200, 43_200, 86_400, 259_200, 604_800] as const;
const USUAL_EXPIRY = { converted: 600, same: 7200 } as const;
const CONVERTED_EXPIRY_MAX = 7200;

/** Which expiries can be chosen, and the usual one, in seconds. A converted price is valid for two hours at most. */
export function expiriesOf({ price_currency: price }: InvoiceForm, coin: string) {
  const isConverted = price.trim().toUpperCase() !== coin;
  const usual = isConverted ? USUAL_EXPIRY.converted : USUAL_EXPIRY.same;
  const others = EXPIRIES.filter((each) => each !== usual);
  return {
    isConverted,
    usual,
    others: isConverted ? others.filter((each) => each <= CONVERTED_EXPIRY_MAX) : others,
  };
}

/** In seconds. */
export function chosenExpiry({ expires_in: chosen }: InvoiceForm): number | undefined {
  return EXPIRIES.find((each) => String(each) === chosen);
}

export function chosenCoin({ coin }: InvoiceForm, coins: readonly Coin[]) {
  const [code = '', network = ''] = coin.split(' ');
  const [first] = coins;
  if (code !== '' || first === undefined) return { currency: code, network };
  return { currency: first.currency, network: first.networks[0]?.network ?? '' };
}

export function requestOf(
  form: InvoiceForm,
  coins: readonly Coin[],
): MerchantApi['createInvoice']['input'] {
  const { currency, network } = chosenCoin(form, coins);
  const given = OPTIONAL.map((name) => [name, form[name].trim()] as const);
  const rows = filledRows(form);
  const seconds = chosenExpiry(form);
  const metadata = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  return {
    price_amount: form.price_amount,
    price_currency: form.price_currency.trim(),
    pay_currency: currency,
    network,
    ...Object.fromEntries(given.filter(([, text]) => text !== '')),
    ...(seconds !== undefined && { expires_in: seconds }),
    ...(rows.length > 0 && { metadata }),
  };
}

/** Two rows with one key would lose one of the values. */
export function metadataProblem(form: InvoiceForm): 'keyMissing' | 'keyTwice' | null {
  const keys = filledRows(form).map(({ key }) => key);
  if (keys.includes('')) return 'keyMissing';
  return new Set(keys).size < keys.length ? 'keyTwice' : null;
}

function filledRows({ metadata }: InvoiceForm): readonly MetadataRow[] {
  const rows = metadata.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }));
  return rows.filter(({ key, value }) => key !== '' || value !== '');
}
