// Points of sale: terminals with their items, staff, sales and closes. Staff sell on the page of a terminal
// (server/src/web/terminal-page.ts), with a PIN and without rights here.
import { Type } from 'typebox';
import { LOGO_TEXT_MAX } from '../../contract/brand.ts';
import {
  amount,
  boolean,
  integer,
  list,
  oneOf,
  required,
  text,
  uuid,
} from '../../contract/fields.ts';
import { CHECKOUT_CONTEXTS, CHECKOUT_STATUSES } from '../../contract/objects/checkouts.ts';
import {
  described,
  operatorOperation,
  paging,
  secret,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

export const PRICINGS = ['fixed', 'minimum', 'free'] as const;
const NAME_LENGTH_MAX = 100;
const STOCK_MAX = 10_000_000;
const POSITION_MAX = 100_000;
const COINS_MAX = 40;
const TIPS_MAX = 5;

const Terminal = {
  id: schema.Id,
  project_id: schema.Id,
  name: schema.Text,
  active: Type.Boolean(),
  /** The address of its page. */
  url: schema.Text,
  price_currency: schema.Currency,
  /** `BTC`, or with a network: `USDC polygon`. Empty: all coins. */
  coins: Type.Array(schema.Text),
  keypad: Type.Boolean(),
  tip_percents: Type.Array(schema.Text),
  discounts: Type.Boolean(),
  note: Type.Boolean(),
  tax_percent: schema.TextOrNull,
  sales: Type.Integer(),
  closes: Type.Integer(),
  created_at: schema.Time,
};

const Item = {
  id: schema.Id,
  name: schema.Text,
  category: schema.TextOrNull,
  pricing: schema.oneOf(PRICINGS),
  price: schema.nullable(schema.Money),
  tax_percent: schema.TextOrNull,
  active: Type.Boolean(),
  position: Type.Integer(),
  stock: schema.nullable(Type.Integer()),
  taken: Type.Integer(),
  paid_late: Type.Integer(),
  /** Its address. */
  picture: schema.TextOrNull,
};

const Staff = {
  id: schema.Id,
  name: schema.Text,
  may_close: Type.Boolean(),
  active: Type.Boolean(),
  created_at: schema.Time,
};

const Totals = schema.row({
  sales: Type.Integer(),
  first_number: Type.Integer(),
  last_number: Type.Integer(),
  subtotal: schema.Money,
  discount: schema.Money,
  /** Without tax and tips. */
  net: schema.Money,
  tax: schema.Money,
  tip: schema.Money,
  total: schema.Money,
  coins: schema.rows({
    amount: schema.Money,
    network: schema.Text,
    payments: Type.Integer(),
  }),
  staff: schema.rows({
    id: schema.Id,
    name: schema.Text,
    sales: Type.Integer(),
    total: schema.Money,
    tip: schema.Money,
  }),
});

const settings = {
  coins: described(
    list(text(NAME_LENGTH_MAX), { max: COINS_MAX }),
    'comma-separated coins, with the network where there are several: USDC polygon (default: all coins)',
  ),
  keypad: boolean('staff may type an amount'),
  tip_percents: described(
    list(amount(), { max: TIPS_MAX }),
    'comma-separated percentages that the page offers as a tip (default: it does not ask)',
  ),
  discounts: boolean('staff may give a discount'),
  note: boolean('staff may write a note'),
  tax_percent: amount('tax rate that prices include, unless an item has its own'),
};

const terminal = {
  project: theProject,
  terminal_id: required(uuid('ID of the terminal')),
};
/** Kept out of the audit log, where the output has its address. */
const picture = {
  ...text(LOGO_TEXT_MAX, 'picture of the item: a PNG, JPEG or WebP image in base64'),
  isBulky: true,
} as const;
const about = { type: 'terminal', input: 'terminal_id' } as const;

export const terminalsOperations = {
  'terminals.list': operatorOperation({
    summary: 'List the terminals of a project, oldest first',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows(Terminal),
  }),
  'terminals.show': operatorOperation({
    summary: 'Show a terminal with its items and staff',
    permission: 'read',
    input: terminal,
    output: schema.row({
      ...Terminal,
      items: schema.rows(Item),
      staff: schema.rows(Staff),
    }),
  }),
  'terminals.create': operatorOperation({
    summary: 'Create a terminal: a page on which staff sell',
    permission: 'configure',
    about: { type: 'terminal', output: 'id' },
    input: {
      project: theProject,
      name: required(text(NAME_LENGTH_MAX, 'name of the terminal')),
      price_currency: required(text(10, 'currency of its prices, or SATS; it cannot be changed')),
      ...settings,
    },
    output: schema.row(Terminal),
  }),
  'terminals.change': operatorOperation({
    summary: 'Replace the settings of a terminal. What is left out is unset',
    permission: 'configure',
    about,
    input: {
      ...terminal,
      name: required(text(NAME_LENGTH_MAX, 'name of the terminal')),
      ...settings,
    },
    output: schema.row(Terminal),
  }),
  'terminals.switch': operatorOperation({
    summary: 'Switch a terminal on, or off: it sells nothing, and its staff are signed out',
    permission: 'configure',
    about,
    input: { ...terminal, active: required(boolean('on')) },
    output: schema.row(Terminal),
  }),
  'terminals.save-item': operatorOperation({
    summary:
      'Add an item to a terminal, or replace one. What is left out is unset, except for the picture',
    permission: 'configure',
    about,
    input: {
      ...terminal,
      item_id: uuid('ID of the item to replace (default: a new one)'),
      name: required(text(NAME_LENGTH_MAX, 'name of the item')),
      category: text(NAME_LENGTH_MAX, 'category in which the page shows it'),
      pricing: oneOf(PRICINGS, 'who decides the price (default: fixed)'),
      price_amount: amount('price of one piece, or the lowest one; taxes included'),
      tax_percent: amount('tax rate (default: that of the terminal; 0: without tax)'),
      stock: integer({ min: 0, max: STOCK_MAX }, 'pieces in all (default: any number)'),
      position: integer({ min: 0, max: POSITION_MAX }, 'place on the page (default: the last)'),
      active: boolean('whether it is sold (default: true)'),
      picture,
      remove_picture: boolean('show it without a picture'),
    },
    output: schema.row({ id: schema.Id, picture: schema.TextOrNull }),
  }),
  'terminals.save-staff': operatorOperation({
    summary: 'Add a person who sells at a terminal, or change one',
    permission: 'configure',
    about,
    input: {
      ...terminal,
      staff_id: uuid('ID of the person to change (default: a new one)'),
      name: required(text(NAME_LENGTH_MAX, 'name of the person')),
      pin: secret('PIN of 4 to 8 digits; required for a new person'),
      may_close: boolean('whether they may make the daily close'),
      active: boolean('whether they may sign in (default: true)'),
    },
    output: schema.row({ id: schema.Id }),
  }),
  'terminals.sales': operatorOperation({
    summary: 'List the sales of a terminal, newest first',
    permission: 'read',
    input: { ...terminal, ...paging },
    output: schema.page({
      /** Of its checkout. */
      id: schema.Id,
      number: Type.Integer(),
      staff: schema.Text,
      status: schema.oneOf(CHECKOUT_STATUSES),
      context: schema.nullable(schema.oneOf(CHECKOUT_CONTEXTS)),
      /** Without tax and tip. */
      net: schema.Money,
      tax: schema.Money,
      discount: schema.Money,
      tip: schema.Money,
      total: schema.Money,
      note: schema.TextOrNull,
      close_number: schema.nullable(Type.Integer()),
      created_at: schema.Time,
      completed_at: schema.TimeOrNull,
    }),
  }),
  'terminals.totals': operatorOperation({
    summary: 'Show what was sold at a terminal and paid since its last close',
    permission: 'read',
    input: terminal,
    output: schema.row({ id: schema.Id, totals: schema.nullable(Totals) }),
  }),
  'terminals.close': operatorOperation({
    summary: 'Close a terminal for the day: store the totals of what was paid since the last close',
    permission: 'write',
    about,
    input: {
      ...terminal,
      number: integer(
        { min: 1, max: POSITION_MAX },
        'number of the close to make (default: the next); an existing one is shown again',
      ),
    },
    output: schema.row({
      /** Null: nothing was paid since the last close. */
      number: schema.nullable(Type.Integer()),
      totals: schema.nullable(Totals),
    }),
  }),
  'terminals.closes': operatorOperation({
    summary: 'List the closes of a terminal, newest first',
    permission: 'read',
    input: terminal,
    output: schema.rows({
      id: schema.Text,
      number: Type.Integer(),
      closed_at: schema.Time,
      closed_by: schema.Text,
      totals: Totals,
    }),
  }),
} as const;
