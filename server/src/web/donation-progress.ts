// What a donation has raised, for its page, for a frame on other sites, and for donors who have paid. Only confirmed
// money counts; what is on its way is shown apart.
import type { App } from '../app.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import type { Locale } from '../core/languages.ts';
import { amountOf, formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import { type Raised, raisedBy } from '../payment-links/donations.ts';
import { donationOf, type LinkRow } from '../payment-links/links.ts';
import { type Html, html, priceText } from './page-parts.ts';
import type { PaymentPageView } from './payment-page-view.ts';

type Price = NonNullable<PaymentPageView['price']>;

export interface DonationProgress {
  readonly raised: Price;
  /** Null: nothing. */
  readonly pending: Price | null;
  /** Null: no goal. */
  readonly goal: Price | null;
  /** Of the goal, rounded down, at most 100. */
  readonly percent: number;
  readonly count: number;
}

/** Null: not a donation, or its page does not show it. */
export async function progressOfDonation(
  app: App,
  link: LinkRow,
): Promise<DonationProgress | null> {
  const donation = donationOf(link);
  const raised = donation?.shows_progress ? await raisedBy(app.db, app, [link]) : null;
  const found = raised?.get(link.id) ?? null;
  return donation === null || found === null ? null : progressOf(app, link, found);
}

function progressOf(app: App, link: LinkRow, { raised, pending, count }: Raised): DonationProgress {
  const unit = unitOfCode(app.currencies, link.terms.price_currency);
  const goal = donationOf(link)?.goal_amount ?? null;
  const whole = goal === null ? 0n : amountOf(goal, unit);
  const price = (amount: bigint): Price => ({
    amount: formatAmount(amount, unit),
    currency: unit.code,
    kind: unit.kind,
  });
  return {
    raised: price(raised),
    pending: pending === 0n ? null : price(pending),
    goal: whole === 0n ? null : price(whole),
    percent: whole === 0n ? 0 : Number(raised >= whole ? 100n : (raised * 100n) / whole),
    count,
  };
}

export function donationProgress(progress: DonationProgress, locale: Locale): Html {
  const { raised, pending, goal, percent, count } = progress;
  const t = textsOf('payment-page', locale).donation;
  const values = { raised: priceText(raised, locale) };
  const text =
    goal === null ? t.raised(values) : t.raisedOf({ ...values, goal: priceText(goal, locale) });
  return html`<div class="raised" id="raised">
<p class="sum">${text}</p>
${goal !== null && html`<progress max="100" value="${percent}" aria-label="${t.progress}">${percent} %</progress>`}
${pending !== null && html`<p class="pending">${t.pending({ amount: priceText(pending, locale) })}</p>`}
${count > 0 && html`<p class="count">${t.count({ count })}</p>`}
</div>`;
}
