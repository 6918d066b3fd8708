// Payment links for reading. People make, change and switch them with the operations of the merchant
// (contract/objects/payment-links.ts).
import { Type } from 'typebox';
import { required, uuid } from '../../contract/fields.ts';
import { operatorOperation, paging, theProject } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

/** Whether its page makes checkouts: `over` after its expiry. */
const LINK_STATES = ['open', 'off', 'over', 'sold_out'] as const;

const shown = {
  id: schema.Id,
  name: schema.Text,
  state: schema.oneOf(LINK_STATES),
  /** Of one piece. Null: the customer chooses. */
  price: schema.nullable(schema.Money),
  /** Pieces that can be sold in all. Null: any number. */
  stock: schema.nullable(Type.Integer()),
  taken: Type.Integer(),
  paid_late: Type.Integer(),
  /** Null: not a donation. */
  raised: schema.nullable(schema.Money),
  url: schema.Text,
  expires_at: schema.TimeOrNull,
  created_at: schema.Time,
};

export const paymentLinksOperations = {
  'payment-links.list': operatorOperation({
    summary: 'List payment links, newest first',
    permission: 'read',
    input: { project: theProject, ...paging },
    output: schema.page(shown),
  }),
  'payment-links.show': operatorOperation({
    summary: 'Show a payment link: what it sells, what it asks for, and what is taken or raised',
    permission: 'read',
    input: { project: theProject, link_id: required(uuid('ID of the payment link')) },
    output: schema.row({
      ...shown,
      description: schema.TextOrNull,
      price_currency: schema.Currency,
      /** Of an open amount. */
      amount_min: schema.nullable(schema.Money),
      amount_max: schema.nullable(schema.Money),
      quantity_min: Type.Integer(),
      quantity_max: Type.Integer(),
      /** `BTC`, or with a network: `USDC polygon`. Empty: all coins. */
      coins: Type.Array(schema.Text),
      /** Labels of what the page asks for. */
      fields: Type.Array(schema.Text),
      email: schema.Text,
      shipping_address: Type.Boolean(),
      /** Of a donation. */
      goal: schema.nullable(schema.Money),
      pending: schema.nullable(schema.Money),
      donations: schema.nullable(Type.Integer()),
    }),
  }),
} as const;
