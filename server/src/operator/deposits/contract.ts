// Unmatched deposits, and the decisions about them.
import { Type } from 'typebox';
import { DECISIONS } from '../../contract/decisions.ts';
import { code, oneOf, required, text, uuid } from '../../contract/fields.ts';
import { UNMATCHED_REASONS } from '../../contract/objects/coin-deposits.ts';
import {
  anyProject,
  operatorOperation,
  orderWithin,
  paging,
  placeAfter,
  reason,
  span,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';
import { CANCEL_CODES } from '../../contract/withdrawal-codes.ts';

const ADDRESS_LENGTH_MAX = 255;
const TXID_LENGTH_MAX = 255;

/** Why a decision was made automatically. */
export const DECISION_CODES = ['high_risk'] as const;

/** The invoice or channel whose address or tag received it. */
const Owner = schema.nullable(schema.row({ type: schema.Text, id: schema.Id }));
const deposit_id = required(uuid('ID of the deposit'));

export const depositsOperations = {
  'deposits.unmatched': operatorOperation({
    summary: 'List unmatched payments, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      coin: code('coin', 'only in this coin'),
      reason: oneOf(UNMATCHED_REASONS, 'only unmatched for this reason'),
      txid: text(TXID_LENGTH_MAX, 'only in this transaction'),
      ...orderWithin('coin'),
      ...span,
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      amount: schema.Money,
      status: schema.Text,
      reason: schema.oneOf(UNMATCHED_REASONS),
      why: schema.Text,
      seen_at: schema.Time,
      project_id: schema.nullable(schema.Id),
      came_to: Owner,
      tag: schema.nullable(Type.Integer()),
      txid: schema.Text,
      risk: schema.TextOrNull,
    }),
  }),
  'deposits.preview': operatorOperation({
    summary: 'Preview crediting or refunding an unmatched payment, at current rates',
    permission: 'read',
    input: { deposit_id },
    output: schema.row({
      id: schema.Id,
      amount: schema.Money,
      credit: schema.nullable(schema.row({ fee: schema.Money, credited: schema.Money })),
      network_fee: schema.nullable(schema.Money),
      received: schema.nullable(schema.Money),
    }),
  }),
  'deposits.history': operatorOperation({
    summary: 'Show the decisions about a deposit, with reasons',
    permission: 'read',
    input: { deposit_id },
    output: schema.rows({
      at: schema.Time,
      decision: schema.oneOf(DECISIONS),
      project_id: schema.Id,
      facts: schema.Facts,
    }),
  }),
  'deposits.resolutions': operatorOperation({
    summary: 'List decisions about payments that were not credited automatically, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      txid: text(TXID_LENGTH_MAX, 'only in this transaction'),
      ...span,
      limit: paging.limit,
      after: placeAfter(2),
    },
    output: schema.page({
      at: schema.Time,
      decision: schema.oneOf(DECISIONS),
      deposit_id: schema.Id,
      project_id: schema.Id,
      amount: schema.Money,
      txid: schema.Text,
      reason: schema.TextOrNull,
      cancel_code: schema.nullable(schema.oneOf(CANCEL_CODES)),
      decision_code: schema.nullable(schema.oneOf(DECISION_CODES)),
    }),
  }),
  'deposits.contested': operatorOperation({
    summary: 'List unconfirmed BCH payments with a double-spend proof',
    permission: 'read',
    input: { ...paging },
    output: schema.page({
      id: schema.Id,
      coin: schema.Currency,
      amount: schema.Money,
      txid: schema.Text,
      project_id: schema.nullable(schema.Id),
      owner: Owner,
      proof: schema.Text,
      seen_at: schema.Time,
    }),
  }),
  'deposits.unknown-tokens': operatorOperation({
    summary: 'List deposits of tokens that this instance does not support. They are not credited',
    permission: 'read',
    output: schema.row({
      /** Arrivals of the last 90 days, newest first, at most 500. */
      arrivals: schema.rows({
        /** The coin that pays the fees. */
        coin: schema.Currency,
        network: schema.Text,
        contract: schema.Text,
        /** An integer in the contract's smallest unit, as claimed in its events. */
        amount: schema.Text,
        address: schema.Text,
        txid: schema.Text,
        project_id: schema.nullable(schema.Id),
        seen_at: schema.Time,
      }),
      /** Arrivals per day that are omitted because of the limits. */
      omitted: schema.rows({ coin: schema.Currency, day: schema.Text, arrivals: Type.Integer() }),
    }),
  }),
  'deposits.credit': operatorOperation({
    summary: "Credit an unmatched payment to the project's account in the coin",
    permission: 'money',
    about: { type: 'deposit', input: 'deposit_id' },
    input: {
      deposit_id,
      project: theProject,
      reason: reason('reason, shown to the merchant as the description'),
    },
    output: schema.row({ id: schema.Id, project_id: schema.Id, credited: schema.Money }),
  }),
  'deposits.refund': operatorOperation({
    summary: 'Refund an unmatched payment, less the network fee',
    permission: 'money',
    about: { type: 'deposit', input: 'deposit_id' },
    input: {
      deposit_id,
      to: required(
        text(ADDRESS_LENGTH_MAX, 'recipient address; for XRP with ?dt=<tag>, or ?dt=0 for no tag'),
      ),
      reason: reason('reason, shown to the merchant as the description'),
      project: anyProject(
        'project that accounts for the refund, if the payment belongs to no project',
      ),
    },
    output: schema.row({ id: schema.Id, withdrawal_id: schema.Id, withdrawal_status: schema.Text }),
  }),
  'deposits.attach': operatorOperation({
    summary: 'Match a payment to an open invoice or to a channel',
    permission: 'money',
    about: { type: 'deposit', input: 'deposit_id' },
    input: {
      deposit_id,
      id: required(uuid('ID of the invoice or channel')),
      reason: reason('reason, kept with the deposit'),
    },
    output: schema.row({
      id: schema.Id,
      attached: schema.Money,
      owner: schema.row({ type: schema.Text, id: schema.Id }),
    }),
  }),
} as const;
