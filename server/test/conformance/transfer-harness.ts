// What a family provides for the suite of outgoing transfers (transfers.ts), in addition to the Chain suite's harness;
// and how that suite plans its payments: each from its own confirmed funds.
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

/** As in chain-harness.ts: a network or harness without a feature does not get its tests. */
export interface TransferAbilities {
  /** Mines blocks without the pending transactions. */
  readonly mineEmpty: boolean;
  /** Makes the node drop unconfirmed transactions. */
  readonly drop: boolean;
  readonly setDown: boolean;
  /** Is reached at an address, which could belong to a third party. */
  readonly openAt: boolean;
  /** Keeps a transfer with a future nonce until its turn (ETH). */
  readonly queuesNumbers: boolean;
  /** Requires fee and tip of a replacement to be 10 % higher each; anvil only any higher fee. */
  readonly pricesAsGeth?: boolean;
  /** Senders number their transfers (ETH, XRP). */
  readonly numbers?: boolean;
  /** The harness has an account that rejects payments (XRP). */
  readonly refusingPayee?: boolean;
  /** The node remembers submitted transfers indefinitely, and transfers expire (XRP). */
  readonly remembers?: boolean;
  /** Transfers name the last block that may contain them, and the harness mines blocks without one (XRP). */
  readonly expires?: boolean;
  /**
   * Accepts a transfer without funds, and mines it as a failure: only a contract knows the balances, or it charges its
   * fee (XRP).
   */
  readonly failsLater?: boolean;
  /** As in chain-harness.ts. */
  readonly isFinal?: true;
  /** Rejects valid but nonstandard transactions, as nodes of BTC, LTC and BCH do by default. */
  readonly isStandard?: boolean;
  /** Rejects long chains of unconfirmed transactions. */
  readonly limitsChains?: boolean;
  /** Mines to an address of ours. */
  readonly mineTo?: boolean;
  /** Pays an address of ours from an extension block (LTC). */
  readonly pegOutTo?: boolean;
}

export interface OpenPorts {
  readonly chain: Chain;
  readonly sending: SendingFamily;
}

export interface TransferHarness extends ChainHarness {
  /** Opens the port for outgoing transfers: another one, or the same again after a restart. */
  openSending(): Promise<SendingFamily>;
  /** The private key of an address from `newDestination`. */
  keyOf(address: string): Uint8Array;
  /** An external address. On XRP an existing account, because a first payment must create it. */
  payee(): Promise<Destination>;
  /** Adds blocks that leave the pending transactions in the mempool. */
  mineEmpty(count: number): Promise<void>;
  /** Mines a block whose reward is ours. With `mineTo`. */
  mineTo?(destination: Destination): Promise<void>;
  /** With `pegOutTo`: in a block. */
  pegOutTo?(destination: Destination): Promise<void>;
  /** The texts of its node's rejections, where they differ from the coin's usual ones. */
  readonly refusalFormat?: RefusalFormat;
  /** Empties the mempool of the node. */
  drop(): Promise<void>;
  /** Tokens: gives an address enough of the coin of fees, in the next block. */
  fundFees?(address: string): Promise<void>;
  /** XRP: an account that accepts payments only from authorized senders. */
  refusingPayee?(): Promise<Destination>;
  /** Opens the ports at another address, or as if configured for another network, without connecting. */
  openAt(at: { readonly url?: string; readonly network?: Network }): OpenPorts;
}

export interface Sending extends OpenPorts {
  readonly harness: TransferHarness;
}

export type CurrentSending = () => Sending;

/** The funds behind each payment. On XRP the rest stays above any reserve. */
const FUNDING = '50';
/** With a last digit that no rounding would produce. */
const PAID = '11.000001';

export function paidAmount({ coin }: TransferHarness): bigint {
  return amountOf(PAID, coin);
}

export interface PaymentRequest {
  readonly payee: Destination;
  /** By default the average quote. */
  readonly quote?: bigint;
}

/** A payment from a new, funded address of ours, planned as the service plans it. */
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

/** The same payment at another fee, with a tip that rises with it; the change pays the difference. */
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
