// What a family brings to the suite over money going out (transfers.ts), beside what the suite of the Chain port
// asks for; and how that suite plans its payments: each from money of its own, already in a block.
import type { Chain } from '../../src/chains/chain.ts';
import type {
  PlannedOrigin,
  SendingFamily,
  SignedTransfer,
  TransferPlan,
} from '../../src/chains/transfers.ts';
import type { Destination, Network } from '../../src/coins/coin.ts';
import type { RefusalFormat } from '../../src/coins/nodes.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { plannedFee } from '../../src/payouts/transfer-fees.ts';
import { type ChainHarness, depositsOf } from './chain-harness.ts';

/** As in chain-harness.ts: a test of what a network or its harness does not have is not written down for it. */
export interface TransferAbilities {
  /** Mines blocks that leave out what waits. */
  readonly mineEmpty: boolean;
  /** Makes the node forget what is unconfirmed. */
  readonly drop: boolean;
  readonly setDown: boolean;
  /** Is reached by an address, and so could belong to a third party. */
  readonly openAt: boolean;
  /** Keeps a transfer whose number is ahead until its turn comes (ETH). */
  readonly queuesNumbers: boolean;
  /** Wants fee and tip of a replacement a tenth more expensive each; anvil only the fee, by anything. */
  readonly pricesAsGeth?: boolean;
  /** Senders number their transfers (ETH, XRP). */
  readonly numbers?: boolean;
  /** The harness has an account that refuses payments (XRP). */
  readonly refusingPayee?: boolean;
  /** Answers for ever of what it was once given, and transfers expire (XRP). */
  readonly remembers?: boolean;
  /** Transfers name the last block that may hold them, and the harness mines blocks that leave one out (XRP). */
  readonly expires?: boolean;
  /**
   * Takes a transfer of money that is not there, and mines it as a failure: only a contract knows balances of it, or it
   * takes its fee (XRP).
   */
  readonly failsLater?: boolean;
  /** As in chain-harness.ts. */
  readonly isFinal?: true;
  /** Refuses what is valid and not standard, as nodes of BTC, LTC and BCH do unless told otherwise. */
  readonly isStandard?: boolean;
  /** Refuses long chains of unconfirmed transactions. */
  readonly limitsChains?: boolean;
  /** Mines to an address of ours. */
  readonly mineTo?: boolean;
  /** Pays one of ours out of an extension block (LTC). */
  readonly pegOutTo?: boolean;
}

export interface OpenPorts {
  readonly chain: Chain;
  readonly sending: SendingFamily;
}

export interface TransferHarness extends ChainHarness {
  /** Opens the port for money going out: another one, or the same again after a restart. */
  openSending(): Promise<SendingFamily>;
  /** The private key of an address that `newDestination` gave. */
  keyOf(address: string): Uint8Array;
  /** An external address. On XRP an existing account, because a first payment must create it. */
  payee(): Promise<Destination>;
  /** Adds blocks that leave what waits in the mempool there. */
  mineEmpty(count: number): Promise<void>;
  /** Mines a block whose reward is ours. With `mineTo`. */
  mineTo?(destination: Destination): Promise<void>;
  /** With `pegOutTo`: in a block. */
  pegOutTo?(destination: Destination): Promise<void>;
  /** How its node words refusals, where that is not how nodes of the coin do. */
  readonly refusalFormat?: RefusalFormat;
  /** Empties the mempool of the node. */
  drop(): Promise<void>;
  /** Tokens: gives an address enough of the coin of fees, in the next block. */
  fundFees?(address: string): Promise<void>;
  /** XRP: an account that accepts payments only from authorized senders. */
  refusingPayee?(): Promise<Destination>;
  /** Opens the ports at another address, or as if configured for another network. Nothing connects yet. */
  openAt(at: { readonly url?: string; readonly network?: Network }): OpenPorts;
}

export interface Sending extends OpenPorts {
  readonly harness: TransferHarness;
}

export type CurrentSending = () => Sending;

/** Each payment has this much behind it. On XRP the rest stays above any reserve. */
const FUNDING = '50';
/** With a last digit that no rounding would give. */
const PAID = '11.000001';

export function paidAmount({ coin }: TransferHarness): bigint {
  return amountOf(PAID, coin);
}

export interface PaymentRequest {
  readonly payee: Destination;
  /** Default: the average quote. */
  readonly quote?: bigint;
}

/** A payment from a fresh address of ours that was just funded, planned as the treasury plans it. */
export async function planPayment(
  sending: Sending,
  requested: PaymentRequest,
): Promise<TransferPlan> {
  const { harness, sending: family } = sending;
  const source = await fund(sending);
  const quotes = await family.network.feeQuotes();
  const { quote = quotes.average } = requested;
  const { address, tag } = requested.payee;
  const payment = { address, tag, amount: paidAmount(harness) };
  const coin = harness.coin.code;
  if (!('inputs' in source.origin)) {
    const quoted = { quote, tip: quotes.tips?.average };
    const fees = plannedFee(family.network, quoted, { inputs: 0, outputs: [address] });
    return { coin, origin: source.origin, outputs: [payment], ...fees };
  }
  const change = await harness.newDestination();
  const shape = { inputs: 1, outputs: [address, change.address] };
  const fee = family.network.feeFor(quote, shape);
  const left = source.amount - payment.amount - fee;
  const outputs = [payment, { address: change.address, tag: null, amount: left }];
  return { coin, origin: source.origin, outputs, fee };
}

async function fund(sending: Sending): Promise<{ origin: PlannedOrigin; amount: bigint }> {
  const { harness, chain, sending: family } = sending;
  const amount = amountOf(FUNDING, harness.coin);
  const ours = await harness.newDestination();
  const { height } = await chain.tip();
  await harness.pay({ destination: ours, amount });
  await harness.fundFees?.(ours.address);
  await harness.mine(1);
  const { address } = ours;
  const { network } = family;
  if (network.model === 'sequence') {
    const { nextNumber } = await network.account(address);
    return { origin: { sender: address, number: nextNumber }, amount };
  }
  const [deposit] = await depositsOf(chain, height + 1, [ours]);
  const { txid, index } = defined(deposit, 'the funding is in a block');
  return { origin: { inputs: [{ txid, index, address, amount }] }, amount };
}

export function sign({ harness, sending }: Sending, plan: TransferPlan): SignedTransfer {
  return sending.sign(plan, harness.keyOf);
}

/** The same payment at another fee, and a tip that rises with it; what the fee takes more is taken from the change. */
export function withFee(plan: TransferPlan, fee: bigint): TransferPlan {
  const [payment, change] = plan.outputs;
  if (payment === undefined || change === undefined) {
    const tip = plan.tip && (plan.tip * fee) / plan.fee;
    return { ...plan, fee, ...(tip === undefined ? {} : { tip }) };
  }
  const amount = change.amount + plan.fee - fee;
  return { ...plan, fee, outputs: [payment, { ...change, amount }] };
}

/** The same funds to a third party. */
export function withPayee(plan: TransferPlan, { address, tag }: Destination): TransferPlan {
  const [payment, ...change] = plan.outputs;
  return { ...plan, outputs: [{ ...defined(payment, 'a plan pays'), address, tag }, ...change] };
}

/** The payments to a destination in the blocks above a height. */
export async function paidAbove(
  { chain }: Sending,
  height: number,
  payee: Destination,
): Promise<readonly { txid: string; amount: bigint }[]> {
  const found = await depositsOf(chain, height + 1, [payee]);
  return found.map(({ txid, amount }) => ({ txid, amount }));
}
