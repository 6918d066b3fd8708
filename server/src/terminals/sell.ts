// Sells a cart: an ordinary checkout, and in its transaction the number of the sale and the pieces that it takes of the
// stock. The prices are those of the terminal.
import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { createCheckout } from '../checkouts/create.ts';
import { findCheckout } from '../checkouts/store-checkouts.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { AMOUNT_MAX } from '../contract/fields.ts';
import { defined } from '../core/assert.ts';
import { apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { amountOf, formatAmount } from '../core/money.ts';
import { newIdOf } from '../core/slots.ts';
import { violatedConstraint } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { loadProject } from '../projects/project.ts';
import { type ItemRow, itemsOf } from './items.ts';
import { itemsOfSale, type Priced, priceCart, type Words } from './price-cart.ts';
import type { Cart } from './read-cart.ts';
import { findAttempt, findSale, insertSale, type SaleRow } from './sales.ts';
import { display, type TerminalSession } from './sessions.ts';
import { lockTerminal, type TerminalRow, takeNumber } from './terminals.ts';

/** A customer who stands there pays within minutes. Afterwards, its pieces can be sold again. */
const EXPIRES_IN = 900;

export interface SaleRequest {
  readonly session: TerminalSession;
  readonly cart: Cart;
  /** Made by the page. A request that is sent again returns the same sale. */
  readonly nonce: string;
  readonly words: Words;
}

/** Errors: 422 `invalid`, with every problem; 422 `invalid_status` when the terminal is off. */
export async function sell(
  app: App,
  terminal: TerminalRow,
  request: SaleRequest,
): Promise<SaleRow> {
  const { session, cart, nonce } = request;
  const attempt = createHash('sha256')
    .update(JSON.stringify([nonce, cart]))
    .digest();
  const show = async (checkoutId: string) => {
    await display(app, session, { checkoutId });
    return defined(await findSale(app.db, terminal, checkoutId), 'it was stored');
  };
  const repeated = await findAttempt(app.db, terminal, attempt);
  if (repeated !== null) return await show(repeated.checkout_id);
  try {
    return await show(await makeSale(app, terminal, { ...request, attempt }));
  } catch (error) {
    // The same request, sent twice at once: the other one took the pieces that this one did not find.
    const other = await findAttempt(app.db, terminal, attempt);
    if (other !== null) return await show(other.checkout_id);
    // Another sale took the last pieces between the check and the insertion: reported as if it had come first.
    if (violatedConstraint(error) !== 'terminal_items_stock') throw error;
    await readSale(app, terminal, request);
    throw invalid(rule.atMost('lines', '0'));
  }
}

async function makeSale(
  app: App,
  terminal: TerminalRow,
  { session, cart, words, attempt }: SaleRequest & { readonly attempt: Buffer },
): Promise<string> {
  const project = defined(await loadProject(app.db, terminal.project_id), 'its project exists');
  const { priced, unit, coins } = await readSale(app, terminal, { cart, words });
  const { subtotal, discount, tip, tax } = priced;
  const { note } = cart;
  const objectId = newIdOf(project.id, app);
  const also = async (tx: Tx) => {
    const number = await takeNumber(tx, terminal, 'sale');
    const facts = {
      staff_id: session.staff_id,
      number,
      subtotal,
      discount,
      tip,
      tax,
      note,
      attempt,
    };
    const sale = { ...facts, pieces: piecesOf(priced) };
    await insertSale(tx, terminal, { checkoutId: objectId, sale });
  };
  const claimed = { id: terminal.id, claim: (tx: Tx) => claim(tx, terminal, attempt) };
  const checkout = await createCheckout(
    app,
    { project, objectId, also, terminal: claimed },
    {
      ...NOTHING_ELSE,
      price_amount: formatAmount(priced.total, unit),
      price_currency: terminal.price_unit,
      pay_currencies: coins,
      name: terminal.name,
      items: itemsOfSale(priced, { unit, words }),
      metadata: JSON.stringify({
        terminal_id: terminal.id,
        terminal: terminal.name,
        staff: session.staff_name,
        note,
      }),
      expires_in: EXPIRES_IN,
    },
  );
  return checkout.id;
}

const NOTHING_ELSE = {
  custom_id: undefined,
  customer_id: undefined,
  default_pay_currency: undefined,
  description: undefined,
  quote_minutes: undefined,
  tolerance_percent: undefined,
  min_confirmations: undefined,
  receipt: undefined,
  redirect_automatically: undefined,
  payer_email: undefined,
  payer_email_required: undefined,
  language: undefined,
  success_redirect_url: undefined,
  unsuccess_redirect_url: undefined,
};

/** Errors: 422 `invalid` with every problem. */
async function readSale(
  app: App,
  terminal: TerminalRow,
  { cart, words }: Pick<SaleRequest, 'cart' | 'words'>,
) {
  const unit = unitOfCode(app.currencies, terminal.price_unit);
  const items: readonly ItemRow[] = await itemsOf(app.db, terminal);
  const problems: ErrorDetail[] = [];
  if (cart.lines.length === 0) problems.push(rule.filled('lines'));
  const priced = priceCart({ terms: terminal.terms, items, unit, words }, cart, problems);
  const coins = offeredCoins(app, terminal);
  if (coins === null) problems.push(rule.unsupported('pay_currencies'));
  if (problems.length === 0 && priced.total <= 0n) problems.push(rule.positive('lines'));
  if (priced.total > amountOf(AMOUNT_MAX, unit)) problems.push(rule.atMost('lines', AMOUNT_MAX));
  if (coins === null || problems.length > 0) throw invalid(...problems);
  return { priced, unit, coins };
}

/** Coins that the instance no longer offers are left out. Null: none of the chosen ones is offered. */
function offeredCoins(app: App, { terms }: TerminalRow) {
  const coins = [...app.coins.values()];
  const offered = terms.pay_currencies.filter(({ currency, network }) =>
    coins.some(
      (coin) => coin.asset.code === currency && (network === null || coin.network === network),
    ),
  );
  if (offered.length === 0 && terms.pay_currencies.length > 0) return null;
  return offered.map(({ currency, network }) => ({ currency, network: network ?? undefined }));
}

function piecesOf({ lines }: Priced): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>();
  for (const { itemId, pieces: n } of lines)
    if (itemId !== null) pieces.set(itemId, (pieces.get(itemId) ?? 0) + n);
  return pieces;
}

/** The checkout of the same request. The caller holds the ledger lock. Errors: 422 `invalid_status`. */
async function claim(tx: Tx, terminal: TerminalRow, attempt: Buffer) {
  const locked = defined(await lockTerminal(tx, terminal), 'terminals are not deleted');
  const found = await findAttempt(tx, locked, attempt);
  if (found !== null) return findCheckout(tx, locked.project_id, found.checkout_id);
  if (!locked.is_active) throw apiError('invalid_status.terminal_off');
  return null;
}
