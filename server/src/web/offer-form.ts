// The choice of a coin on the page of a checkout: a plain form with one radio button for each coin and network, what it
// costs, and what the network charges.

import type { Offer } from '../checkouts/offers.ts';
import { type Coin, networkLabel } from '../coins/coin.ts';
import { groupBy } from '../core/group.ts';
import type { Locale } from '../core/languages.ts';
import { divide, formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import { type AssetLinks, type Html, html, icon, plainAmount } from './page-parts.ts';

export interface OfferToChoose {
  readonly code: string;
  /** Of the asset. */
  readonly currency: string;
  readonly name: string;
  readonly network: string;
  /** With their currencies. */
  readonly amount: string;
  readonly fee: string | null;
}

/** What a payer sent that was not accepted: shown again, with the problem. */
export interface Attempt {
  readonly coin: string;
  readonly email: string;
}

interface Choosing {
  readonly pagePath: string;
  readonly locale: Locale;
  readonly offers: readonly OfferToChoose[];
  /** The coin that was chosen last. Null: none yet. */
  readonly lastCoin: string | null;
  readonly needsEmail: boolean;
}

/** `isFirst`: the choice is what the page is about. Otherwise a status above it is. */
export function offerForm(
  view: Choosing,
  links: AssetLinks,
  { isFirst, attempt }: { isFirst: boolean; attempt: Attempt | null },
): Html {
  const { locale, offers } = view;
  const t = textsOf('payment-page', locale);
  const { title, text } = t.subscription.choose;
  const wanted = [attempt?.coin, view.lastCoin].find((code) =>
    offers.some((offer) => offer.code === code),
  );
  const checked = wanted ?? offers[0]?.code;
  const groups = [...groupBy(offers, ({ currency }) => currency).values()];
  // The group that has the choice of before is the first thing seen.
  const first = groups.filter((group) => group.some(({ code }) => code === checked));
  const ordered = [...first, ...groups.filter((group) => !first.includes(group))];
  return html`<form class="offers" method="post" action="${view.pagePath}?locale=${locale}">
<fieldset aria-describedby="choice-text">
<legend>${isFirst ? html`<h2 id="status-title" tabindex="-1">${title}</h2>` : html`<h2>${title}</h2>`}</legend>
<p id="choice-text" class="hint">${text}</p>
${ordered.map((group) => offersOfAsset(group, { checked, locale, links }))}
</fieldset>
${view.needsEmail && emailField(locale, attempt)}
<button class="button primary" id="continue">${t.checkout.continue}</button>
</form>`;
}

interface Shown {
  readonly checked: string | undefined;
  readonly locale: Locale;
  readonly links: AssetLinks;
}

/** An asset on several networks: first the asset, then its networks. */
function offersOfAsset(group: readonly OfferToChoose[], shown: Shown): Html {
  const [one] = group;
  if (one === undefined) return html``;
  const logo = html`<img src="${shown.links.site}/assets/coins/${one.currency.toLowerCase()}.svg" alt="" width="28" height="28">`;
  if (group.length === 1) return choice(one, { ...shown, logo, label: one.name });
  return html`<fieldset class="networks">
<legend>${logo}<span>${one.name}</span></legend>
${group.map((offer) => choice(offer, { ...shown, logo: null, label: offer.network }))}
</fieldset>`;
}

function choice(
  { code, amount, fee }: OfferToChoose,
  { checked, locale, logo, label }: Shown & { logo: Html | null; label: string },
): Html {
  const t = textsOf('payment-page', locale).checkout;
  return html`<label class="offer" for="pay-${code}"><input type="radio" name="pay_currency" id="pay-${code}" value="${code}" required${code === checked && html` checked`}>${logo}<span class="terms"><span class="name">${label}</span> <span class="digits" dir="ltr">${amount}</span>${fee !== null && html` <small>${t.networkFee({ amount: fee })}</small>`}</span></label>
`;
}

function emailField(locale: Locale, attempt: Attempt | null): Html {
  const t = textsOf('payment-page', locale).checkout;
  const problem =
    attempt !== null &&
    html`<p class="problem" id="email-problem">${icon('alert')}<span>${t.emailWrong}</span></p>`;
  const invalid = html` aria-invalid="true" aria-describedby="email-problem" autofocus`;
  return html`<div class="entry">
<label for="payer-email">${t.email}</label>
<input type="email" id="payer-email" name="payer_email" autocomplete="email" maxlength="254" required value="${attempt?.email ?? ''}"${attempt !== null && invalid}>
${problem}
</div>`;
}

export function offersToChoose(offers: readonly Offer[]): readonly OfferToChoose[] {
  return offers.map(({ coin, amount, fee, feeCoin }) => ({
    code: coin.code,
    currency: coin.asset.code,
    name: coin.name,
    network: networkLabel(coin),
    amount: amountText(amount, coin),
    fee: fee === null ? null : amountText(rounded(fee), feeCoin),
  }));
}

function amountText(amount: bigint, coin: Coin): string {
  return `${plainAmount(formatAmount(amount, coin))} ${coin.asset.code}`;
}

const FEE_DIGITS = 2;

/** An estimate does not have the digits of an amount. */
function rounded(fee: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, fee.toString().length - FEE_DIGITS));
  return divide(fee, unit, 'up') * unit;
}
