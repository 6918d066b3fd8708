// Which outputs count as payments, and to which address. Used for blocks and the mempool; the address
// rule also names the sources of a transaction.
import type { Coin, Network } from '../../coins/coin.ts';
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable, type IncomingPayment } from '../chain.ts';
import type { OutputAnswer, OutputsAnswer, ScriptAnswer } from './answers.ts';

/**
 * Script types that pay exactly one address. The others must not be read by their `addresses`: older
 * nodes list there every key of a bare multisig, which anyone can make name our key beside his own.
 */
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

/** The one address a script pays, canonical; null when it has none or the coin does not know it. */
export function addressOf(wallet: Wallet, script: ScriptAnswer): string | null {
  if (!ONE_ADDRESS_TYPES.has(script.type)) return null;
  const text = script.address ?? script.addresses?.[0];
  if (text === undefined) return null;
  return wallet.coin.parseAddress(text, wallet.network)?.address ?? null;
}

/** The payments in some transactions, in their order. Throws ChainUnavailable on an output that makes no sense. */
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
      if (amount > 0n) payments.push({ txid, index: output.n, address, tag: null, amount });
    }
  }
  return payments;
}

/**
 * Outputs inside Litecoin's extension block are confidential and have no script. Outputs that carry
 * BCH CashTokens are left alone: spending one needs the tokens in the signed data (CHIP-2022-02), so
 * crediting it would put an input that makes a withdrawal invalid among ours.
 */
function receivingAddress(wallet: Wallet, output: OutputAnswer): string | null {
  if (output.ismweb === true || output.tokenData !== undefined) return null;
  if (output.scriptPubKey === undefined) throw new ChainUnavailable('an output without a script');
  return addressOf(wallet, output.scriptPubKey);
}
