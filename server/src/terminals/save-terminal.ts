// Creates a terminal, or replaces its settings, after checking that its sales can be paid.
import type { App } from '../app.ts';
import { chooseCoins } from '../checkouts/create.ts';
import { PRICE_UNITS, priceUnit } from '../coins/price-unit.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { compareDecimals, decimal, formatDecimal } from '../core/money.ts';
import { newKeyOf } from '../core/slots.ts';
import {
  findTerminal,
  insertTerminal,
  type TerminalRow,
  type TerminalTerms,
  updateTerminal,
} from './terminals.ts';

export interface TerminalInput {
  readonly name: string;
  readonly pay_currencies?:
    | readonly { readonly currency: string; readonly network?: string | undefined }[]
    | undefined;
  readonly keypad?: boolean | undefined;
  readonly tip_percents?: readonly string[] | undefined;
  readonly discounts?: boolean | undefined;
  readonly note?: boolean | undefined;
  readonly tax_percent?: string | undefined;
}

const PERCENT_MAX = 100;

/** A repeated request returns the first one. Errors: 422 `invalid`. */
export async function createTerminal(
  app: App,
  { projectId, id }: { projectId: string; id: string },
  { price_currency: unit, ...input }: TerminalInput & { readonly price_currency: string },
): Promise<TerminalRow> {
  const problems: ErrorDetail[] = [];
  if (priceUnit(app.currencies, unit) === null)
    problems.push(rule.oneOf('price_currency', [...app.currencies.keys(), ...PRICE_UNITS]));
  const saved = readTerminal(app, input, problems);
  if (problems.length > 0) throw invalid(...problems);
  const token = newKeyOf(projectId, app.random);
  return app.db.transaction(async (tx) => {
    const repeated = await findTerminal(tx, projectId, id);
    if (repeated !== null) return repeated;
    const row = { project_id: projectId, id, token, is_active: true, price_unit: unit, ...saved };
    await insertTerminal(tx, row);
    return { ...row, sale_count: 0, close_count: 0, created_at: tx.now };
  });
}

/** What is left out is unset. The currency stays. Errors: 404, 422 `invalid`. */
export async function changeTerminal(
  app: App,
  { projectId, id }: { projectId: string; id: string },
  input: TerminalInput,
): Promise<TerminalRow> {
  if ((await findTerminal(app.db, projectId, id)) === null) throw notFound();
  const problems: ErrorDetail[] = [];
  const saved = readTerminal(app, input, problems);
  if (problems.length > 0) throw invalid(...problems);
  return updateTerminal(app.db, { project_id: projectId, id, ...saved });
}

function readTerminal(
  app: App,
  input: TerminalInput,
  problems: ErrorDetail[],
): { readonly name: string; readonly terms: TerminalTerms } {
  const name = input.name.trim();
  if (name === '') problems.push(rule.filled('name'));
  const coins = (input.pay_currencies ?? []).map(({ currency, network }) => ({
    currency,
    network,
  }));
  chooseCoins(app, { pay_currencies: coins, default_pay_currency: undefined }, problems);
  const tips = (input.tip_percents ?? []).map((percent, n) =>
    readPercent(percent, { target: `tip_percents.${n}` }, problems),
  );
  const { tax_percent: tax } = input;
  return {
    name,
    terms: {
      pay_currencies: coins.map(({ currency, network }) => ({
        currency,
        network: network ?? null,
      })),
      keypad: input.keypad ?? true,
      tip_percents: [...new Set(tips)],
      discounts: input.discounts ?? false,
      note: input.note ?? false,
      tax_percent: tax === undefined ? null : readPercent(tax, { target: 'tax_percent' }, problems),
    },
  };
}

/** To 100; from above 0, unless `min` is 0. */
export function readPercent(
  text: string,
  { target, min }: { target: string; min?: 0 },
  problems: ErrorDetail[],
): string {
  const percent = decimal(text);
  if (percent.digits === 0n && min !== 0) problems.push(rule.positive(target));
  if (compareDecimals(percent, decimal(`${PERCENT_MAX}`)) > 0)
    problems.push(rule.atMost(target, `${PERCENT_MAX}`));
  return formatDecimal(percent);
}
