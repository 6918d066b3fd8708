// The rules by which a simulated BTC, LTC or BCH node takes a transfer into its mempool: known, unspent
// inputs, nothing created from nothing, and replacement as in BIP-125. Used by `submit`.
import type { Tx } from '../../db/database.ts';
import type { Outpoint, RawTransfer } from './raw-transfer.ts';
import { conflictsOf, type Verdict } from './verdict.ts';

/** Judges a transfer that spends outputs; only reads. */
export async function judgeOutputs(
  tx: Tx,
  transfer: RawTransfer,
  inputs: readonly Outpoint[],
): Promise<Verdict> {
  const { coin } = transfer;
  const found = await readInputs(tx, coin, inputs);
  if (new Set(inputs.map(nameOf)).size !== inputs.length)
    return refuse('bad-txns-inputs-duplicate');
  if (found.length !== inputs.length) return refuse('bad-txns-inputs-missingorspent');
  const paid = transfer.outputs.reduce((sum, output) => sum + output.amount, transfer.fee);
  const spent = found.reduce((sum, input) => sum + input.amount, 0n);
  if (paid > spent) return refuse('bad-txns-in-belowout');
  if (paid < spent) return refuse('the fee is not what the inputs leave over');

  const spends = found.map(({ txid, index, amount }) => ({ origin: txid, number: index, amount }));
  const conflicts = await conflictsOf(tx, coin, spends);
  if (conflicts.some((conflict) => conflict.isConfirmed))
    return refuse('bad-txns-inputs-missingorspent');
  const replaces = conflicts
    .filter((conflict) => conflict.isDirect)
    .map((conflict) => conflict.txid);
  const lost = new Set(conflicts.map((conflict) => conflict.txid));
  // BIP-125 rules 2 and 3: not built on what it removes, and dearer than all of that together.
  if (inputs.some((input) => lost.has(input.txid))) return refuse('bad-txns-spends-conflicting-tx');
  const lostFees = conflicts.reduce((sum, conflict) => sum + conflict.fee, 0n);
  if (conflicts.length > 0 && transfer.fee <= lostFees) return refuse('insufficient fee');
  return { sources: [...new Set(found.map((input) => input.address))], spends, replaces };
}

function refuse(refusal: string): Verdict {
  return { refusal };
}

function nameOf({ txid, index }: Outpoint): string {
  return `${txid}:${index}`;
}

interface FoundInput extends Outpoint {
  readonly address: string;
  readonly amount: bigint;
}

/** The outputs that inputs name, where their transaction is in the mempool or on the best chain. */
function readInputs(tx: Tx, coin: string, inputs: readonly Outpoint[]): Promise<FoundInput[]> {
  return tx.query<FoundInput>(
    `select o.txid, o.index, o.address, o.delivered "amount"
     from unnest($2::text[], $3::bigint[]) with ordinality as i (txid, index, place)
     join simulation.outputs o on o.coin = $1 and o.txid = i.txid and o.index = i.index
     join simulation.transactions t on t.coin = o.coin and t.txid = o.txid
       and (t.mempool_number is not null or t.block_hash is not null)
     order by i.place`,
    [coin, inputs.map((input) => input.txid), inputs.map((input) => input.index)],
  );
}
