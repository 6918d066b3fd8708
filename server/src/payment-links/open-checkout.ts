// The payer's click on a payment link: makes a checkout of the link's terms and the payer's answers, in one transaction
// with the pieces that it takes of the stock.
import { createHash, createHmac } from 'node:crypto';
import type { App, Instance } from '../app.ts';
import { createCheckout } from '../checkouts/create.ts';
import { type CheckoutRow, countUnpaidOf, findAttempt } from '../checkouts/store-checkouts.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { amountOf, formatAmount } from '../core/money.ts';
import { newIdOf } from '../core/slots.ts';
import { violatedConstraint } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { loadProject } from '../projects/project.ts';
import type { Answers } from './answers.ts';
import { insertDonation } from './donations.ts';
import { type LinkRow, linkState, lockLink, piecesLeft } from './links.ts';

export interface Click {
  readonly answers: Answers;
  /** Of the address that led here: `?ref=`. */
  readonly reference: string | null;
  /** Made with the form. A form that is sent again opens the same checkout. */
  readonly nonce: string | null;
  /** Address of the payer's device or network. */
  readonly client: string;
  /** Of the page. */
  readonly language: Locale;
}

/** Unpaid checkouts of one client that take pieces of the stock at once. */
const UNPAID_MAX = 5;
/** Seconds. Shorter where unpaid checkouts keep pieces from others. */
const EXPIRES_IN_WITH_STOCK = 900;

/**
 * `gone`: the page shows why there is none. `too_many`: the client must pay for one first. Errors: 422 `invalid` for an
 * amount that is too small to be paid.
 */
export async function openCheckout(
  app: App,
  link: LinkRow,
  click: Click,
): Promise<CheckoutRow | 'gone' | 'too_many'> {
  const { terms } = link;
  const { answers } = click;
  const project = defined(await loadProject(app.db, link.project_id), 'its project exists');
  const coins = payCurrencies(app, link);
  if (coins === null) return 'gone';
  const unit = unitOfCode(app.currencies, terms.price_currency);
  const price = formatAmount(amountOf(answers.amount, unit) * BigInt(answers.quantity), unit);
  const objectId = newIdOf(project.id, app);
  const caller = {
    project,
    objectId,
    payerLanguage: click.language,
    link: {
      id: link.id,
      pieces: answers.quantity,
      attempt: attemptOf(link, click),
      client: clientHash(app, link, click),
      claim: (tx: Tx) => claim(tx, link, click),
    },
    also: (tx: Tx) => noteDonor(tx, { link, id: objectId, answers }),
  };
  try {
    return await createCheckout(app, caller, {
      ...NOTHING_ELSE,
      ...coins,
      price_amount: price,
      price_currency: terms.price_currency,
      name: terms.name,
      description: terms.description ?? undefined,
      items: [{ ...NO_TAX, name: terms.name, quantity: answers.quantity, amount: price }],
      metadata: JSON.stringify(metadataOf(link, click)),
      expires_in: terms.expires_in ?? (link.stock === null ? undefined : EXPIRES_IN_WITH_STOCK),
      payer_email: answers.email ?? undefined,
      payer_email_required: terms.email === 'required',
      language: (terms.language as CheckoutRow['language']) ?? undefined,
      success_redirect_url: terms.success_redirect_url ?? undefined,
      // Stored, so it must outlive the project's own domain (core/payer-site.ts).
      unsuccess_redirect_url: `${app.publicUrl.value}/pay/${link.token}`,
    });
  } catch (error) {
    if (error === TOO_MANY) return 'too_many';
    if (error === GONE || violatedConstraint(error) === 'payment_links_stock') return 'gone';
    throw error;
  }
}

async function noteDonor(
  tx: Tx,
  { link, id, answers: { donor } }: { link: LinkRow; id: string; answers: Answers },
): Promise<void> {
  if (donor !== null) await insertDonation(tx, { link, id, donor });
}

const NO_TAX = { kind: undefined, tax_percent: undefined };
const NOTHING_ELSE = {
  custom_id: undefined,
  customer_id: undefined,
  quote_minutes: undefined,
  tolerance_percent: undefined,
  min_confirmations: undefined,
  receipt: undefined,
  redirect_automatically: undefined,
};

/** The link cannot be used any more. */
const GONE = new Error('gone');
const TOO_MANY = new Error('too many unpaid checkouts');

/** The checkout of the same form, if it can be paid or is paid. The caller holds the ledger lock. */
async function claim(tx: Tx, { project_id: projectId, id }: LinkRow, click: Click) {
  const link = defined(await lockLink(tx, projectId, id), 'links are not deleted');
  const attempt = attemptOf(link, click);
  const same = attempt && (await findAttempt(tx, { projectId, attempt, now: tx.now }));
  if (same) return same;
  const left = piecesLeft(link);
  const isShort = left !== null && left < click.answers.quantity;
  if (isShort || linkState(link, tx.now) !== 'open') throw GONE;
  const client = clientHash(tx.instance, link, click);
  const open = client && (await countUnpaidOf(tx, { projectId, client, now: tx.now }));
  if (open !== null && open >= UNPAID_MAX) throw TOO_MANY;
  return null;
}

/** Keyed, so that the stored value does not reveal the address. Null: nothing runs out. */
function clientHash(
  { intentKey }: Instance,
  { id, stock }: LinkRow,
  { client }: Click,
): Buffer | null {
  if (stock === null) return null;
  return createHmac('sha256', intentKey).update(`client of payment link ${id} ${client}`).digest();
}

function attemptOf({ id }: LinkRow, { nonce, answers, reference }: Click): Buffer | null {
  if (nonce === null) return null;
  const sent = JSON.stringify([id, nonce, answers, reference]);
  return createHash('sha256').update(sent).digest();
}

/** For the merchant: the API and callbacks return it with the checkout. */
function metadataOf({ id }: LinkRow, { answers, reference }: Click) {
  const { donor } = answers;
  return {
    payment_link_id: id,
    reference,
    fields: answers.fields,
    shipping_address: answers.address,
    donation:
      donor === null
        ? undefined
        : { name: donor.name, message: donor.message, public: donor.isPublic },
  };
}

type Asked = LinkRow['terms']['pay_currencies'][number];

/** Coins that the instance no longer offers are left out. Null: none of the chosen ones is offered. */
function payCurrencies(app: App, { terms }: LinkRow) {
  const coins = [...app.coins.values()];
  const isOffered = ({ currency, network }: Asked) =>
    coins.some(
      (coin) => coin.asset.code === currency && (network === null || coin.network === network),
    );
  const asked = ({ currency, network }: Asked) => ({ currency, network: network ?? undefined });
  const offered = terms.pay_currencies.filter(isOffered);
  if (offered.length === 0 && terms.pay_currencies.length > 0) return null;
  const first = terms.default_pay_currency;
  return {
    pay_currencies: offered.map(asked),
    default_pay_currency: first !== null && isOffered(first) ? asked(first) : undefined,
  };
}

/** An amount below what can be credited. */
export function isTooSmall(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid';
}
