// Builds the payer's view of a payment link: what it sells, what it asks for, and whether it can be used.
import type { App } from '../app.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import { type Locale, localeOf } from '../core/languages.ts';
import type { Currency } from '../core/money.ts';
import { sitePath } from '../core/site-path.ts';
import type { AnswerProblem, Entered } from '../payment-links/answers.ts';
import { type ShownDonor, shownDonors } from '../payment-links/donations.ts';
import {
  donationOf,
  type LinkRow,
  type LinkState,
  type LinkTerms,
  linkState,
  piecesLeft,
} from '../payment-links/links.ts';
import { loadProject, type Merchant, merchantOf } from '../projects/project.ts';
import { type DonationProgress, progressOfDonation } from './donation-progress.ts';
import type { PaymentPageView } from './payment-page-view.ts';

type Price = NonNullable<PaymentPageView['price']>;

export interface LinkPageView {
  readonly locale: Locale;
  readonly pagePath: string;
  readonly merchant: Merchant;
  readonly isTestNetwork: boolean;
  readonly state: LinkState;
  readonly terms: LinkTerms;
  /** Of one piece. Null: the payer chooses. */
  readonly price: Price | null;
  readonly suggestions: readonly Price[];
  readonly min: Price | null;
  readonly max: Price | null;
  readonly currency: string;
  /** Least and most pieces, as many as are left. Null: always the same number. */
  readonly pieces: { readonly min: number; readonly max: number } | null;
  /** Pieces that are left. Null: any number. */
  readonly left: number | null;
  readonly reference: string;
  readonly nonce: string;
  /** Null: an ordinary link. */
  readonly donation: ShownDonation | null;
  /** What was sent and must be corrected. */
  readonly entered: Entered;
  /** Why no checkout was made, although nothing must be corrected. */
  readonly refusal: LinkRefusal | null;
}

export interface ShownDonation {
  readonly progress: DonationProgress | null;
  readonly showsNames: boolean;
  readonly donors: readonly ShownDonor[];
  /** Only with a mail server. */
  readonly offersReminders: boolean;
  readonly endsAt: Date | null;
}

export type LinkRefusal = 'gone' | 'too_many';

export const NOTHING_ENTERED: Entered = { values: new Map(), problems: new Map() };

export interface ShownLink {
  readonly locale: Locale;
  readonly reference: string;
  readonly entered: Entered;
  readonly refusal: LinkRefusal | null;
}

export async function viewOfLink(app: App, link: LinkRow, shown: ShownLink): Promise<LinkPageView> {
  const project = defined(await loadProject(app.db, link.project_id), 'its project exists');
  const { terms } = link;
  const unit = unitOfCode(app.currencies, terms.price_currency);
  const priced = (amount: string | null) => (amount === null ? null : priceIn(unit, amount));
  const left = piecesLeft(link);
  const most = left === null ? terms.quantity_max : Math.min(left, terms.quantity_max);
  const { quantity_min: min, quantity_max: max } = terms;
  return {
    ...shown,
    pagePath: `${sitePath(app.config)}/pay/${link.token}`,
    merchant: merchantOf(project),
    isTestNetwork: app.config.network !== 'main',
    state: linkState(link, new Date(app.clock.now())),
    terms,
    price: priced(terms.price_amount),
    suggestions: terms.suggested_amounts.map((amount) => priceIn(unit, amount)),
    min: priced(terms.amount_min),
    max: priced(terms.amount_max),
    currency: unit.code,
    pieces: min === max ? null : { min, max: Math.max(min, most) },
    left,
    nonce: app.random.bytes(16).toString('base64url'),
    donation: await shownDonation(app, link),
  };
}

async function shownDonation(app: App, link: LinkRow): Promise<ShownDonation | null> {
  const donation = donationOf(link);
  if (donation === null) return null;
  return {
    progress: await progressOfDonation(app, link),
    showsNames: donation.shows_names,
    donors: donation.shows_names ? await shownDonors(app.db, link) : [],
    offersReminders: donation.offers_reminders && app.config.smtpUrl !== null,
    endsAt: link.expires_at,
  };
}

function priceIn({ code, kind }: Currency, amount: string): Price {
  return { amount, currency: code, kind };
}

/** Of the request, otherwise of the link, otherwise of the browser. */
export function localeOfLink(
  { terms }: LinkRow,
  requested: string | null,
  accepted: string | null,
): Locale {
  return localeOf(requested ?? terms.language, accepted);
}

export function problemOf({ entered }: LinkPageView, name: string): AnswerProblem | null {
  return entered.problems.get(name) ?? null;
}
