// Defines which outputs count as payments, and to which address, in blocks and in the mempool.
import type { CarriedToken, Coin, Network } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable, type IncomingPayment, maturityOf, type Spend } from '../chain.ts';
import { inputsOf, outputsOf, type RawBlock } from './raw-block.ts';
import type {
  OutputAnswer,
  OutputsAnswer,
  ScriptAnswer,
  TokenAnswer,
  UnconfirmedAnswer,
} from './rpc.ts';

/** Older nodes list every key of a bare multisig in `addresses`, and anyone can create one with our key. */
const ONE_ADDRESS_TYPES = new Set([
  'pubkeyhash',
  'scripthash',
  'witness_v0_keyhash',
  'witness_v0_scripthash',
  'witness_v1_taproot',
]);

export interface Wallet {
  readonly coin: Coin;
  readonly network: Network;
}

/** Taken from the first address that was parsed. */
const segwitPrefixes = new WeakMap<Coin, Map<Network, string>>();
const LOWER_SEGWIT = /^[a-z]+1[ac-hj-np-z02-9]+$/;

/** Null when the script has no address, or the coin does not recognize it. */
export function addressOf(wallet: Wallet, script: ScriptAnswer): string | null {
  if (!ONE_ADDRESS_TYPES.has(script.type)) return null;
  const text = script.address ?? script.addresses?.[0];
  if (text === undefined) return null;
  return isCanonicalSegwit(wallet, text) ? text : parse(wallet, text);
}

/** Verifying the checksum would be most of the work of reading a block, and the node just computed it. */
function isCanonicalSegwit({ coin, network }: Wallet, text: string): boolean {
  const prefix = segwitPrefixes.get(coin)?.get(network);
  return prefix !== undefined && text.startsWith(prefix) && LOWER_SEGWIT.test(text);
}

function parse({ coin, network }: Wallet, text: string): string | null {
  const address = coin.parseAddress(text, network)?.address ?? null;
  if (address === text && LOWER_SEGWIT.test(text)) {
    const known = segwitPrefixes.get(coin) ?? new Map<Network, string>();
    known.set(network, text.slice(0, text.lastIndexOf('1') + 1));
    segwitPrefixes.set(coin, known);
  }
  return address;
}

export function paymentsInBlock({ coin, network }: Wallet, block: RawBlock): IncomingPayment[] {
  const addressOfScript = defined(coin.addressOfScript, `${coin.code} pays scripts`);
  const payments: IncomingPayment[] = [];
  for (const transaction of block.transactions) {
    const { txid, madeBy } = transaction;
    const matures = madeBy === null ? {} : { maturity: maturityOf(coin.code, madeBy, network) };
    for (const [index, { amount, script: bytes }] of outputsOf(block, transaction).entries()) {
      const parts = coin.splitScript?.(bytes) ?? { token: null, script: bytes };
      const address = amount === 0n ? null : addressOfScript(parts.script, network);
      if (address === null) continue;
      const carries = parts.token === null ? {} : { token: parts.token };
      payments.push({ txid, index, address, tag: null, amount, ...matures, ...carries });
    }
  }
  return payments;
}

/** Excludes the first transaction, the coinbase. */
export function spendsInBlock(block: RawBlock): Spend[] {
  return block.transactions.slice(1).flatMap((transaction) =>
    inputsOf(block, transaction).map(({ txid: origin, index: number }) => ({
      txid: transaction.txid,
      origin,
      number,
    })),
  );
}

/** Inputs from Litecoin's extension block spend no output. */
export function spendsIn(transactions: readonly UnconfirmedAnswer[]): Spend[] {
  return transactions.flatMap(({ txid, vin }) =>
    vin.flatMap(({ txid: origin, vout: number }) =>
      origin === undefined || number === undefined ? [] : [{ txid, origin, number }],
    ),
  );
}

/** Throws ChainUnavailable on a malformed output. */
export function paymentsIn(
  wallet: Wallet,
  transactions: readonly OutputsAnswer[],
): IncomingPayment[] {
  const currency = { ...wallet.coin, precision: wallet.coin.scale };
  const payments: IncomingPayment[] = [];
  for (const { txid, vout } of transactions) {
    for (const output of vout) {
      const address = receivingAddress(wallet, output);
      if (address === null) continue;
      const amount = parseAmount(output.value ?? '', currency);
      if (typeof amount !== 'bigint' || amount < 0n || output.n === undefined) {
        throw new ChainUnavailable(`output of ${txid} without a proper value and n`);
      }
      const carries = output.tokenData === undefined ? {} : { token: tokenOf(output.tokenData) };
      if (amount > 0n)
        payments.push({ txid, index: output.n, address, tag: null, amount, ...carries });
    }
  }
  return payments;
}

function tokenOf({ category, amount = '0', nft }: TokenAnswer): CarriedToken {
  if (nft === undefined) return { category, amount, nft: null };
  return { category, amount, nft: { commitment: '', ...nft } };
}

/** Outputs inside Litecoin's extension block are confidential and have no script. */
function receivingAddress(wallet: Wallet, output: OutputAnswer): string | null {
  if (output.ismweb === true) return null;
  if (output.scriptPubKey === undefined) throw new ChainUnavailable('an output without a script');
  return addressOf(wallet, output.scriptPubKey);
}
