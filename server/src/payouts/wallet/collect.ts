// Sweeps deposit addresses into the hot one when no address holds enough for a withdrawal. The fee is posted to the
// project of the deposits. A token's address is supplied with the fee first and swept in the next round.
import type { TransferPlan } from '../../chains/transfers.ts';
import type { Tx } from '../../db/tx.ts';
import { FEE_BUDGET_FACTOR } from '../../keys/intent.ts';
import type { ReserveFacts } from '../plan/reserve.ts';
import { freeNumber, otherSenders, type Sender } from '../sending-addresses.ts';
import { insertReserved } from '../store-transfers.ts';
import { plannedFee, worthOfFee } from '../transfer-fees.ts';
import { supplyGas } from './supply-gas.ts';

/** Per withdrawal; the next round sweeps what is still missing. */
const SWEEPS_MAX = 20;

interface Collecting extends ReserveFacts {
  readonly hot: Sender;
  readonly needed: bigint;
}

/** The wait reason: enough funds are on their way, are being swept now, or cannot be collected. */
export async function collect(
  tx: Tx,
  collecting: Collecting,
): Promise<'consolidating_funds' | 'insufficient_gas' | 'hot_wallet_low_balance'> {
  const { coinWallet, hot, needed } = collecting;
  const coin = coinWallet.coin.code;
  let missing = needed - hot.spendable - (await sumIncoming(tx, coin));
  if (missing <= 0n) return 'consolidating_funds';
  const cost = sweepCost(collecting);
  const worth = worthOfFee(tx.instance, coinWallet.coin, cost.whole);
  if (worth === null) return 'hot_wallet_low_balance';
  const sources = await otherSenders(tx, coin, {
    // Below twice the fee, sweeping costs more than it brings.
    atLeast: 2n * worth,
    order: 'falling',
    limit: SWEEPS_MAX,
    ...(collecting.supply && { fee: cost.fee }),
  });
  const chosen: Sender[] = [];
  for (const source of sources) {
    if (missing <= 0n) break;
    chosen.push(source);
    missing -= source.spendable - cost.fromAmount;
  }
  if (missing > 0n && chosen.length < SWEEPS_MAX) return 'hot_wallet_low_balance';
  for (const source of chosen)
    if (!(await sweep(tx, { ...collecting, source, cost }))) return 'insufficient_gas';
  return 'consolidating_funds';
}

interface SweepCost {
  readonly fee: bigint;
  readonly tip?: bigint;
  /** Includes the cost of supplying a token's fee. */
  readonly whole: bigint;
  /** The part that is deducted from the swept amount. */
  readonly fromAmount: bigint;
  readonly gas?: number;
}

function sweepCost({ coinWallet, budget, supply, hot, gas }: Collecting): SweepCost {
  const { quote } = budget;
  // No separate tip: a refund would stay at the address and be too little to be swept again.
  if (supply === null) return { fee: quote, whole: quote, fromAmount: quote };
  // The withdrawal's gas limit is enough for paying an address of ours.
  const shape = { inputs: 0, outputs: [hot.address], gas };
  const fees = plannedFee(coinWallet.network, budget, shape);
  const whole = fees.fee + supply.quotes.average;
  return { ...fees, whole, fromAmount: 0n, ...(gas === undefined ? {} : { gas }) };
}

async function sumIncoming(tx: Tx, coin: string): Promise<bigint> {
  const rows = await tx.query<{ total: bigint }>(
    `select coalesce(sum(amount - case when fee_coin = coin then network_fee else 0 end), 0) as total
     from transfers
     where coin = $1 and purpose = 'sweep' and status in ('reserved', 'signed', 'broadcast')`,
    [coin],
  );
  return rows[0]?.total ?? 0n;
}

/** False when there are not enough funds for a token's fee; true also when they are supplied first. */
async function sweep(
  tx: Tx,
  collecting: Collecting & { source: Sender; cost: SweepCost },
): Promise<boolean> {
  const { coinWallet, hot, source, cost, supply } = collecting;
  const coin = coinWallet.coin.code;
  const projectId = await ownerOf(tx, coin, source.address);
  if (supply !== null) {
    const lacking = await supplyGas(tx, { supply, sender: source, fee: cost.fee, projectId });
    if (lacking !== null) return lacking === 'waiting_for_gas';
  }
  const plan: TransferPlan = {
    coin,
    origin: { sender: source.address, number: await freeNumber(tx, coin, source) },
    outputs: [{ address: hot.address, tag: null, amount: source.spendable - cost.fromAmount }],
    fee: cost.fee,
    ...(cost.tip === undefined ? {} : { tip: cost.tip }),
    ...(cost.gas === undefined ? {} : { gas: cost.gas }),
  };
  await insertReserved(tx, {
    purpose: 'sweep',
    projectId,
    plan,
    feeCap: cost.fee * FEE_BUDGET_FACTOR,
    height: collecting.height,
    facts: { swept: source.address },
  });
  return true;
}

/** Bears the cost; null for the wallet. Otherwise the project that owns the address or was credited for it. */
async function ownerOf(tx: Tx, coin: string, address: string): Promise<string | null> {
  const owners = await tx.query<{ project_id: string | null }>(
    `select coalesce(a.project_id, (select d.project_id from deposits d
       where d.coin = $1 and d.address = $2 and d.address like '0x%' and d.booked_at is not null
         and d.project_id is not null order by d.id limit 1)) as project_id
     from addresses a where a.coin = $1 and a.address = $2 order by a.tag limit 1`,
    [coin, address],
  );
  return owners[0]?.project_id ?? null;
}
