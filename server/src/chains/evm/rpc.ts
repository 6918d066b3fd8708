// The JSON-RPC client of one Ethereum node.
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ChainUnavailable } from '../chain.ts';
import type { ConnectionOptions } from '../rpc/connection.ts';
import { type JsonRpc, jsonRpc } from '../rpc/json-rpc.ts';

// The shapes of the node responses (ethereum.github.io/execution-apis, geth's callTracer).

const hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
/** Some nodes write addresses with a checksum. */
const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const hexQuantity = Type.String({ pattern: '^0x[0-9a-f]{1,64}$' });
const data = Type.String({ pattern: '^0x' });

const head = { number: hexQuantity, hash, parentHash: hash, timestamp: hexQuantity };

const header = Type.Object({
  ...head,
  transactions: Type.Array(hash),
  logsBloom: Type.Optional(Type.String({ pattern: '^0x[0-9a-fA-F]{512}$' })),
});

const transaction = Type.Object({
  hash,
  from: address,
  /** Null when it creates a contract. */
  to: Type.Union([address, Type.Null()]),
  value: hexQuantity,
  nonce: hexQuantity,
  input: data,
  /** Null while it is in no block. */
  blockHash: Type.Optional(Type.Union([hash, Type.Null()])),
  blockNumber: Type.Optional(Type.Union([hexQuantity, Type.Null()])),
  gasPrice: Type.Optional(hexQuantity),
  /** The most that it pays per unit of gas (EIP-1559). */
  maxFeePerGas: Type.Optional(hexQuantity),
});

const block = Type.Object({ ...head, transactions: Type.Array(transaction) });

const pendingBlock = Type.Object({
  number: Type.Union([hexQuantity, Type.Null()]),
  transactions: Type.Array(transaction),
});

/** `status`: 0x1 when the transaction succeeded (EIP-658). */
const receipt = Type.Object({
  transactionHash: hash,
  blockHash: hash,
  status: Type.Union([Type.Literal('0x0'), Type.Literal('0x1')]),
  gasUsed: hexQuantity,
  effectiveGasPrice: hexQuantity,
  /** The data fee charged on top of gas (OP stack). */
  l1Fee: Type.Optional(hexQuantity),
  logs: Type.Optional(Type.Array(Type.Object({ address, topics: Type.Array(hash), data }))),
});

const log = Type.Object({
  address,
  topics: Type.Array(hash),
  data,
  blockHash: hash,
  transactionHash: hash,
  /** Set when a reorganization removed its block. */
  removed: Type.Optional(Type.Boolean()),
});

const loggedReceipt = Type.Object({ transactionHash: hash, logs: Type.Array(log) });

/** `error`: the call and all nested calls were reverted. */
export interface Frame {
  readonly type: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  readonly calls?: readonly Frame[] | undefined;
}

const frame = Type.Cyclic(
  {
    Frame: Type.Object({
      type: Type.String(),
      from: Type.Optional(address),
      to: Type.Optional(address),
      value: Type.Optional(hexQuantity),
      error: Type.Optional(Type.String()),
      calls: Type.Optional(Type.Array(Type.Ref('Frame'))),
    }),
  },
  'Frame',
);

/** Geth includes the transaction hash from 1.12 on. */
const trace = Type.Object({ txHash: Type.Optional(hash), result: frame });

/** As written by OpenEthereum's `trace` module and its successors. */
const flatTrace = Type.Object({
  type: Type.String(),
  action: Type.Object({
    callType: Type.Optional(Type.String()),
    from: Type.Optional(address),
    to: Type.Optional(Type.Union([address, Type.Null()])),
    value: Type.Optional(hexQuantity),
    /** The recipient of a self-destructed contract's balance. */
    refundAddress: Type.Optional(address),
    balance: Type.Optional(hexQuantity),
  }),
  error: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Only compared, so the format is not checked. */
  blockHash: Type.String(),
  /** Absent or null for payments by the block itself. */
  transactionHash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  traceAddress: Type.Array(Type.Integer()),
});

/** `baseFeePerGas` has one more entry than there are blocks: that of the next one. */
const feeHistory = Type.Object({
  baseFeePerGas: Type.Array(hexQuantity, { minItems: 1 }),
  reward: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.Array(hexQuantity))])),
});

export type TransactionAnswer = Static<typeof transaction>;
export type FlatTrace = Static<typeof flatTrace>;
export type ReceiptAnswer = Static<typeof receipt>;
export type LogAnswer = Static<typeof log>;
export type HeaderAnswer = Static<typeof header>;

export const shapes = {
  quantity: Compile(hexQuantity),
  text: Compile(Type.String()),
  data: Compile(data),
  word: Compile(hash),
  syncing: Compile(Type.Union([Type.Literal(false), Type.Object({ highestBlock: hexQuantity })])),
  hash: Compile(hash),
  header: Compile(header),
  /** Null above the tip. */
  headerOrNull: Compile(Type.Union([Type.Null(), header])),
  block: Compile(block),
  pendingBlock: Compile(pendingBlock),
  transactionOrNull: Compile(Type.Union([Type.Null(), transaction])),
  receipt: Compile(receipt),
  frame: Compile(frame),
  receipts: Compile(Type.Array(receipt)),
  logs: Compile(Type.Array(log)),
  loggedReceipt: Compile(loggedReceipt),
  loggedReceipts: Compile(Type.Array(loggedReceipt)),
  traces: Compile(Type.Array(trace)),
  flatTraces: Compile(Type.Array(flatTrace)),
  feeHistory: Compile(feeHistory),
} as const;

// Hexadecimal numbers (EIP-1474, "Quantity"), and 32-byte words of contracts (Solidity ABI specification).

const WORD_DIGITS = 64;
const EXCERPT_LENGTH = 40;
const WORD = /^0x[0-9a-fA-F]{64}$/;
const ADDRESS_WORD = /^0x0{24}([0-9a-fA-F]{40})$/;

export function quantity(number: number): string {
  return `0x${number.toString(16)}`;
}

/** Throws ChainUnavailable on a value that a JavaScript number cannot hold exactly. */
export function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new ChainUnavailable(`a number out of range: ${text}`);
}

export function addressWord(address: string): string {
  return `0x${address.slice(2).padStart(WORD_DIGITS, '0')}`;
}

export function readAddressWord(word: string): string | null {
  const digits = ADDRESS_WORD.exec(word)?.[1];
  return digits === undefined ? null : `0x${digits.toLowerCase()}`;
}

/** Throws ChainUnavailable on anything but one number, for example when no contract exists at the address. */
export function readNumber(answer: string, what: string): bigint {
  if (WORD.test(answer)) return BigInt(answer);
  throw new ChainUnavailable(`${what} is no number: ${answer.slice(0, EXCERPT_LENGTH)}`);
}

export type EvmRpc = JsonRpc;

/** "Limit exceeded" (EIP-1474): the node applies a rate limit. */
const LIMIT_EXCEEDED = -32005;

export function evmRpc(options: ConnectionOptions): EvmRpc {
  return jsonRpc(options, { version: '2.0', notNow: LIMIT_EXCEEDED });
}
