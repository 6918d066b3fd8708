// Converts the TypeBox schemas of the contract into those of the OpenAPI document: named objects become references, and
// verbose TypeBox constructs (nullable types, maps) get their short form.
import type { TSchema } from 'typebox';
import { beneficiary } from './beneficiary.ts';
import { Account, Transaction } from './objects/accounts.ts';
import { Channel, ChannelPayment } from './objects/channels.ts';
import { CoinDeposit } from './objects/coin-deposits.ts';
import { CoinWithdrawal, CoinWithdrawalAttempt, NetworkFee } from './objects/coin-withdrawals.ts';
import { Customer, CustomerAddress } from './objects/customers.ts';
import { Exchange, ExchangeTransfer } from './objects/exchange-transfers.ts';
import {
  Invoice,
  InvoiceRecalculation,
  InvoiceRefund,
  InvoiceTransaction,
} from './objects/invoices.ts';
import { CoinInfo, CoinNetwork, Rate, Rates, Risk } from './objects/reference-data.ts';
import { Subscription } from './objects/subscriptions.ts';
import type { Schema } from './openapi-types.ts';

/** The API objects by their names in the document and in the client. */
const namedObjects: Readonly<Record<string, TSchema>> = {
  Account,
  Beneficiary: beneficiary.schema,
  Channel,
  ChannelPayment,
  Coin: CoinInfo,
  CoinDeposit,
  CoinNetwork,
  CoinWithdrawal,
  CoinWithdrawalAttempt,
  Customer,
  CustomerAddress,
  Exchange,
  ExchangeTransfer,
  Invoice,
  InvoiceRecalculation,
  InvoiceRefund,
  InvoiceTransaction,
  NetworkFee,
  Rate,
  Rates,
  Risk,
  Subscription,
  Transaction,
};

/** TypeBox copies a schema when it makes it optional, so names are looked up by content. */
const names = new Map(
  Object.entries(namedObjects).map(([name, schema]) => [JSON.stringify(schema), name]),
);

export function componentSchemas(): Record<string, Schema> {
  const entries = Object.entries(namedObjects);
  return Object.fromEntries(entries.map(([name, schema]) => [name, simplify(plain(schema))]));
}

export function toSchema(schema: TSchema): Schema {
  return simplifyNested(plain(schema));
}

export function referenceTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

type Plain = { readonly [key: string]: unknown };

function plain(schema: TSchema): Plain {
  return JSON.parse(JSON.stringify(schema)) as Plain;
}

function simplifyNested(schema: Plain): Schema {
  const name = names.get(JSON.stringify(schema));
  return name === undefined ? simplify(schema) : referenceTo(name);
}

/**
 * Removes empty descriptions, and `additionalProperties: false`, because fields are added over time and no program may
 * depend on their absence.
 */
function simplify(schema: Plain): Schema {
  const { anyOf, properties, items, patternProperties, additionalProperties, ...others } = schema;
  if (Array.isArray(anyOf)) return { ...simplifyUnion(anyOf as Plain[]), ...others };
  const map = Object.values((patternProperties ?? {}) as Record<string, Plain>)[0];
  const { description, ...rest } = others;
  return {
    ...rest,
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(items === undefined ? {} : { items: simplifyNested(items as Plain) }),
    ...(map === undefined ? {} : { additionalProperties: simplifyNested(map) }),
    ...(properties === undefined
      ? {}
      : { properties: simplifyAll(properties as Record<string, Plain>) }),
  };
}

function simplifyAll(properties: Record<string, Plain>): Record<string, Schema> {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, schema]) => [name, simplifyNested(schema)]));
}

/** The contract's unions are "this or null", or one of several objects. */
function simplifyUnion(members: readonly Plain[]): Schema {
  if (members.every(({ type }) => type === 'object')) return { anyOf: members.map(simplifyNested) };
  const [first, second, ...more] = members.map(simplifyNested);
  if (first === undefined || second?.type !== 'null' || more.length > 0)
    throw new Error('a union that is not "this or null" or of objects has no form in the document');
  if (typeof first.type !== 'string') return { anyOf: [first, second] };
  const list = first.enum === undefined ? {} : { enum: [...first.enum, null] };
  return { ...first, type: [first.type, 'null'], ...list };
}
