// The port for outgoing transfers of ether and tokens over the JSON-RPC of an Ethereum node.
import { evmNodes } from '../../coins/nodes.ts';
import { defined } from '../../core/assert.ts';
import { mostQuote } from '../most-quote.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import type {
  AccountState,
  Broadcast,
  SendingFamily,
  SignedTransfer,
  Spender,
  TransferNetwork,
  TransferPlan,
} from '../transfers.ts';
import type { EvmOptions } from './evm-chain.ts';
import { feeOf, payeeGas, readQuotes } from './fee-quotes.ts';
import { type EvmRpc, evmRpc, quantity, shapes, toNumber } from './rpc.ts';
import { transferSigner } from './sign-transfer.ts';
import { feeIn, readReceipt, tokenQuestions } from './token-questions.ts';

/** A full block is a megabyte of JSON. */
const BLOCKS_AT_ONCE = 10;

export function evmFamily(options: EvmOptions): SendingFamily {
  return { network: evmTransfers(options), sign: transferSigner(options) };
}

function evmTransfers(options: EvmOptions): TransferNetwork {
  const rpc = evmRpc(options);
  return {
    coin: options.coin.code,
    model: 'sequence',
    isReplaceable: true,
    dust: 0n,
    dustOf: () => 0n,
    ...(options.coin.token === null ? etherQuestions(rpc, options) : tokenQuestions(rpc, options)),
    broadcast: (transfer) => broadcast(rpc, transfer),
    spendersOf: (plan, aboveHeight) => findSpender(rpc, plan, aboveHeight),
    close: () => rpc.close(),
  };
}

function etherQuestions(
  rpc: EvmRpc,
  { coin }: Pick<EvmOptions, 'coin'>,
): ReturnType<typeof tokenQuestions> {
  const nodes = evmNodes(coin);
  const ordinary = nodes.gas.payment;
  return {
    feeQuotes: () => readQuotes(rpc, { nodes, gas: ordinary, most: mostQuote(coin) }),
    feeFor: (quote, { gas }) => feeOf(quote, { gas, ordinary }),
    async gasFor({ address }) {
      const payee = await payeeGas(rpc, nodes, address);
      // `refusalOf` has already detected a recipient that rejects payments.
      return 'gas' in payee ? payee.gas : ordinary;
    },
    async refusalOf({ address }) {
      const payee = await payeeGas(rpc, nodes, address);
      return 'refusal' in payee ? payee.refusal : null;
    },
    account: (address) => readAccount(rpc, address),
    async outcome(txid, block) {
      const receipt = await readReceipt(rpc, txid, block);
      return { hasFailed: receipt.status === '0x0', fee: feeIn(receipt) };
    },
  };
}

async function readAccount(rpc: EvmRpc, address: string): Promise<AccountState> {
  const params = [address, 'latest'];
  const [balance, count] = await rpc.request([
    { method: 'eth_getBalance', params },
    { method: 'eth_getTransactionCount', params },
  ]);
  const what = `account ${address} at ${rpc.node}`;
  return {
    spendable: BigInt(shaped(shapes.quantity, resultOf(balance, what), what)),
    nextNumber: toNumber(shaped(shapes.quantity, resultOf(count, what), what)),
  };
}

/** Error messages differ between nodes, so the node is checked for the transaction after an error. */
async function broadcast(rpc: EvmRpc, { raw, txid }: SignedTransfer): Promise<Broadcast> {
  const [answer] = await rpc.request([{ method: 'eth_sendRawTransaction', params: [raw] }]);
  const sent = defined(answer, 'one answer for one call');
  if (sent.ok) {
    const named = shaped(shapes.hash, sent.result, `eth_sendRawTransaction at ${rpc.node}`);
    if (named === txid) return { kind: 'accepted' };
    throw new Error(`${rpc.node} names ${named} what is ${txid}`);
  }
  const found = await rpc.call('eth_getTransactionByHash', txid);
  const transaction = shaped(shapes.transactionOrNull, found, `${txid} at ${rpc.node}`);
  return transaction === null ? { kind: 'refused', reason: sent.message } : { kind: 'known' };
}

/** Called only when the node rejects a transfer, so it may read every block since the transfer was planned. */
async function findSpender(
  rpc: EvmRpc,
  { origin }: TransferPlan,
  aboveHeight: number,
): Promise<readonly Spender[]> {
  if (!('sender' in origin)) throw new Error('only numbers are used up here');
  const [count, latest] = await rpc.request([
    { method: 'eth_getTransactionCount', params: [origin.sender, 'latest'] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ]);
  const what = `account ${origin.sender} at ${rpc.node}`;
  const next = toNumber(shaped(shapes.quantity, resultOf(count, what), what));
  // The nonce is unused on the chain, so there is no spender to find.
  if (next <= origin.number) return [];
  const tip = shaped(shapes.header, resultOf(latest, what), `tip of ${rpc.node}`);
  for (let from = aboveHeight + 1; from <= toNumber(tip.number); from += BLOCKS_AT_ONCE) {
    const found = await searchBlocks(rpc, origin, from);
    if (found !== null) return [found];
  }
  return [];
}

async function searchBlocks(
  rpc: EvmRpc,
  origin: { readonly sender: string; readonly number: number },
  from: number,
): Promise<Spender | null> {
  const heights = Array.from({ length: BLOCKS_AT_ONCE }, (_, n) => from + n);
  const answers = await rpc.request(
    heights.map((height) => ({ method: 'eth_getBlockByNumber', params: [quantity(height), true] })),
  );
  for (const [n, height] of heights.entries()) {
    const what = `block ${height} at ${rpc.node}`;
    const result = resultOf(answers[n], what);
    if (result === null) return null;
    const { hash, transactions } = shaped(shapes.block, result, what);
    const spender = transactions.find(
      (item) => item.from.toLowerCase() === origin.sender && toNumber(item.nonce) === origin.number,
    );
    if (spender !== undefined) return { index: 0, txid: spender.hash, block: { height, hash } };
  }
  return null;
}
