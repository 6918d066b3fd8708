// The signer sends a greeting, the service one authenticated request, and the signer an answer. Each message is one
// line of JSON, with amounts as decimal text. An unknown field makes a request invalid.
import { createHmac } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TransferPlan } from '../chains/transfers.ts';
import { parsedJson } from '../core/json-text.ts';
import { isSameText } from '../core/same-text.ts';
import type { SealedIntent } from './intent.ts';
import type { SigningRequest } from './signer.ts';

/** The request to sign a transaction with 3,000 payments is a third of this size. */
export const LINE_BYTES_MAX = 4_194_304;

const strict = { additionalProperties: false } as const;
/** 78 digits is the database's limit. */
const amount = Type.String({ pattern: '^[0-9]{1,78}$' });
const text = Type.String({ maxLength: 200 });
const place = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const tag = Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 0xffff_ffff })]);

const intent = Type.Object(
  {
    projectId: text,
    id: text,
    coin: text,
    address: text,
    tag,
    amount,
    networkFee: amount,
    seal: text,
  },
  strict,
);
const input = Type.Object({ txid: text, index: place, address: text, amount }, strict);
const plan = Type.Object(
  {
    coin: text,
    origin: Type.Union([
      Type.Object({ inputs: Type.Array(input, { minItems: 1, maxItems: 2000 }) }, strict),
      Type.Object({ sender: text, number: place }, strict),
    ]),
    outputs: Type.Array(Type.Object({ address: text, tag, amount }, strict), { maxItems: 1000 }),
    fee: amount,
    tip: Type.Optional(amount),
    expiresAtHeight: Type.Optional(place),
    gas: Type.Optional(place),
    setting: Type.Optional(Type.Union([Type.Literal('require_tags'), Type.Literal('nothing')])),
  },
  strict,
);
const intents = Type.Array(intent, { maxItems: 1000 });

const requests = Compile(
  Type.Union([
    Type.Object(
      {
        kind: Type.Literal('hello'),
        intentKey: Type.Optional(Type.String({ pattern: '^[\\w-]{43}$' })),
      },
      strict,
    ),
    Type.Object({ kind: Type.Literal('examine'), intents }, strict),
    Type.Object({ kind: Type.Literal('budgets') }, strict),
    Type.Object(
      { kind: Type.Literal('sign'), plan, intents, indexes: Type.Array(Type.Tuple([text, place])) },
      strict,
    ),
  ]),
);

export const answers = {
  hello: Compile(Type.Object({ network: text, keys: Type.Record(Type.String(), Type.String()) })),
  examine: Compile(Type.Array(Type.Union([Type.Null(), Type.String()]))),
  sign: Compile(Type.Object({ raw: Type.String(), txid: Type.String() })),
  budgets: Compile(
    Type.Array(
      Type.Object({
        coin: text,
        budget: Type.Union([Type.Literal('amounts'), Type.Literal('fees')]),
        left: Type.Number({ minimum: 0, maximum: 1 }),
        used: Type.Optional(amount),
        limit: Type.Optional(amount),
        perTransfer: Type.Optional(amount),
        fees: Type.Optional(Type.Object({ perTransfer: amount, free: amount })),
      }),
    ),
  ),
} as const;

const journal = Type.Object({ count: place, hash: text }, strict);

/** `introduced`: the signer has the key of a service. */
export const greeting = Compile(
  Type.Object({ challenge: text, introduced: Type.Boolean(), journal }, strict),
);

/** `refused`: an encoded refusal (refusal-text.ts). */
export const envelope = Compile(
  Type.Union([
    Type.Object({ result: Type.Unknown(), journal }, strict),
    Type.Object({ refused: Type.String(), journal }, strict),
    Type.Object({ error: Type.String(), journal }, strict),
  ]),
);

export interface SignerHello {
  readonly kind: 'hello';
  /** Base64url; sent once, to a signer that has no key. */
  readonly intentKey?: string;
}

export type SignerRequest =
  | SignerHello
  | { readonly kind: 'budgets' }
  | { readonly kind: 'examine'; readonly intents: readonly SealedIntent[] }
  | ({ readonly kind: 'sign' } & SigningRequest);

const CODE_LENGTH = 43;
const CODE_PURPOSE = 'chaintill signer request v1';

export function encode(message: unknown): string {
  return JSON.stringify(message, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`;
    return value instanceof Map ? [...value] : value;
  });
}

export function decodeRequest(line: string): SignerRequest | null {
  const parsed = parsedJson(line);
  if (!requests.Check(parsed)) return null;
  if (parsed.kind === 'hello' || parsed.kind === 'budgets') return parsed;
  const intents = parsed.intents.map(readIntent);
  if (parsed.kind === 'examine') return { kind: 'examine', intents: intents };
  return {
    kind: 'sign',
    intents: intents,
    plan: readPlan(parsed.plan),
    indexes: new Map(parsed.indexes),
  };
}

function readIntent(sent: Static<typeof intent>): SealedIntent {
  return { ...sent, amount: BigInt(sent.amount), networkFee: BigInt(sent.networkFee) };
}

function readPlan(sent: Static<typeof plan>): TransferPlan {
  const withAmount = <T extends { amount: string }>(item: T) => ({
    ...item,
    amount: BigInt(item.amount),
  });
  const { origin, tip, ...rest } = sent;
  return {
    ...rest,
    ...(tip === undefined ? {} : { tip: BigInt(tip) }),
    origin: 'inputs' in origin ? { inputs: origin.inputs.map(withAmount) } : origin,
    outputs: sent.outputs.map(withAmount),
    fee: BigInt(sent.fee),
  };
}

/** Prevents replay in another connection. The signer verifies the code before it parses anything. */
export function authenticLine(key: Uint8Array, challenge: string, text: string): string {
  return `${codeOf(key, challenge, text)} ${text}`;
}

/** Null when the code does not match this key, challenge and text. */
export function openLine(key: Uint8Array, challenge: string, line: string): string | null {
  const text = line.slice(CODE_LENGTH + 1);
  const isOurs = isSameText(codeOf(key, challenge, text), line.slice(0, CODE_LENGTH));
  return isOurs && line[CODE_LENGTH] === ' ' ? text : null;
}

/** A first introduction has no valid code, because the signer has no key yet. */
export function unprovenText(line: string): string {
  return line.slice(CODE_LENGTH + 1);
}

function codeOf(key: Uint8Array, challenge: string, text: string): string {
  return createHmac('sha256', key)
    .update(`${CODE_PURPOSE}\n${challenge}\n${text}`)
    .digest('base64url');
}
