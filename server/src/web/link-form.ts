// The form on the page of a payment link: amount, quantity, the merchant's own fields, email and shipping address. A
// plain form with labels; a wrong entry is shown again with its problem beside it.
import { textsOf } from '../core/texts/texts.ts';
import {
  ADDRESS_PARTS,
  ANSWER_MAX,
  asksForEmail,
  EMAIL_MAX,
  isOptionalPart,
} from '../payment-links/answers.ts';
import type { LinkField } from '../payment-links/links.ts';
import { donorFields } from './donation-parts.ts';
import { around, input, limits } from './entry.ts';
import { freeText, type Html, html, labelled, plainAmount, priceText } from './page-parts.ts';
import type { LinkPageView } from './view-of-link.ts';

export function linkForm(view: LinkPageView): Html {
  const { locale, terms, reference } = view;
  const t = textsOf('payment-page', locale);
  return html`<form class="asked" method="post" action="${view.pagePath}?locale=${locale}">
<input type="hidden" name="nonce" value="${view.nonce}">
${reference !== '' && html`<input type="hidden" name="ref" value="${reference}">`}
${view.price === null && amountFields(view)}
${view.pieces !== null && quantityField(view)}
${terms.fields.map((field, n) => ownField(view, field, n))}
${donorFields(view)}
${asksForEmail(view) && emailField(view)}
${terms.shipping_address && addressFields(view)}
<button class="button primary" id="continue">${t.checkout.continue}</button>
</form>`;
}

function amountFields(view: LinkPageView): Html {
  const { suggestions, locale, entered, currency } = view;
  const t = textsOf('payment-page', locale);
  const free = {
    name: 'amount',
    label: html`${suggestions.length === 0 ? t.amount : t.link.otherAmount} <span dir="ltr">(${currency})</span>`,
    isRequired: true,
    hint: limits(view),
    more: html` inputmode="decimal" autocomplete="off" maxlength="40" dir="ltr"`,
  };
  if (suggestions.length === 0) return input(view, { ...free, more: html`${free.more} required` });
  const isFree = (entered.values.get('amount') ?? '') !== '';
  const chosen = entered.values.get('suggested') ?? suggestions[0]?.amount;
  return html`<fieldset class="amounts">
<legend>${t.link.chooseAmount}</legend>
<div class="choices">${suggestions.map(
    (
      price,
      n,
    ) => html`<label class="choice" for="suggested-${n}"><input type="radio" name="suggested" id="suggested-${n}" value="${price.amount}"${!isFree && price.amount === chosen && html` checked`}><span dir="ltr">${priceText(price, locale)}</span></label>
`,
  )}</div>
${around(view, free, (described) => html`<input id="amount" name="amount" value="${plainAmount(entered.values.get('amount') ?? '')}"${free.more}${described}>`)}
</fieldset>`;
}

function quantityField(view: LinkPageView): Html {
  const { link: t } = textsOf('payment-page', view.locale);
  const { min, max } = view.pieces ?? { min: 1, max: 1 };
  const value = view.entered.values.get('quantity') ?? String(min);
  const field = {
    name: 'quantity',
    label: t.quantity,
    isRequired: true,
    hint: t.between({ min: String(min), max: String(max) }),
  };
  return around(
    view,
    field,
    (described) =>
      html`<input type="number" id="quantity" name="quantity" value="${value}" min="${min}" max="${max}" step="1" inputmode="numeric" required${described}>`,
  );
}

function ownField(view: LinkPageView, field: LinkField, n: number): Html {
  const name = `field-${n}`;
  const one = { name, label: freeText(field.label), isRequired: field.required };
  if (field.kind === 'number')
    return input(view, { ...one, more: html` inputmode="decimal" maxlength="42" dir="ltr"` });
  if (field.kind === 'text') return input(view, one);
  const value = view.entered.values.get(name) ?? '';
  return around(
    view,
    one,
    (described) =>
      html`<select id="${name}" name="${name}"${field.required && html` required`}${described}>
<option value=""></option>
${field.options.map(
  (option) => html`<option${option === value && html` selected`}>${option}</option>
`,
)}</select>`,
  );
}

function emailField(view: LinkPageView): Html {
  const { checkout, donation } = textsOf('payment-page', view.locale);
  const isRequired = view.terms.email === 'required';
  return input(view, {
    name: 'email',
    label: checkout.email,
    isRequired,
    hint: view.donation?.offersReminders && !isRequired ? donation.emailHint : null,
    more: html` type="email" autocomplete="email" maxlength="${EMAIL_MAX}" dir="ltr"`,
  });
}

/** Names of the HTML standard, so that browsers can fill them in. */
const AUTOCOMPLETE = {
  name: 'shipping name',
  street: 'shipping street-address',
  postal_code: 'shipping postal-code',
  city: 'shipping address-level2',
  region: 'shipping address-level1',
  country: 'shipping country-name',
} as const;

function addressFields(view: LinkPageView): Html {
  const { address: t } = textsOf('payment-page', view.locale).link;
  return html`<fieldset class="address">
<legend>${t.title}</legend>
${ADDRESS_PARTS.map((part) =>
  input(view, {
    name: `address-${part}`,
    label: t[part],
    isRequired: !isOptionalPart(part),
    more: html` autocomplete="${AUTOCOMPLETE[part]}" maxlength="${ANSWER_MAX}"`,
  }),
)}</fieldset>`;
}

/** How many are left, if the merchant sells a limited number. */
export function stockNote({ left, locale, state }: LinkPageView): Html | null {
  if (left === null || state !== 'open') return null;
  const { link: t } = textsOf('payment-page', locale);
  return html`<p class="stock">${labelled(t.left, locale)}${left}</p>`;
}
