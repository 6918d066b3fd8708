// The port for money going out (chains/transfers.ts) over the JSON-RPC of an Ethereum node.
import { known } from '../../core/assert.ts';
import { type BlockRef, ChainUnavailable } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type {
  AccountState,
  Broadcast,
  SendingFamily,
  SignedTransfer,
  TransferNetwork,
  TransferOutcome,
} from '../transfers.ts';
import { shapes } from './answers.ts';
import type { EvmOptions } from './evm-chain.ts';
import { readQuotes } from './fee-quotes.ts';
import { findSpender } from './find-spender.ts';
import { PAYMENT_GAS, payeeGas } from './payee-gas.ts';
import { toNumber } from './quantity.ts';
import { type EvmRpc, evmRpc } from './rpc.ts';
import { transferSigner } from './sign-transfer.ts';

export function evmFamily(options: EvmOptions): SendingFamily {
  return { network: evmTransfers(options), sign: transferSigner(options.network) };
}

function evmTransfers(options: EvmOptions): TransferNetwork {
  const rpc = evmRpc(options);
  return {
    coin: options.coin.code,
    model: 'sequence',
    isReplaceable: true,
    dust: 0n,
    feeQuotes: () => readQuotes(rpc),
    feeFor: (quote, { gas }) => feeOf(quote, BigInt(gas ?? PAYMENT_GAS)),
    async gasFor(address) {
      const payee = await payeeGas(rpc, address);
      // Whoever refuses payments was asked about before (refusalOf).
      return 'gas' in payee ? payee.gas : PAYMENT_GAS;
    },
    async refusalOf({ address }) {
      const payee = await payeeGas(rpc, address);
      return 'refusal' in payee ? payee.refusal : null;
    },
    account: (address) => readAccount(rpc, address),
    broadcast: (transfer) => broadcast(rpc, transfer),
    outcome: (txid, block) => readOutcome(rpc, txid, block),
    spendersOf: (plan, aboveHeight) => findSpender(rpc, plan, aboveHeight),
    close: () => rpc.close(),
  };
}

/** Up to a multiple of the gas, so that the price is no less than was quoted. */
function feeOf(quote: bigint, gas: bigint): bigint {
  const ordinary = BigInt(PAYMENT_GAS);
  const price = (quote + ordinary - 1n) / ordinary;
  return gas === ordinary ? quote : price * gas;
}

async function readAccount(rpc: EvmRpc, address: string): Promise<AccountState> {
  const params = [address, 'latest'];
  const [balance, count] = await rpc.ask([
    { method: 'eth_getBalance', params },
    { method: 'eth_getTransactionCount', params },
  ]);
  const what = `account ${address} at ${rpc.node}`;
  return {
    spendable: BigInt(shaped(shapes.quantity, resultOf(balance, what), what)),
    nextNumber: toNumber(shaped(shapes.quantity, resultOf(count, what), what)),
  };
}

/** Refusals differ from node to node; whether it has the transaction after all does not. */
async function broadcast(rpc: EvmRpc, { raw, txid }: SignedTransfer): Promise<Broadcast> {
  const [answer] = await rpc.ask([{ method: 'eth_sendRawTransaction', params: [raw] }]);
  const sent = known(answer, 'one answer for one call');
  if (sent.ok) {
    const named = shaped(shapes.hash, sent.result, `eth_sendRawTransaction at ${rpc.node}`);
    if (named === txid) return { kind: 'accepted' };
    throw new Error(`${rpc.node} names ${named} what is ${txid}`);
  }
  const found = await rpc.call('eth_getTransactionByHash', txid);
  const transaction = shaped(shapes.transactionOrNull, found, `${txid} at ${rpc.node}`);
  return transaction === null ? { kind: 'refused', reason: sent.message } : { kind: 'known' };
}

async function readOutcome(rpc: EvmRpc, txid: string, block: BlockRef): Promise<TransferOutcome> {
  const answer = await rpc.call('eth_getTransactionReceipt', txid);
  const receipt = shaped(shapes.receipt, answer, `receipt of ${txid} at ${rpc.node}`);
  if (receipt.blockHash !== block.hash) {
    throw new ChainUnavailable(`${txid} moved from block ${block.hash} to ${receipt.blockHash}`);
  }
  return {
    hasFailed: receipt.status === '0x0',
    fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
  };
}
