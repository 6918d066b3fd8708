// The cart that a terminal's page sends: what the customer buys, read field by field. Prices are never among them,
// except for amounts that staff typed.
import {
  amount,
  type Field,
  type Input,
  integer,
  list,
  object,
  readFields,
  required,
  text,
  uuid,
} from '../contract/fields.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { compareDecimals, decimal } from '../core/money.ts';

const LINES_MAX = 90;
const QUANTITY_MAX = 9999;
const NAME_MAX = 100;
const NOTE_MAX = 500;
const TIP_PERCENT_MAX = '100';

export interface CartLine {
  /** Null: an amount from the keypad. */
  readonly item_id: string | null;
  readonly quantity: number;
  /** Of one piece. Null: the price of the item. */
  readonly amount: string | null;
  readonly name: string | null;
}

export interface Cart {
  readonly lines: readonly CartLine[];
  readonly discount_percent: string | null;
  readonly tip_percent: string | null;
  readonly tip_amount: string | null;
  readonly note: string | null;
}

const line = {
  item_id: uuid(),
  quantity: integer({ min: 1, max: QUANTITY_MAX }),
  amount: amount(),
  name: text(NAME_MAX),
};

const fields = {
  lines: required(list(required(object(line)) as Field<Input<typeof line>>, { max: LINES_MAX })),
  discount_percent: amount(),
  tip_percent: amount(),
  tip_amount: amount(),
  note: text(NOTE_MAX),
};

/** Reports every problem. Null when the cart itself cannot be read. */
export function readCart(
  values: Readonly<Record<string, unknown>>,
  problems: ErrorDetail[],
): Cart | null {
  const before = problems.length;
  const read = readFields(fields, values, { problems, prefix: '' }) as Partial<
    Input<typeof fields>
  >;
  const discount = percentOf(read.discount_percent, 'discount_percent', problems);
  const tip = percentOf(read.tip_percent, 'tip_percent', problems);
  if (problems.length > before || read.lines === undefined) return null;
  return {
    lines: read.lines.map(({ item_id: id, quantity, amount: typed, name }) => ({
      item_id: id ?? null,
      quantity: quantity ?? 1,
      amount: typed ?? null,
      name: name?.trim() || null,
    })),
    discount_percent: discount,
    tip_percent: tip,
    tip_amount: read.tip_amount ?? null,
    note: read.note?.trim() || null,
  };
}

/** From 0 to 100. Zero is none. */
function percentOf(
  value: string | undefined,
  target: string,
  problems: ErrorDetail[],
): string | null {
  if (value === undefined) return null;
  const percent = decimal(value);
  if (compareDecimals(percent, decimal(TIP_PERCENT_MAX)) > 0)
    problems.push(rule.atMost(target, TIP_PERCENT_MAX));
  return percent.digits === 0n ? null : value;
}
