// The payer chooses a coin: finds or creates the invoice for what remains, in that coin.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { decimal, divide, formatAmount } from '../core/money.ts';
import { newIdOf } from '../core/slots.ts';
import type { Tx } from '../db/tx.ts';
import { createInvoice } from '../invoices/create.ts';
import { findInvoice } from '../invoices/store-invoices.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { advanceCheckouts } from './advance.ts';
import { hasChoicesLeft } from './choices.ts';
import { progressOf } from './progress.ts';
import {
  type CheckoutRow,
  findCheckoutById,
  insertChoice,
  keepPayer,
  lastChoice,
  lockCheckouts,
} from './store-checkouts.ts';

/** The current state, even if the worker has not processed the checkout yet. */
export async function bringUpToDate(app: App, id: string): Promise<CheckoutRow | null> {
  const seen = await findCheckoutById(app.db, id);
  if (seen === null) return null;
  const isOver = seen.status === 'open' && seen.expires_at.getTime() <= app.clock.now();
  if (!isOver) return seen;
  await advanceCheckouts(app, seen.project_id, [id]);
  return findCheckoutById(app.db, id);
}

interface Choice {
  readonly coin: string;
  /** Entered by the payer. Kept where the checkout has none. */
  readonly email?: string;
  /** Of the page. Omitted: it was not chosen on a page. */
  readonly language?: Locale;
}

/**
 * The ID of the invoice. Null when the checkout can no longer be paid, not in that coin, or has no choices left
 * (choices.ts). Errors: 404 for an unknown checkout, 503 `rates_unavailable`.
 */
export async function chooseCoin(
  app: App,
  id: string,
  { coin, email, language }: Choice,
): Promise<string | null> {
  const seen = await bringUpToDate(app, id);
  if (seen === null) throw notFound();
  const project = defined(await loadProject(app.db, seen.project_id), 'its project exists');
  const freshId = newIdOf(project.id, app);
  const claimed = await app.db.transaction((tx) =>
    claim(tx, { project, id, coin, email: email ?? null, language: language ?? null, freshId }),
  );
  if (claimed === null) return null;
  if (!claimed.isMade) await makeInvoice(app, project, { ...claimed, coin });
  return claimed.invoiceId;
}

interface Claimed {
  readonly checkout: CheckoutRow;
  readonly invoiceId: string;
  /** What the invoice asks for, in the price currency. */
  readonly price: bigint;
  readonly isMade: boolean;
}

/** Under the lock of the ledger: two clicks, or a click after a crash, get the same invoice. */
async function claim(
  tx: Tx,
  requested: {
    project: Project;
    id: string;
    coin: string;
    email: string | null;
    language: Locale | null;
    freshId: string;
  },
): Promise<Claimed | null> {
  const { project, id, coin, email, language, freshId } = requested;
  await lockLedger(tx, project.id);
  const [found] = await lockCheckouts(tx, project.id, [id]);
  const checkout = found && {
    ...found,
    payer_email: found.payer_email ?? email,
    payer_language: language ?? found.payer_language,
  };
  if (checkout?.status !== 'open' || !checkout.coins.includes(coin)) return null;
  if (checkout.expires_at <= tx.now) return null;
  if (checkout.payer_email_required && checkout.payer_email === null) return null;
  const [progress] = await progressOf(tx, tx.instance, [checkout]);
  const price = progress?.decision.remaining ?? 0n;
  if (price === 0n) return null;
  const isSame =
    checkout.payer_email === found?.payer_email && checkout.payer_language === found.payer_language;
  if (!isSame) await keepPayer(tx, checkout);
  const last = await lastChoice(tx, checkout, coin);
  if (last !== null) {
    const same = { checkout, invoiceId: last.invoice_id, price };
    const isPriceSame = last.price_amount === price;
    const invoice = await findInvoice(tx, project.id, last.invoice_id);
    // Another click is making it, or a crash left it unmade.
    if (invoice === null && isPriceSame) return { ...same, isMade: false };
    const isValid = invoice?.status === 'new' && invoice.expires_at > tx.now;
    // Its page asks for what is missing on it.
    if (isValid && (invoice.paid_amount > 0n || isPriceSame)) return { ...same, isMade: true };
  }
  if (!(await hasChoicesLeft(tx, checkout))) return null;
  await insertChoice(tx, { checkout, invoiceId: freshId, coin, price });
  return { checkout, invoiceId: freshId, price, isMade: false };
}

async function makeInvoice(
  app: App,
  project: Project,
  { checkout, invoiceId, price, coin: code }: Claimed & { readonly coin: string },
): Promise<void> {
  const currency = defined(app.currencies.get(checkout.price_currency), 'currency is registered');
  const coin = defined(app.coins.get(code), 'it was chosen of those that are offered');
  const { digits, scale } = decimal(checkout.tolerance_percent);
  const whole = 100n * 10n ** BigInt(scale);
  await createInvoice(
    app,
    {
      project,
      objectId: invoiceId,
      checkout: {
        id: checkout.id,
        expiresAt: checkout.expires_at,
        quoteTime: checkout.quote_seconds * SECOND,
        allowance: divide(checkout.price_amount * digits, whole, 'down'),
      },
    },
    {
      price_amount: formatAmount(price, currency),
      price_currency: checkout.price_currency,
      pay_currency: coin.asset.code,
      network: coin.network,
      custom_id: undefined,
      customer_id: checkout.customer_id ?? undefined,
      name: checkout.name ?? undefined,
      description: checkout.description ?? undefined,
      metadata: undefined,
      success_redirect_url: checkout.success_redirect_url ?? undefined,
      unsuccess_redirect_url: checkout.unsuccess_redirect_url ?? undefined,
      payer_email: checkout.payer_email ?? undefined,
      expires_in: undefined,
      language: checkout.language ?? undefined,
    },
  );
}
