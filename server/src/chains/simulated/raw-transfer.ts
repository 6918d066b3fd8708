// The raw form of a simulated transfer: JSON text in a fixed order. Its hash is the txid, as on real networks.

import Type from 'typebox';
import Value from 'typebox/value';
import { parsedJson } from '../../core/json-text.ts';
import { hashOf } from './simulation.ts';

export interface Outpoint {
  readonly txid: string;
  readonly index: number;
}

export interface TransferOutput {
  readonly address: string;
  readonly tag: number | null;
  /** In the coin's smallest unit. */
  readonly amount: bigint;
}

/** Outputs (BTC, LTC, BCH), or one nonce or sequence of the sender (ETH, XRP). */
export type TransferOrigin =
  | { readonly inputs: readonly Outpoint[] }
  | { readonly sender: string; readonly sequence: number };

export interface RawTransfer {
  readonly coin: string;
  readonly origin: TransferOrigin;
  /** Empty: the transfer only uses up the sender's nonce or sequence. */
  readonly outputs: readonly TransferOutput[];
  /** In the smallest unit. */
  readonly fee: bigint;
  /** ETH: the part of the fee that may go to the block producer. Absent: all of it. */
  readonly tip?: bigint;
  /** ETH: the gas limit, where it was estimated. */
  readonly gas?: number;
  /** XRP: the last block that may include it. */
  readonly expiresAtHeight?: number;
}

/** Equal transfers give equal text. */
export function encodeTransfer(transfer: RawTransfer): string {
  const { coin, origin, outputs, fee, tip, gas, expiresAtHeight } = transfer;
  const paid = outputs.map(({ address, tag, amount }) => ({ address, tag, amount: `${amount}` }));
  const from =
    'inputs' in origin
      ? { inputs: origin.inputs.map(({ txid, index }) => ({ txid, index })) }
      : { sender: origin.sender, sequence: origin.sequence };
  const rest = {
    ...(tip === undefined ? {} : { tip: `${tip}` }),
    ...(gas === undefined ? {} : { gas }),
    ...(expiresAtHeight === undefined ? {} : { expiresAtHeight }),
  };
  return JSON.stringify({ coin, ...from, outputs: paid, fee: `${fee}`, ...rest });
}

export function transferTxid(coin: string, raw: string): string {
  return hashOf(coin, raw);
}

/** Text, because a JSON number loses digits above 2^53. The database holds 78 digits. */
const amount = Type.String({ pattern: '^[0-9]{1,78}$' });
const index = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const output = Type.Object({
  address: Type.String(),
  tag: Type.Union([Type.Integer(), Type.Null()]),
  amount,
});
const shared = {
  coin: Type.String(),
  outputs: Type.Array(output),
  fee: amount,
  tip: Type.Optional(amount),
  gas: Type.Optional(index),
  expiresAtHeight: Type.Optional(index),
};
const spendingOutputs = Type.Object({
  ...shared,
  outputs: Type.Array(output, { minItems: 1 }),
  inputs: Type.Array(Type.Object({ txid: Type.String(), index }), { minItems: 1 }),
});
const numbered = Type.Object({ ...shared, sender: Type.String(), sequence: index });

/** Null when the text is no raw transfer. */
export function decodeTransfer(raw: string): RawTransfer | null {
  const parsed = parsedJson(raw);
  if (Value.Check(spendingOutputs, parsed)) {
    return withAmounts(parsed, { inputs: parsed.inputs });
  }
  if (Value.Check(numbered, parsed)) {
    return withAmounts(parsed, { sender: parsed.sender, sequence: parsed.sequence });
  }
  return null;
}

function withAmounts(
  parsed: {
    coin: string;
    fee: string;
    tip?: string;
    gas?: number;
    expiresAtHeight?: number;
    outputs: { address: string; tag: number | null; amount: string }[];
  },
  origin: TransferOrigin,
): RawTransfer {
  const outputs = parsed.outputs.map((output) => ({ ...output, amount: BigInt(output.amount) }));
  const gas = parsed.gas === undefined ? {} : { gas: parsed.gas };
  const { expiresAtHeight: last } = parsed;
  const expiry = last === undefined ? {} : { expiresAtHeight: last };
  const tip = parsed.tip === undefined ? {} : { tip: BigInt(parsed.tip) };
  return { coin: parsed.coin, origin, outputs, fee: BigInt(parsed.fee), ...tip, ...gas, ...expiry };
}
