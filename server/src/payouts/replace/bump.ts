// Gets a stuck transfer into a block by spending its change in a more expensive transfer (child pays for parent, CPFP):
// miners include both or neither. For nodes that reject replacements, as litecoind does by default
// (`-mempoolreplacement=0`). Stays within the budget that was fixed when the first transfer was planned.
import { withPool } from '../../addresses/pool.ts';
import type { App } from '../../app.ts';
import type { BlockRef } from '../../chains/chain.ts';
import type { TransferNetwork, TransferPlan } from '../../chains/transfers.ts';
import { defined } from '../../core/assert.ts';
import type { Tx } from '../../db/tx.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { claimOwnAddress } from '../own-address.ts';
import {
  bearersOf,
  insertReserved,
  lockLedgersOf,
  lockTransfer,
  paidBy,
} from '../store-transfers.ts';
import { logTransfer, readPlan, TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';

interface BumpFacts {
  readonly network: Pick<TransferNetwork, 'feeFor'>;
  readonly parent: TransferPlan;
  /** Our address that holds its change; the bump's change goes to an address of the same length. */
  readonly address: string;
  /** Of one ordinary payment. */
  readonly fast: bigint;
  readonly left: bigint;
}

const BATCH_MAX = 20;

/** Returns the number bumped. */
export async function bumpStuck(app: App, coinWallet: CoinWallet, tip: BlockRef): Promise<number> {
  const { code: coin, nodes, stuckAfterBlocks: blocks } = coinWallet.coin;
  const takesPackages = nodes.family === 'bitcoind' && nodes.takesPackages;
  if (!takesPackages || blocks === null) return 0;
  // The node rejected its replacement regardless of its fee (Bitcoin Core validation.cpp).
  const stuck = await app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and due_at < 'infinity' and status = 'broadcast'
       and purpose in ('withdrawal', 'consolidation') and made_height <= $2
       and exists (select 1 from transfers f where f.coin = $1 and f.family = transfers.family
         and f.status = 'replaced' and f.refusal_kind = 'conflict')
       and not exists (select 1 from transfers b where b.coin = $1 and b.bumps = transfers.id
         and (b.status <> 'dead' or b.made_height > $2))
     order by created_at, id limit ${BATCH_MAX}`,
    [coin, tip.height - blocks],
  );
  if (stuck.length === 0) return 0;
  const { fast } = await coinWallet.network.feeQuotes();
  let bumped = 0;
  for (const transfer of stuck) {
    const facts = { coinWallet, transfer, fast, height: tip.height };
    const isBumped = await withPool(app, () => app.db.transaction((tx) => bump(tx, facts)));
    if (isBumped) bumped += 1;
  }
  return bumped;
}

interface Bump {
  readonly coinWallet: CoinWallet;
  readonly transfer: TransferRow;
  /** Of one ordinary payment. */
  readonly fast: bigint;
  readonly height: number;
}

/** Returns false when it has no change that could pay, when its budget is used up, or when it moved in the meantime. */
async function bump(tx: Tx, found: Bump): Promise<boolean> {
  await lockLedgersOf(tx, found.transfer);
  const transfer = await lockTransfer(tx, found.transfer);
  if (transfer.status !== 'broadcast') return false;
  const paid = await paidBy(tx, transfer);
  const plan = await planBump(tx, { ...found, transfer, index: paid.length });
  if (plan === null) return false;
  const { coin } = transfer;
  const id = tx.newId();
  if (!(await takeChange(tx, { plan, id }))) return false;
  const fee = `${plan.fee}`;
  await logTransfer(tx, transfer, { step: 'bumped', facts: { by: id, fee } });
  await insertReserved(tx, {
    id,
    bumps: transfer.id,
    purpose: 'bump',
    projectId: null,
    plan,
    feeCap: plan.fee,
    height: found.height,
    facts: { bumps: transfer.id },
    bearers:
      paid.length === 0
        ? await bearersOf(tx, transfer)
        : paid.map((withdrawal) => withdrawal.project_id),
  });
  tx.log.info({ coin, transfer_id: transfer.id, fee }, 'stuck transaction bumped');
  return true;
}

async function planBump(
  tx: Tx,
  { coinWallet, transfer, index, fast }: Bump & { index: number },
): Promise<TransferPlan | null> {
  const { network } = coinWallet;
  const parent = readPlan(transfer.plan);
  const change = parent.outputs[index];
  if (change === undefined) return null;
  const left = transfer.fee_cap - transfer.network_fee;
  const fee = bumpFee({ network, parent, address: change.address, fast, left });
  if (fee === null || change.amount - fee < network.dust) return null;
  const { address } = await claimOwnAddress(tx, transfer.coin);
  const txid = defined(transfer.txid, 'it was broadcast');
  return {
    coin: transfer.coin,
    origin: { inputs: [{ txid, index, address: change.address, amount: change.amount }] },
    outputs: [{ address, tag: null, amount: change.amount - fee }],
    fee,
  };
}

/** The wallet does not have unconfirmed change; it belongs to the bump from now on. */
async function takeChange(
  tx: Tx,
  { plan, id }: { plan: TransferPlan; id: string },
): Promise<boolean> {
  const input = 'inputs' in plan.origin ? plan.origin.inputs[0] : undefined;
  if (input === undefined) return false;
  const taken = await tx.query(
    `insert into wallet_outputs as o (coin, txid, output_index, address, amount, status, transfer_id)
     values ($1, $2, $3, $4, $5, 'reserved', $6)
     on conflict (coin, txid, output_index) do update set status = 'reserved', transfer_id = $6
       where o.status = 'lost'
     returning 1`,
    [plan.coin, input.txid, input.index, input.address, input.amount.toString(), id],
  );
  return taken.length === 1;
}

/**
 * A fee at which both transfers together pay the higher of two rates, within the remaining budget: the current fast
 * rate, or twice the parent's rate. Rounded up. Null when that would raise the combined fee by less than half, or by
 * too little for a node to relay.
 */
function bumpFee({ network, parent, address, fast, left }: BumpFacts): bigint | null {
  if (!('inputs' in parent.origin)) return null;
  const outputs = parent.outputs.map((output) => output.address);
  const parentFast = network.feeFor(fast, { inputs: parent.origin.inputs.length, outputs });
  const childFast = network.feeFor(fast, { inputs: 1, outputs: [address] });
  // The bump's fee at its parent's rate.
  const same = (parent.fee * childFast + parentFast - 1n) / parentFast;
  const today = parentFast + childFast - parent.fee;
  const twice = parent.fee + 2n * same;
  const wanted = today > twice ? today : twice;
  const fee = wanted < left ? wanted : left;
  const isWorthIt = 2n * (parent.fee + fee) >= 3n * (parent.fee + same);
  return isWorthIt && fee > same ? fee : null;
}
