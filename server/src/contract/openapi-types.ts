// The parts of OpenAPI 3.1 that our documents use. openapi.ts builds them; the documentation page and the generator of
// the client's types read them. Source: https://spec.openapis.org/oas/v3.1.0.
import type { TSchema } from 'typebox';
import { beneficiary } from './beneficiary.ts';
import { Account, Transaction } from './objects/accounts.ts';
import { Channel, ChannelPayment } from './objects/channels.ts';
import { Checkout } from './objects/checkouts.ts';
import { CoinDeposit } from './objects/coin-deposits.ts';
import { CoinWithdrawal, CoinWithdrawalAttempt, NetworkFee } from './objects/coin-withdrawals.ts';
import { Customer, CustomerAddress } from './objects/customers.ts';
import { Donation } from './objects/donations.ts';
import { Exchange, ExchangeTransfer } from './objects/exchange-transfers.ts';
import {
  Invoice,
  InvoiceRecalculation,
  InvoiceRefund,
  InvoiceTransaction,
} from './objects/invoices.ts';
import { PaymentLink } from './objects/payment-links.ts';
import { CoinInfo, CoinNetwork, Rate, Rates, Risk } from './objects/reference-data.ts';
import { RefundClaim } from './objects/refund-claims.ts';
import { Subscription } from './objects/subscriptions.ts';

/** The API objects by their names in the document and in the client. */
const namedObjects = {
  Account,
  Beneficiary: beneficiary.schema,
  Channel,
  ChannelPayment,
  Checkout,
  Coin: CoinInfo,
  CoinDeposit,
  CoinNetwork,
  CoinWithdrawal,
  CoinWithdrawalAttempt,
  Customer,
  CustomerAddress,
  Donation,
  Exchange,
  ExchangeTransfer,
  Invoice,
  InvoiceRecalculation,
  InvoiceRefund,
  RefundClaim,
  InvoiceTransaction,
  NetworkFee,
  PaymentLink,
  Rate,
  Rates,
  Risk,
  Subscription,
  Transaction,
} as const satisfies Readonly<Record<string, TSchema>>;

export type NamedObjects = typeof namedObjects;

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
 * depend on their absence. `isSecret` is for the audit log.
 */
function simplify(schema: Plain): Schema {
  const {
    anyOf,
    properties,
    items,
    patternProperties,
    additionalProperties,
    isSecret: _,
    ...others
  } = schema;
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

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Content {
  readonly 'application/json': { readonly schema: Schema; readonly example?: unknown };
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
  /** The codes that `error.code` can have with this status. */
  readonly 'x-error-codes'?: readonly string[];
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-permission'?: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security?: readonly object[];
  readonly description?: string;
}

export type Method = 'get' | 'post' | 'patch';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, DocumentedOperation>>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { description: string; schema: Schema }>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}
