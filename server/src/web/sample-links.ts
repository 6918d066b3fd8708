// Samples of payment links and donations for the preview of a brand.
import { DAY } from '../core/clock.ts';
import type { LinkTerms } from '../payment-links/links.ts';
import {
  SAMPLE_CURRENCY,
  SAMPLE_ID,
  SAMPLE_PERSON,
  SAMPLE_TOKEN,
  type Sample,
  samplePrice,
  sampleTexts,
} from './samples.ts';
import { type LinkPageView, NOTHING_ENTERED } from './view-of-link.ts';

const PLAIN: Omit<LinkTerms, 'name'> = {
  description: null,
  price_currency: SAMPLE_CURRENCY,
  price_amount: null,
  amount_min: null,
  amount_max: null,
  suggested_amounts: [],
  quantity_min: 1,
  quantity_max: 1,
  pay_currencies: [],
  default_pay_currency: null,
  fields: [],
  email: 'required',
  shipping_address: false,
  success_text: null,
  success_redirect_url: null,
  language: null,
  expires_in: null,
  donation: null,
};

export function sampleLink({ merchant, locale }: Sample): LinkPageView {
  return {
    locale,
    pagePath: `/pay/${SAMPLE_TOKEN}`,
    merchant,
    isTestNetwork: false,
    state: 'open',
    terms: { ...PLAIN, name: sampleTexts(locale).product },
    price: samplePrice(),
    suggestions: [],
    min: null,
    max: null,
    currency: SAMPLE_CURRENCY,
    pieces: { min: 1, max: 5 },
    left: 12,
    reference: '',
    nonce: '',
    donation: null,
    entered: NOTHING_ENTERED,
    refusal: null,
  };
}

export function sampleDonation(sample: Sample): LinkPageView {
  const { cause, message } = sampleTexts(sample.locale);
  return {
    ...sampleLink(sample),
    terms: { ...PLAIN, name: cause, email: 'optional' },
    price: null,
    suggestions: ['10', '25', '50'].map((amount) => samplePrice(amount)),
    pieces: null,
    left: null,
    donation: {
      progress: {
        raised: samplePrice('3180'),
        pending: null,
        goal: samplePrice('5000'),
        percent: 63,
        count: 84,
      },
      showsNames: true,
      donors: [{ id: SAMPLE_ID, name: SAMPLE_PERSON, message }],
      offersReminders: true,
      endsAt: new Date(sample.app.clock.now() + 30 * DAY),
    },
  };
}
