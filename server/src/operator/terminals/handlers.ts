// Points of sale: terminals, their items, staff, sales and closes.
import type { App } from '../../app.ts';
import { unitOfCode } from '../../coins/price-unit.ts';
import type { InputOf } from '../../contract/operator/operation.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Currency, formatAmount } from '../../core/money.ts';
import { closeTerminal, listCloses, openTotals } from '../../terminals/close-terminal.ts';
import type { CloseTotals } from '../../terminals/close-totals.ts';
import { type ItemRow, itemsOf, saveItem } from '../../terminals/items.ts';
import { findSale, listSales, type SaleRow } from '../../terminals/sales.ts';
import { saveStaff } from '../../terminals/save-staff.ts';
import { changeTerminal, createTerminal } from '../../terminals/save-terminal.ts';
import { endSessions } from '../../terminals/sessions.ts';
import { staffOf } from '../../terminals/staff.ts';
import {
  findTerminal,
  listTerminals,
  switchTerminal,
  type TerminalRow,
  terminalUrl,
} from '../../terminals/terminals.ts';
import type { HandlersOf } from '../operator.ts';
import { PAGE } from '../present.ts';
import type { terminalsOperations } from './contract.ts';

const CLOSES_SHOWN = 1000;

export const terminalsHandlers: HandlersOf<typeof terminalsOperations> = {
  async 'terminals.list'(app, { project }) {
    return (await listTerminals(app.db, project)).map((row) => shown(app, row));
  },
  async 'terminals.show'(app, input) {
    const row = await terminalOf(app, input);
    const [items, staff] = await Promise.all([itemsOf(app.db, row), staffOf(app.db, row)]);
    return {
      ...shown(app, row),
      items: items.map((item) => shownItem(app, row, item)),
      staff: staff.map((person) => ({ ...person, active: person.is_active })),
    };
  },
  async 'terminals.create'(app, { project, ...input }, { objectId }) {
    const id = objectId ?? newId(app.clock, app.random);
    const made = await createTerminal(app, { projectId: project, id }, settingsOf(input));
    return shown(app, made);
  },
  async 'terminals.change'(app, { project, terminal_id: id, ...input }) {
    return shown(app, await changeTerminal(app, { projectId: project, id }, settingsOf(input)));
  },
  async 'terminals.switch'(app, { project, terminal_id: id, active }) {
    const row = await app.db.transaction(async (tx) => {
      const switched = await switchTerminal(tx, { projectId: project, id, active });
      if (!active) await endSessions(tx, switched, null);
      return switched;
    });
    return shown(app, row);
  },
  async 'terminals.save-item'(app, { item_id: known, ...input }, { objectId }) {
    const terminal = await terminalOf(app, input);
    const id = known ?? objectId ?? newId(app.clock, app.random);
    await saveItem(app, { terminal, id, isNew: known === undefined }, input);
    const saved = (await itemsOf(app.db, terminal)).find((item) => item.id === id);
    return { id, picture: pictureOf(app, terminal, saved?.picture ?? null) };
  },
  async 'terminals.save-staff'(app, { staff_id: known, ...input }, { objectId }) {
    const terminal = await terminalOf(app, input);
    const id = known ?? objectId ?? newId(app.clock, app.random);
    await saveStaff(app, { terminal, id, isNew: known === undefined }, input);
    return { id };
  },
  async 'terminals.sales'(app, { after, limit = PAGE, ...input }) {
    const terminal = await terminalOf(app, input);
    const last = after === undefined ? null : await findSale(app.db, terminal, after);
    if (after !== undefined && last === null) throw notFound();
    const before = last?.number ?? null;
    const rows = await listSales(app.db, terminal, { before, limit: limit + 1 });
    const unit = unitOfCode(app.currencies, terminal.price_unit);
    const page = rows.slice(0, limit).map((row) => shownSale(row, unit));
    return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },
  async 'terminals.totals'(app, input) {
    const terminal = await terminalOf(app, input);
    const totals = await openTotals(app, terminal);
    return { id: terminal.id, totals: totals && shownTotals(totals, terminal) };
  },
  async 'terminals.close'(app, { number, ...input }, { actor }) {
    const terminal = await terminalOf(app, input);
    const expected = number ?? terminal.close_count + 1;
    const made = await closeTerminal(app, terminal, { number: expected, by: actor.name });
    return {
      number: made?.number ?? null,
      totals: made && shownTotals(made.totals, terminal),
    };
  },
  async 'terminals.closes'(app, input) {
    const terminal = await terminalOf(app, input);
    const rows = await listCloses(app.db, terminal, { before: null, limit: CLOSES_SHOWN });
    return rows.map((row) => ({
      ...row,
      id: `${row.number}`,
      totals: shownTotals(row.totals, terminal),
    }));
  },
};

/** Errors: 404. */
async function terminalOf(
  app: App,
  { project, terminal_id: id }: { project: string; terminal_id: string },
): Promise<TerminalRow> {
  const row = await findTerminal(app.db, project, id);
  if (row === null) throw notFound();
  return row;
}

function settingsOf<
  Input extends Pick<InputOf<(typeof terminalsOperations)['terminals.change']>, 'coins'>,
>({ coins, ...input }: Input) {
  return {
    ...input,
    pay_currencies: coins?.map((coin) => {
      const [currency = '', network] = coin.trim().split(/\s+/);
      return { currency, network };
    }),
  };
}

function shown(app: App, row: TerminalRow) {
  const { terms } = row;
  return {
    ...row,
    active: row.is_active,
    url: terminalUrl(app, row),
    price_currency: row.price_unit,
    coins: terms.pay_currencies.map(({ currency, network }) =>
      network === null ? currency : `${currency} ${network}`,
    ),
    keypad: terms.keypad,
    tip_percents: terms.tip_percents,
    discounts: terms.discounts,
    note: terms.note,
    tax_percent: terms.tax_percent,
    sales: row.sale_count,
    closes: row.close_count,
  };
}

function shownItem(app: App, terminal: TerminalRow, { price_amount: price, ...item }: ItemRow) {
  const unit = unitOfCode(app.currencies, terminal.price_unit);
  return {
    ...item,
    active: item.is_active,
    price: price === null ? null : money(price, unit),
    picture: pictureOf(app, terminal, item.picture),
  };
}

const pictureOf = (app: App, terminal: TerminalRow, name: string | null) =>
  name === null ? null : `${terminalUrl(app, terminal)}/pictures/${name}`;

const money = (amount: bigint, unit: Currency) => ({
  amount: formatAmount(amount, unit),
  currency: unit.code,
});

function shownSale({ checkout, ...sale }: SaleRow, unit: Currency) {
  return {
    ...sale,
    id: checkout.id,
    staff: sale.staff_name,
    status: checkout.status,
    context: checkout.status_context,
    net: money(sale.subtotal - sale.discount - sale.tax, unit),
    tax: money(sale.tax, unit),
    discount: money(sale.discount, unit),
    tip: money(sale.tip, unit),
    total: money(sale.subtotal - sale.discount + sale.tip, unit),
    completed_at: checkout.completed_at,
  };
}

function shownTotals(totals: CloseTotals, { price_unit: currency }: TerminalRow) {
  const of = (amount: string) => ({ amount, currency });
  return {
    ...totals,
    subtotal: of(totals.subtotal),
    discount: of(totals.discount),
    net: of(totals.net),
    tax: of(totals.tax),
    tip: of(totals.tip),
    total: of(totals.total),
    coins: totals.coins.map(({ amount, currency: coin, ...rest }) => ({
      ...rest,
      amount: { amount, currency: coin },
    })),
    staff: totals.staff.map((person) => ({
      ...person,
      total: of(person.total),
      tip: of(person.tip),
    })),
  };
}
