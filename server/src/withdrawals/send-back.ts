// Returns money to its sender, less the network fee. No processing fee is charged (wire.md (d2), "Refund").
import { refuseOwnAddress } from '../addresses/refuse-own.ts';
import type { App, Instance } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { readPayee } from '../coins/payee.ts';
import { defined } from '../core/assert.ts';
import { apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { formatAmount, roundTo } from '../core/money.ts';
import { refundReceived } from '../core/pricing/payment.ts';
import type { WithdrawalPrice } from '../core/pricing/withdrawal.ts';
import type { Tx } from '../db/tx.ts';
import type { Project } from '../projects/project.ts';
import { assessDestination } from '../risk/assess.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import { debitWithdrawals } from './debit.ts';
import { checkReturn, committedRow, doubted } from './decide-steps.ts';
import { payoutDoubts, payoutsSuspended } from './payout-doubts.ts';
import { networkFeeIfKnown, networkFeeOf } from './price.ts';
import { insertWithdrawals } from './store-withdrawals.ts';
import { sealWithdrawal, type WithdrawalRow } from './withdrawal.ts';

const LEVEL = 'average';

/** The destination and its cost, determined before the transaction. */
export interface ReturnRoute {
  readonly coin: Coin;
  readonly destination: Destination;
  /** In the coin's smallest unit, at its precision. */
  readonly networkFee: bigint;
  readonly risk: StoredRisk | null;
}

/**
 * `target`: the field with the address. Errors: 422 `invalid` (not an address of the coin, unspendable, a missing tag,
 * an address of this service, a coin that cannot be sent), `high_risk_address`, 503.
 */
export async function findReturnRoute(
  app: App,
  requested: { coin: Coin; projectId: string; address: string; target: string },
): Promise<ReturnRoute> {
  const { coin, projectId, target } = requested;
  if (!app.transferNetworks.has(coin.code)) throw invalid(rule.unsupported(target));
  const problems: ErrorDetail[] = [];
  const destination = readPayee(app, { coin, text: requested.address, target }, problems);
  if (destination === null) throw invalid(...problems);
  await refuseOwnAddress(app, coin, { projectId, destination, target });
  const quote = networkFeeOf(app, coin, LEVEL);
  const networkFee = roundTo(quote, coin, { precision: coin.precision, rounding: 'up' });
  const risk = await assessDestination(app, coin, destination);
  return { coin, destination, networkFee, risk };
}

/** Null when `charged` cannot be sent, does not cover the fee, or the fee is unknown. */
export function costOfReturn(
  instance: Pick<Instance, 'networkFees' | 'transferNetworks'>,
  coin: Coin,
  charged: bigint,
): { networkFee: bigint | null; received: bigint | null } {
  const isSent = instance.transferNetworks.has(coin.code);
  const quoted = isSent ? networkFeeIfKnown(instance, coin, LEVEL) : null;
  if (quoted === null) return { networkFee: null, received: null };
  const networkFee = roundTo(quoted, coin, { precision: coin.precision, rounding: 'up' });
  return { networkFee, received: refundReceived(charged, networkFee) };
}

export interface SendBackFacts {
  readonly project: Project;
  readonly route: ReturnRoute;
  /** Includes the network fee, in the coin's smallest unit. */
  readonly charged: bigint;
  readonly customerId: string | null;
  /** Null when the money is in the merchant's account of the coin. */
  readonly depositId: string | null;
  /** The key or person that requested it; null when it is automatic or requested on the command line. */
  readonly apiKey: string | null;
}

/** The caller has the ledger lock and moved the money. Errors: 422 `refund_too_small`, 503 in quarantine. */
export async function sendBack(tx: Tx, sending: SendBackFacts): Promise<WithdrawalRow> {
  const now = tx.now;
  const sendingRow = toRow(tx, sending);
  const doubts = await payoutDoubts(tx, [sendingRow]);
  if (doubts.quarantined.has(sendingRow.received_currency))
    throw payoutsSuspended(sendingRow.received_currency);
  const judged = doubted(await checkReturn(tx, sendingRow), doubts);
  const row = committedRow(judged, { now, commitKey: null, committedBy: null });
  await insertWithdrawals(tx, [row]);
  await debitWithdrawals(tx, { rows: [row], now });
  return row;
}

function toRow(tx: Tx, sending: SendBackFacts): WithdrawalRow {
  const { route, charged } = sending;
  const { networkFee } = route;
  const price = { charged, fee: 0n, received: receivedOf(tx.instance, route, charged), networkFee };
  return returnRow(tx, { ...sending, price, chargedCurrency: route.coin.asset.code, rate: null });
}

interface ReturnedRow extends Omit<SendBackFacts, 'charged'> {
  readonly price: WithdrawalPrice;
  readonly chargedCurrency: string;
  /** Null without a conversion. */
  readonly rate: string | null;
}

export function returnRow(tx: Tx, returned: ReturnedRow): WithdrawalRow {
  const { project, route, price } = returned;
  const { coin, destination } = route;
  const now = tx.now;
  const row: Omit<WithdrawalRow, 'seal'> = {
    project_id: project.id,
    id: tx.newId(),
    custom_id: null,
    customer_id: returned.customerId,
    status: 'new',
    address: destination.address,
    tag: destination.tag,
    network: coin.network,
    charged_amount: price.charged,
    charged_currency: returned.chargedCurrency,
    received_amount: price.received,
    received_currency: coin.code,
    network_fee: price.networkFee,
    network_fee_level: LEVEL,
    fee: price.fee,
    rate: returned.rate,
    txid: null,
    risk: route.risk,
    hold: null,
    wait_reason: null,
    cancel_code: null,
    cancelled_for: null,
    beneficiary: null,
    commit_key: null,
    committed_by: null,
    created_at: now,
    committed_at: null,
    expires_at: now,
    deposit_id: returned.depositId,
    decision: null,
    api_key: returned.apiKey,
    value: null,
    value_currency: null,
    price_change_max: null,
    repriced: null,
  };
  return { ...row, seal: sealWithdrawal(tx.instance.intentKey, row) };
}

/** The amount that arrives must be at least what nodes relay to the address. Errors: 422 `refund_too_small`. */
export function receivedOf(instance: Instance, route: ReturnRoute, charged: bigint): bigint {
  const { coin, networkFee } = route;
  const received = refundReceived(charged, networkFee);
  if (received !== null && received >= leastSent(instance, route)) return received;
  throw apiError('refund_too_small', {
    amount: formatAmount(charged, coin),
    asset: coin.asset.code,
    fee: formatAmount(networkFee, coin),
  });
}

/** What nodes relay to the address. */
export function leastSent(instance: Instance, { coin, destination }: ReturnRoute): bigint {
  const network = defined(instance.transferNetworks.get(coin.code), 'a coin that can be sent');
  return network.dustOf(destination.address);
}
