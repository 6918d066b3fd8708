// Merges our outputs into one: a transfer without a recipient. Its fee is divided among the inputs. The project of a
// deposit bears the deposit's share. The share of change is borne by a project that was paid by the transfer which
// created the change. The same projects also divide the share of the operator's outputs.
import type { PlannedInput, TransferPlan } from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';
import type { Tx } from '../../db/tx.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { claimOwnAddress } from '../own-address.ts';
import { insertTransfer } from '../store-transfers.ts';
import { logTransfer } from '../transfer-log.ts';
import { takeInputs } from './wallet-coins.ts';

export interface Merging {
  readonly coinWallet: CoinWallet;
  /** Locked and unspent. */
  readonly inputs: readonly PlannedInput[];
  /** For one ordinary payment, in the smallest unit: the fee paid now, and the most that a fee bump may pay. */
  readonly quote: bigint;
  readonly cap: bigint;
  readonly height: number;
}

/** Does nothing when the amount left after the fee is not worth an output. Throws PoolEmpty. */
export async function merge(tx: Tx, merging: Merging): Promise<void> {
  const { coinWallet, inputs, quote, cap, height } = merging;
  const coin = coinWallet.coin.code;
  const { address } = await claimOwnAddress(tx, coin);
  const shape = { inputs: inputs.length, outputs: [address] };
  const fee = coinWallet.network.feeFor(quote, shape);
  const amount = sumOf(inputs, (input) => input.amount) - fee;
  if (amount < coinWallet.network.dust || amount <= 0n) return;
  const plan: TransferPlan = {
    coin,
    origin: { inputs },
    outputs: [{ address, tag: null, amount }],
    fee,
  };
  const id = tx.newId();
  await takeInputs(tx, { coin, transferId: id, plan });
  await insertTransfer(tx, {
    id,
    family: id,
    replaces: null,
    purpose: 'consolidation',
    projectId: null,
    plan,
    feeCap: capOf({ fee, cap: coinWallet.network.feeFor(cap, shape), half: (amount + fee) / 2n }),
    plannedHeight: height,
    height,
    bearers: await ownersOf(tx, coin, inputs),
  });
  const merged = { merged: inputs.length, amount: `${amount}`, fee: `${fee}` };
  await logTransfer(tx, { coin, transferId: id, step: 'reserved', facts: merged });
  tx.log.info({ coin, transfer_id: id, ...merged }, 'outputs consolidated');
}

/** A fee bump takes at most half of the merged amount, to prevent a loss. Never below the current fee. */
function capOf({ fee, cap, half }: { fee: bigint; cap: bigint; half: bigint }): bigint {
  const bounded = cap < half ? cap : half;
  return bounded > fee ? bounded : fee;
}

/** The project of each input; null for inputs that do not come from a project's money. */
async function ownersOf(
  tx: Tx,
  coin: string,
  inputs: readonly PlannedInput[],
): Promise<(string | null)[]> {
  const rows = await tx.query<{ project_id: string | null }>(
    `select coalesce(
       (select a.project_id from addresses a where a.coin = $1 and a.address = i.address order by a.tag limit 1),
       (select p.project_id from transfer_payments p where p.coin = $1 and p.transfer_id = t.id
         order by p.output_index limit 1),
       t.project_id,
       (select c.project_id from transfer_costs c where c.coin = $1 and c.transfer_id = t.id
         and c.project_id is not null order by c.position limit 1)) as project_id
     from unnest($2::text[], $3::text[]) with ordinality as i(txid, address, n)
     left join transfers t on t.coin = $1 and t.txid = i.txid
     order by i.n`,
    [coin, inputs.map((input) => input.txid), inputs.map((input) => input.address)],
  );
  return rows.map((row) => row.project_id);
}
