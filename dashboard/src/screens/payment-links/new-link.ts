// The form of a payment link, and the request that it becomes.
import type { PaymentLink } from '@chaintill/client';
import type { MerchantApi } from '../../shared/api-types.ts';

type Requested = MerchantApi['createPaymentLink']['input'];
type Kind = NonNullable<NonNullable<Requested['fields']>[number]['kind']>;

export interface OwnField {
  readonly label: string;
  readonly kind: Kind;
  /** One per line. */
  readonly options: string;
  readonly required: boolean;
}

export type LinkForm = {
  readonly name: string;
  readonly description: string;
  /** Whether the customer chooses the amount. */
  readonly pricing: 'fixed' | 'open' | 'donation';
  /** Of a donation. */
  readonly donation: {
    readonly goal_amount: string;
    readonly shows_progress: boolean;
    readonly shows_names: boolean;
    readonly offers_reminders: boolean;
  };
  readonly price_amount: string;
  readonly price_currency: string;
  readonly suggested_amounts: readonly string[];
  readonly amount_min: string;
  readonly amount_max: string;
  readonly quantity_max: string;
  readonly stock: string;
  /** Seconds. Empty: the default. */
  readonly expires_in: string;
  /** In the person's time zone. */
  readonly expires_at: string;
  /** Code and network: `BTC bitcoin`. Empty: all coins. */
  readonly coins: readonly string[];
  readonly email: 'none' | 'optional' | 'required';
  readonly shipping_address: boolean;
  readonly fields: readonly OwnField[];
  readonly success_text: string;
  readonly success_redirect_url: string;
  /** Empty: the customer's. */
  readonly language: string;
};

export const EMAIL_ASKED = ['none', 'optional', 'required'] as const;
export const FIELD_KINDS = ['text', 'number', 'list'] as const;
export const FIELDS_MAX = 5;
export const SUGGESTIONS = 3;

/** Seconds to pay. Another one that the API set is offered as well. */
export function payTimes(kept: number | null): readonly number[] {
  const usual = [300, 900, 1800, 3600, 86_400];
  return kept === null || usual.includes(kept) ? usual : [...usual, kept];
}

export const newField: OwnField = { label: '', kind: 'text', options: '', required: false };

const newDonation = {
  goal_amount: '',
  shows_progress: true,
  shows_names: true,
  offers_reminders: true,
};

const blank = Array.from({ length: SUGGESTIONS }, () => '');

export const newLink: LinkForm = {
  name: '',
  description: '',
  pricing: 'fixed',
  donation: newDonation,
  price_amount: '',
  price_currency: 'EUR',
  suggested_amounts: blank,
  amount_min: '',
  amount_max: '',
  quantity_max: '1',
  stock: '',
  expires_in: '',
  expires_at: '',
  coins: [],
  email: 'none',
  shipping_address: false,
  fields: [],
  success_text: '',
  success_redirect_url: '',
  language: '',
};

function pricingOf({ donation, price_amount: fixed }: PaymentLink): LinkForm['pricing'] {
  if (donation !== null) return 'donation';
  return fixed === null ? 'open' : 'fixed';
}

/** To change an existing one. */
export function formOf(link: PaymentLink): LinkForm {
  const { expires_at: at, expires_in: seconds, stock } = link;
  return {
    name: link.name,
    description: link.description ?? '',
    pricing: pricingOf(link),
    donation: { ...newDonation, ...link.donation, goal_amount: link.donation?.goal_amount ?? '' },
    price_amount: link.price_amount ?? '',
    price_currency: link.price_currency,
    suggested_amounts: [...link.suggested_amounts, ...blank].slice(
      0,
      Math.max(SUGGESTIONS, link.suggested_amounts.length),
    ),
    amount_min: link.amount_min ?? '',
    amount_max: link.amount_max ?? '',
    quantity_max: String(link.quantity_max),
    stock: stock === null ? '' : String(stock),
    expires_in: seconds === null ? '' : String(seconds),
    expires_at: at === null ? '' : localTime(new Date(at)),
    coins: link.pay_currencies.map(({ currency, network }) => `${currency} ${network ?? ''}`),
    email: link.email,
    shipping_address: link.shipping_address,
    fields: link.fields.map((field) => ({ ...field, options: field.options.join('\n') })),
    success_text: link.success_text ?? '',
    success_redirect_url: link.success_redirect_url ?? '',
    language: link.language ?? '',
  };
}

/** As `datetime-local` inputs write it. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const given = (text: string) => (text.trim() === '' ? undefined : text.trim());

/** `kept`: what the form does not show. */
export function requestOf(form: LinkForm, kept: PaymentLink | null): Requested {
  const isFixed = form.pricing === 'fixed';
  const suggested = form.suggested_amounts.filter((amount) => amount !== '');
  const coins = form.coins.map((coin) => {
    const [currency = '', network = ''] = coin.split(' ');
    return { currency, network: given(network) };
  });
  const { default_pay_currency: first } = kept ?? { default_pay_currency: null };
  const isOffered =
    coins.length === 0 || coins.some(({ currency }) => currency === first?.currency);
  return {
    name: form.name.trim(),
    description: given(form.description),
    price_currency: form.price_currency.trim(),
    price_amount: isFixed ? form.price_amount : undefined,
    suggested_amounts: isFixed || suggested.length === 0 ? undefined : suggested,
    amount_min: isFixed ? undefined : given(form.amount_min),
    amount_max: isFixed ? undefined : given(form.amount_max),
    quantity_min: isFixed ? kept?.quantity_min : undefined,
    // Whole numbers are sent as they were typed.
    quantity_max: isFixed ? given(form.quantity_max) : undefined,
    stock: form.pricing === 'donation' ? undefined : given(form.stock),
    donation:
      form.pricing === 'donation'
        ? { ...form.donation, goal_amount: given(form.donation.goal_amount) }
        : undefined,
    expires_in: given(form.expires_in),
    expires_at: form.expires_at === '' ? undefined : new Date(form.expires_at),
    pay_currencies: coins.length === 0 ? undefined : coins,
    default_pay_currency:
      first === null || !isOffered
        ? undefined
        : { currency: first.currency, network: first.network ?? undefined },
    email: form.email,
    shipping_address: form.shipping_address,
    fields: form.fields.map(({ label, kind, options, required }) => ({
      label,
      kind,
      required,
      options: kind === 'list' ? options.split('\n').filter((line) => line.trim() !== '') : [],
    })),
    success_text: given(form.success_text),
    success_redirect_url: given(form.success_redirect_url),
    language: given(form.language),
  } as unknown as Requested;
}
