// Queries for sending a token: balances, gas, and whether a call moved the intended amount.
import { ERC20, events } from 'micro-eth-signer/abi.js';
import type { Coin } from '../../coins/coin.ts';
import { evmNodes } from '../../coins/nodes.ts';
import { defined } from '../../core/assert.ts';
import { type BlockRef, ChainUnavailable } from '../chain.ts';
import { mostQuote } from '../most-quote.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import type {
  AccountState,
  PayeeRefusal,
  PaymentFrom,
  PlannedOutput,
  TransferNetwork,
  TransferPlan,
  TransferResult,
} from '../transfers.ts';
import type { EvmOptions } from './evm-chain.ts';
import { feeOf, readQuotes, withRoom } from './fee-quotes.ts';
import { type EvmRpc, type ReceiptAnswer, shapes, toNumber } from './rpc.ts';
import { balanceCall, contractOf, inContract, inLedger, transferCall } from './token-call.ts';

interface Entries {
  readonly coin: Coin;
  readonly contract: string;
}

type Questions = 'feeQuotes' | 'feeFor' | 'gasFor' | 'refusalOf' | 'account' | 'outcome';

export function tokenQuestions(
  rpc: EvmRpc,
  { coin, network }: EvmOptions,
): Required<Pick<TransferNetwork, Questions>> {
  const contract = contractOf(coin, network);
  const nodes = evmNodes(coin);
  const ordinary = nodes.gas.token;
  return {
    feeQuotes: () => readQuotes(rpc, { nodes, gas: ordinary, most: mostQuote(coin) }),
    feeFor: (quote, { gas }) => feeOf(quote, { gas, ordinary }),
    gasFor: (payment) => transferGas(rpc, { coin, contract }, payment),
    refusalOf: (payment) => refusalOf(rpc, contract, payment),
    account: (address) => readAccount(rpc, { coin, contract }, address),
    outcome: (txid, block, plan) => readResult(rpc, { coin, contract }, { txid, block, plan }),
  };
}

/** At least the ordinary amount: unused gas is not charged. */
async function transferGas(
  rpc: EvmRpc,
  { coin, contract: to }: Entries,
  payment: PaymentFrom,
): Promise<number> {
  const ordinary = evmNodes(coin).gas.token;
  const data = transferCall(inContract(coin, payment));
  const call = { from: payment.sender, to, data };
  const [answer] = await rpc.request([{ method: 'eth_estimateGas', params: [call] }]);
  // The gas cannot be estimated when the sender's balance is too low.
  if (answer?.ok !== true) return withRoom(ordinary);
  const gas = toNumber(shaped(shapes.quantity, answer.result, `eth_estimateGas at ${rpc.node}`));
  return Math.max(ordinary, withRoom(gas));
}

/** The contract may be paused or block the recipient. Simulates a transfer of zero to itself, which needs no funds. */
async function refusalOf(
  rpc: EvmRpc,
  to: string,
  { address }: PlannedOutput,
): Promise<PayeeRefusal | null> {
  if (address === to) return { code: 'token_contract' };
  const call = { from: address, to, data: transferCall({ address, amount: 0n }) };
  const [answer] = await rpc.request([{ method: 'eth_call', params: [call, 'latest'] }]);
  return answer === undefined || answer.ok ? null : { message: answer.message };
}

async function readAccount(
  rpc: EvmRpc,
  { coin, contract: to }: Entries,
  address: string,
): Promise<AccountState> {
  const params = [address, 'latest'];
  const answers = await rpc.request([
    { method: 'eth_call', params: [{ to, data: balanceCall(address) }, 'latest'] },
    { method: 'eth_getTransactionCount', params },
    { method: 'eth_getBalance', params },
  ]);
  const what = `account ${address} at ${rpc.node}`;
  const [held, count, ether] = answers.map((answer) => resultOf(answer, what));
  return {
    spendable: inLedger(coin, BigInt(shaped(shapes.word, held, what))),
    nextNumber: toNumber(shaped(shapes.quantity, count, what)),
    forFees: BigInt(shaped(shapes.quantity, ether, what)),
  };
}

interface Question {
  readonly txid: string;
  readonly block: BlockRef;
  readonly plan: TransferPlan | undefined;
}

/**
 * A contract may return success and move nothing, so only its log of the exact amount counts. If the contract logged
 * another movement from our sender, for example because it keeps a fee (Tether may), the transfer has not failed:
 * failed means that nothing was paid.
 */
async function readResult(
  rpc: EvmRpc,
  entries: Entries,
  { txid, block, plan }: Question,
): Promise<TransferResult> {
  const receipt = await readReceipt(rpc, txid, block);
  const fee = feeIn(receipt);
  if (receipt.status === '0x0') return { hasFailed: true, fee };
  if (plan === undefined || plan.setting === 'nothing') return { hasFailed: false, fee };
  // Missing logs do not mean that nothing moved.
  if (receipt.logs === undefined)
    throw new ChainUnavailable(`receipt of ${txid} at ${rpc.node} is without its logs`);
  const moved = movesOf(receipt.logs, entries, plan);
  if (moved.isAsPlanned) return { hasFailed: false, fee };
  return { hasFailed: !moved.isAny, fee, movedOtherwise: moved.isAny };
}

/** Throws ChainUnavailable, also when the transaction has moved to another block. */
export async function readReceipt(
  rpc: EvmRpc,
  txid: string,
  block: BlockRef,
): Promise<ReceiptAnswer> {
  const answer = await rpc.call('eth_getTransactionReceipt', txid);
  const receipt = shaped(shapes.receipt, answer, `receipt of ${txid} at ${rpc.node}`);
  if (receipt.blockHash === block.hash) return receipt;
  throw new ChainUnavailable(`${txid} moved from block ${block.hash} to ${receipt.blockHash}`);
}

/** In wei, including the separate data fee of a rollup. */
export function feeIn({ gasUsed, effectiveGasPrice, l1Fee }: ReceiptAnswer): bigint {
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee ?? 0);
}

const { Transfer } = events(ERC20);
/** The length of one number in a log's data (Solidity ABI specification). */
const WORD_DIGITS = 64;

/** Any movement from the plan's sender, and the exact payment. */
function movesOf(
  logs: NonNullable<ReceiptAnswer['logs']>,
  { coin, contract }: Entries,
  plan: TransferPlan,
) {
  const { origin, outputs } = plan;
  const payment = inContract(coin, defined(outputs[0], 'a token is paid to one address'));
  const from = 'sender' in origin ? origin.sender : '';
  const [event, source, payee] = Transfer.topics({ from, to: payment.address, value: null });
  const word = `0x${payment.amount.toString(16).padStart(WORD_DIGITS, '0')}`;
  const ofSender = logs.filter(
    ({ address, topics }) =>
      address.toLowerCase() === contract && topics[0] === event && topics[1] === source,
  );
  const isAsPlanned = ofSender.some(
    ({ topics, data }) => topics[2] === payee && data.toLowerCase() === word,
  );
  return { isAny: ofSender.length > 0, isAsPlanned };
}
