// The JSON-RPC client of one node of the bitcoind family.
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ConnectionOptions } from '../rpc/connection.ts';
import { type JsonRpc, jsonRpc } from '../rpc/json-rpc.ts';

// Fields that Litecoin omits on MWEB inputs and outputs are optional here; the readers require them.

const hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

const script = Type.Object({
  type: Type.String(),
  hex: Type.Optional(Type.String()),
  /** Bitcoin Core 22 and later. */
  address: Type.Optional(Type.String()),
  /** Older nodes, Litecoin Core and BCHN. */
  addresses: Type.Optional(Type.Array(Type.String())),
});

/** The CashToken of a BCH output (Bitcoin Cash Node, doc/rpc, `tokenData`). */
const tokenData = Type.Object({
  category: hash,
  /** Up to 9223372036854775807. */
  amount: Type.Optional(Type.String({ pattern: '^[0-9]{1,19}$' })),
  nft: Type.Optional(
    Type.Object({
      capability: Type.Union([
        Type.Literal('none'),
        Type.Literal('mutable'),
        Type.Literal('minting'),
      ]),
      commitment: Type.Optional(Type.String({ pattern: '^([0-9a-f]{2})*$' })),
    }),
  ),
});

const output = Type.Object({
  ismweb: Type.Optional(Type.Boolean()),
  /** A decimal text, see `parseAnswer`. */
  value: Type.Optional(Type.String()),
  n: Type.Optional(Type.Integer({ minimum: 0 })),
  scriptPubKey: Type.Optional(script),
  tokenData: Type.Optional(tokenData),
});

const input = Type.Object({
  txid: Type.Optional(hash),
  vout: Type.Optional(Type.Integer({ minimum: 0 })),
  scriptSig: Type.Optional(Type.Object({ hex: Type.String() })),
  txinwitness: Type.Optional(Type.Array(Type.String())),
  /** Bitcoin Core 24 and later, with verbosity 2. */
  prevout: Type.Optional(Type.Object({ scriptPubKey: script })),
});

const outputs = Type.Object({ txid: hash, vout: Type.Array(output) });

/** Inputs that come from Litecoin's extension block have no outpoint. */
const place = Type.Object({
  txid: Type.Optional(hash),
  vout: Type.Optional(Type.Integer({ minimum: 0 })),
});
const unconfirmed = Type.Object({
  txid: hash,
  vout: Type.Array(output),
  vin: Type.Array(place),
});

const transaction = Type.Object({
  txid: hash,
  vout: Type.Array(output),
  vin: Type.Array(input),
  blockhash: Type.Optional(hash),
});

const header = Type.Object({
  hash,
  height: Type.Integer({ minimum: 0 }),
  /** -1 when the block is not on the best chain. */
  confirmations: Type.Integer(),
});

const chainInfo = Type.Object({
  chain: Type.String(),
  blocks: Type.Integer({ minimum: 0 }),
  bestblockhash: hash,
});

/** `pruneheight` is present only on pruned nodes. */
const chainState = Type.Object({
  blocks: Type.Integer({ minimum: 0 }),
  headers: Type.Integer({ minimum: 0 }),
  bestblockhash: hash,
  pruned: Type.Optional(Type.Boolean()),
  pruneheight: Type.Optional(Type.Integer()),
});

const networkState = Type.Object({
  subversion: Type.String(),
  connections: Type.Integer({ minimum: 0 }),
  timeoffset: Type.Optional(Type.Integer()),
});

/** BCHN reports the size in bytes and the fee beside it; others the virtual size, and the fee in `fees`. */
const mempoolEntry = Type.Object({
  vsize: Type.Optional(Type.Integer({ minimum: 1 })),
  size: Type.Optional(Type.Integer({ minimum: 1 })),
  fees: Type.Optional(Type.Object({ base: Type.String() })),
  fee: Type.Optional(Type.String()),
});

const unspent = Type.Union([
  Type.Null(),
  Type.Object({ bestblock: hash, confirmations: Type.Integer(), scriptPubKey: script }),
]);

export type ScriptAnswer = Static<typeof script>;
export type TokenAnswer = Static<typeof tokenData>;
export type OutputAnswer = Static<typeof output>;
export type OutputsAnswer = Static<typeof outputs>;
export type UnconfirmedAnswer = Static<typeof unconfirmed>;
export type InputAnswer = Static<typeof input>;
export type TransactionAnswer = Static<typeof transaction>;

export const shapes = {
  hash: Compile(hash),
  txids: Compile(Type.Array(hash)),
  /** `txid` is the double-spent transaction, which may be an ancestor of the requested one. */
  proof: Compile(Type.Object({ dspid: hash })),
  script: Compile(script),
  outputs: Compile(outputs),
  unconfirmed: Compile(unconfirmed),
  transaction: Compile(transaction),
  mempoolEntry: Compile(mempoolEntry),
  bytes: Compile(Type.String()),
  /** A decimal text, see `parseAnswer`. Absent when the node has too little data for an estimate. */
  feeEstimate: Compile(
    Type.Object({ feerate: Type.Optional(Type.String()), blocks: Type.Integer({ minimum: 0 }) }),
  ),
  /** Coins per 1000 bytes (BCHN). Negative when the node has too little data for an estimate. */
  plainRate: Compile(Type.String()),
  header: Compile(header),
  chainInfo: Compile(chainInfo),
  networkInfo: Compile(Type.Object({ subversion: Type.String() })),
  unspent: Compile(unspent),
  unspentValue: Compile(Type.Union([Type.Null(), Type.Object({ value: Type.String() })])),
  chainState: Compile(chainState),
  networkState: Compile(networkState),
  headerTime: Compile(Type.Object({ time: Type.Integer({ minimum: 0 }) })),
} as const;

/** Only numbers outside strings: inside one, the closing quote of the name would be written `\"`. */
const NUMERIC_VALUE = /"(value|feerate|result|fee|base)"\s*:\s*(-?\d[\d.eE+-]*)/g;

export type BitcoindRpc = JsonRpc;

/** RPC_INVALID_ADDRESS_OR_KEY: no such transaction or block (Bitcoin Core rpc/protocol.h). */
export const NOT_FOUND = -5;
/** RPC_MISC_ERROR: wrong number or type of parameters, among others. */
export const UNKNOWN_FORM = -1;
/** RPC_INVALID_PARAMETER: for getblockhash, a height above the tip. */
export const OUT_OF_RANGE = -8;

/** Opens no connection yet. Throws when the address is not a URL. */
export function bitcoindRpc(options: ConnectionOptions): BitcoindRpc {
  return jsonRpc(options, { version: '1.0', read: parseAnswer });
}

/** Parses JSON and returns the fields of `NUMERIC_VALUE` as text, to keep all digits. Throws SyntaxError. */
export function parseAnswer(text: string): unknown {
  return JSON.parse(text.replace(NUMERIC_VALUE, '"$1":"$2"'));
}
