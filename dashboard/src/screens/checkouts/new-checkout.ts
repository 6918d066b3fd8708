// The form of a new checkout, and the request that it becomes.
import type { MerchantApi } from '../../shared/api-types.ts';

type Requested = MerchantApi['createCheckout']['input'];

export type CheckoutForm = {
  readonly price_amount: string;
  readonly price_currency: string;
  /** Code and network: `BTC bitcoin`. Empty: all coins. */
  readonly coins: readonly string[];
  readonly name: string;
  readonly custom_id: string;
  /** Seconds. */
  readonly expires_in: string;
  readonly description: string;
  readonly customer_id: string;
  readonly payer_email: string;
  readonly payer_email_required: boolean;
  /** Empty: the payer's. */
  readonly language: string;
  readonly success_redirect_url: string;
  readonly unsuccess_redirect_url: string;
};

export const newCheckout: CheckoutForm = {
  price_amount: '',
  price_currency: 'EUR',
  coins: [],
  name: '',
  custom_id: '',
  expires_in: '3600',
  description: '',
  customer_id: '',
  payer_email: '',
  payer_email_required: false,
  language: '',
  success_redirect_url: '',
  unsuccess_redirect_url: '',
};

/** Seconds: 15 and 30 minutes, 1 and 12 hours, 1, 3, 7 and 30 days. */
export const EXPIRIES = [900, 1800, 3600, 43_200, 86_400, 259_200, 604_800, 2_592_000] as const;

/** The fields that are folded. */
export const FOLDED = [
  'description',
  'customer_id',
  'payer_email',
  'payer_email_required',
  'language',
  'success_redirect_url',
  'unsuccess_redirect_url',
] as const;

const OPTIONAL = [
  'name',
  'custom_id',
  'description',
  'customer_id',
  'payer_email',
  'language',
  'success_redirect_url',
  'unsuccess_redirect_url',
] as const;

export function requestOf(form: CheckoutForm): Requested {
  const given = OPTIONAL.map((name) => [name, form[name].trim()] as const);
  const coins = form.coins.map((coin) => {
    const [currency = '', network = ''] = coin.split(' ');
    return { currency, network };
  });
  return {
    price_amount: form.price_amount,
    price_currency: form.price_currency.trim(),
    expires_in: EXPIRIES.find((each) => String(each) === form.expires_in),
    ...Object.fromEntries(given.filter(([, text]) => text !== '')),
    ...(coins.length > 0 && { pay_currencies: coins }),
    ...(form.payer_email_required && { payer_email_required: true }),
  };
}
