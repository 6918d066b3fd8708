// What the page of a terminal and the customer's display get to show, as JSON. Amounts are texts in the currency of the
// terminal.
import type { App } from '../app.ts';
import { invoicesOf } from '../checkouts/store-checkouts.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { type Currency, formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import { type CloseRow, openTotals } from '../terminals/close-terminal.ts';
import { itemsLeft, itemsOf } from '../terminals/items.ts';
import { type Priced, priceCart, type Words } from '../terminals/price-cart.ts';
import type { Cart } from '../terminals/read-cart.ts';
import { findSale, listSales, type SaleRow } from '../terminals/sales.ts';
import type { TerminalSession } from '../terminals/sessions.ts';
import { staffOf } from '../terminals/staff.ts';
import type { TerminalRow } from '../terminals/terminals.ts';

const SALES_SHOWN = 30;

/** Without a session: who can sign in. With one: what is sold. */
export async function stateOf(app: App, terminal: TerminalRow, session: TerminalSession | null) {
  const { name, is_active: isActive, terms } = terminal;
  const unit = unitOfCode(app.currencies, terminal.price_unit);
  const known = { name, active: isActive, currency: currencyOf(unit) };
  if (!isActive) return { ...known, staff: [], session: null };
  if (session === null) {
    const staff = await staffOf(app.db, terminal);
    const shown = staff
      .filter((one) => one.is_active)
      .map((one) => ({ id: one.id, name: one.name }));
    return { ...known, staff: shown, session: null };
  }
  const items = await itemsOf(app.db, terminal);
  return {
    ...known,
    staff: [],
    terms,
    items: items
      .filter((item) => item.is_active)
      .map((item) => ({
        id: item.id,
        name: item.name,
        category: item.category,
        picture: item.picture,
        pricing: item.pricing,
        price: item.price_amount === null ? null : formatAmount(item.price_amount, unit),
        left: itemsLeft(item),
      })),
    session: {
      name: session.staff_name,
      may_close: session.may_close,
      display_code: session.display_code,
      checkout_id: session.checkout_id,
    },
  };
}

function currencyOf({ code, kind, precision }: Currency) {
  return { code, is_fiat: kind === 'fiat', precision };
}

/** `problems`: what the cart cannot be sold with. */
export async function pricedCart(
  app: App,
  terminal: TerminalRow,
  { cart, words, problems }: { cart: Cart; words: Words; problems: ErrorDetail[] },
) {
  const unit = unitOfCode(app.currencies, terminal.price_unit);
  const items = await itemsOf(app.db, terminal);
  const priced = priceCart({ terms: terminal.terms, items, unit, words }, cart, problems);
  return { ...presentPriced(priced, unit), problems };
}

function presentPriced({ lines, ...priced }: Priced, unit: Currency) {
  const text = (amount: bigint) => formatAmount(amount, unit);
  return {
    lines: lines.map(({ name, pieces, amount }) => ({ name, pieces, amount: text(amount) })),
    subtotal: text(priced.subtotal),
    discount: text(priced.discount),
    tip: text(priced.tip),
    tax: text(priced.tax),
    total: text(priced.total),
  };
}

export function presentSale(app: App, terminal: TerminalRow, { checkout, ...sale }: SaleRow) {
  const unit = unitOfCode(app.currencies, terminal.price_unit);
  const text = (amount: bigint) => formatAmount(amount, unit);
  return {
    id: checkout.id,
    number: sale.number,
    staff: sale.staff_name,
    status: checkout.status,
    context: checkout.status_context,
    discount: text(sale.discount),
    tip: text(sale.tip),
    tax: text(sale.tax),
    total: text(sale.subtotal - sale.discount + sale.tip),
    note: sale.note,
    created_at: sale.created_at.toISOString(),
  };
}

/** Newest first. */
export async function recentSales(app: App, terminal: TerminalRow) {
  const rows = await listSales(app.db, terminal, { before: null, limit: SALES_SHOWN });
  return rows.map((row) => presentSale(app, terminal, row));
}

export async function totalsOf(app: App, terminal: TerminalRow) {
  return { number: terminal.close_count + 1, totals: await openTotals(app, terminal) };
}

export function presentClose({ number, closed_at: at, closed_by: by, totals }: CloseRow) {
  return { number, closed_at: at.toISOString(), closed_by: by, totals };
}

/** For the customer. The page of the chosen coin, once there is one. */
export async function displayOf(
  app: App,
  terminal: TerminalRow,
  { session, words }: { session: TerminalSession | null; words: Words },
) {
  const { code, is_fiat } = currencyOf(unitOfCode(app.currencies, terminal.price_unit));
  const known = { currency: { code, is_fiat }, cart: null, sale: null, page: null };
  if (session === null) return known;
  if (session.checkout_id !== null) {
    const sale = await findSale(app.db, terminal, session.checkout_id);
    if (sale === null) return known;
    const chosen = await invoicesOf(app.db, terminal.project_id, [sale.checkout_id]);
    const invoice = chosen.at(-1)?.id;
    const page = invoice ? `/invoices/${invoice}` : `/checkouts/${sale.checkout_id}`;
    const { number, status, total } = presentSale(app, terminal, sale);
    return { ...known, sale: { number, status, total }, page };
  }
  const cart = session.cart as Cart | null;
  if (cart === null || cart.lines.length === 0) return known;
  return { ...known, cart: await pricedCart(app, terminal, { cart, words, problems: [] }) };
}

/** Stored with the sale, and shown to the customer. */
export function wordsOf(locale: Locale): Words {
  const { sale } = textsOf('payment-page', locale);
  return { amount: sale.amount, discount: sale.discount, tip: sale.tip };
}
