// Unmatched deposits, and the decisions about them.
import { Type } from 'typebox';
import { DECISIONS } from '../../contract/decisions.ts';
import { code, oneOf, required, text, uuid } from '../../contract/fields.ts';
import { UNMATCHED_REASONS } from '../../contract/objects/coin-deposits.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  placeAfter,
  reason,
  span,
  theProject,
} from '../../contract/operator/operation.ts';
import {
  Currency,
  Facts,
  Id,
  Money,
  nullable,
  oneOf as oneOfThese,
  page,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
} from '../../contract/schema.ts';
import { CANCEL_CODES } from '../withdrawals/contract.ts';

const ADDRESS_LENGTH_MAX = 255;
const TXID_LENGTH_MAX = 255;

/** Why a decision was made automatically. */
export const DECISION_CODES = ['high_risk'] as const;

/** The invoice or channel whose address or tag received it. */
const Owner = nullable(row({ type: Text, id: Id }));
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
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      amount: Money,
      status: Text,
      reason: oneOfThese(UNMATCHED_REASONS),
      why: Text,
      seen_at: Time,
      project_id: nullable(Id),
      came_to: Owner,
      tag: nullable(Type.Integer()),
      txid: Text,
      risk: TextOrNull,
    }),
  }),
  'deposits.preview': operatorOperation({
    summary: 'Preview crediting or refunding an unmatched payment, at current rates',
    permission: 'read',
    input: { deposit_id },
    output: row({
      id: Id,
      amount: Money,
      credit: nullable(row({ fee: Money, credited: Money })),
      network_fee: nullable(Money),
      received: nullable(Money),
    }),
  }),
  'deposits.history': operatorOperation({
    summary: 'Show the decisions about a deposit, with reasons',
    permission: 'read',
    input: { deposit_id },
    output: rows({ at: Time, decision: oneOfThese(DECISIONS), project_id: Id, facts: Facts }),
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
    output: page({
      at: Time,
      decision: oneOfThese(DECISIONS),
      deposit_id: Id,
      project_id: Id,
      amount: Money,
      txid: Text,
      reason: TextOrNull,
      cancel_code: nullable(oneOfThese(CANCEL_CODES)),
      decision_code: nullable(oneOfThese(DECISION_CODES)),
    }),
  }),
  'deposits.contested': operatorOperation({
    summary: 'List unconfirmed BCH payments with a double-spend proof',
    permission: 'read',
    input: { ...paging },
    output: page({
      id: Id,
      coin: Currency,
      amount: Money,
      txid: Text,
      project_id: nullable(Id),
      owner: Owner,
      proof: Text,
      seen_at: Time,
    }),
  }),
  'deposits.unknown-tokens': operatorOperation({
    summary: 'List deposits of tokens that this instance does not support. They are not credited',
    permission: 'read',
    input: {},
    output: row({
      /** Arrivals of the last 90 days, newest first, at most 500. */
      arrivals: rows({
        /** The coin that pays the fees. */
        coin: Currency,
        network: Text,
        contract: Text,
        /** An integer in the contract's smallest unit, as claimed in its events. */
        amount: Text,
        address: Text,
        txid: Text,
        project_id: nullable(Id),
        seen_at: Time,
      }),
      /** Arrivals per day that are omitted because of the limits. */
      omitted: rows({ coin: Currency, day: Text, arrivals: Type.Integer() }),
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
    output: row({ id: Id, project_id: Id, credited: Money }),
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
    output: row({ id: Id, withdrawal_id: Id, withdrawal_status: Text }),
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
    output: row({ id: Id, attached: Money, owner: row({ type: Text, id: Id }) }),
  }),
} as const;
