// Merges outputs of ours into one: a transfer that pays nobody. Who owned the addresses that the outputs came in on
// bears the fee, each output an equal share.
import type { PlannedInput, TransferPlan } from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';
import type { Tx } from '../../db/tx.ts';
import { insertTransfer } from '../send/store.ts';
import { logTransfer } from '../send/transfer-log.ts';
import type { Treasury } from '../send/treasury.ts';
import { claimOwnAddress } from './own-address.ts';
import { takeInputs } from './wallet-coins.ts';

export interface Merging {
  readonly treasury: Treasury;
  /** Under lock, and unspent. */
  readonly inputs: readonly PlannedInput[];
  /** For one ordinary payment, in the smallest unit: what is paid now, and the most that a fee bump may pay. */
  readonly quote: bigint;
  readonly cap: bigint;
  readonly height: number;
}

/** Does nothing when what is left after the fee is not worth an output. Throws PoolEmpty. */
export async function merge(tx: Tx, merging: Merging): Promise<void> {
  const { treasury, inputs, quote, cap, height } = merging;
  const coin = treasury.coin.code;
  const { address } = await claimOwnAddress(tx, coin);
  const shape = { inputs: inputs.length, outputs: [address] };
  const fee = treasury.network.feeFor(quote, shape);
  const amount = sumOf(inputs, (input) => input.amount) - fee;
  if (amount < treasury.network.dust || amount <= 0n) return;
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
    feeCap: capOf({ fee, cap: treasury.network.feeFor(cap, shape), half: (amount + fee) / 2n }),
    plannedHeight: height,
    height,
    bearers: await ownersOf(tx, coin, inputs),
  });
  const merged = { merged: inputs.length, amount: `${amount}`, fee: `${fee}` };
  await logTransfer(tx, { coin, transferId: id, step: 'reserved', facts: merged });
  tx.log.info({ coin, transfer_id: id, ...merged }, 'outputs are merged');
}

/** A fee bump takes half of what is merged at most: merging must not make a loss. Never below what is paid now. */
function capOf({ fee, cap, half }: { fee: bigint; cap: bigint; half: bigint }): bigint {
  const bounded = cap < half ? cap : half;
  return bounded > fee ? bounded : fee;
}

/** The project of each input's address; null for the treasury's own. */
async function ownersOf(
  tx: Tx,
  coin: string,
  inputs: readonly PlannedInput[],
): Promise<(string | null)[]> {
  const rows = await tx.query<{ address: string; project_id: string | null }>(
    `select distinct on (address) address, project_id from addresses
     where coin = $1 and address = any($2::text[]) order by address, tag`,
    [coin, inputs.map((input) => input.address)],
  );
  const owners = new Map(rows.map((row) => [row.address, row.project_id]));
  return inputs.map((input) => owners.get(input.address) ?? null);
}
