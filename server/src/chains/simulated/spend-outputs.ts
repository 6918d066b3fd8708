// The rules by which a simulated node of the bitcoind family accepts a transfer (policy: standard-rules.ts).
import type { SqlTx } from '../../db/database.ts';
import type { Outpoint } from './raw-transfer.ts';
import {
  type Candidate,
  chainRefusal,
  type FoundInput,
  inputsRefusal,
  type Replaced,
  relayRefusal,
  replacementRefusal,
  sizeOf,
  standardRefusal,
} from './standard-rules.ts';
import { conflictsOf, type Verdict } from './verdict.ts';

/** The wording of Bitcoin Core's validation.cpp. */
const KEPT = 'txn-mempool-conflict';
/** Our signature covers different bytes than the node's check, which includes the token (CHIP-2022-02). */
const UNSIGNED_TOKEN =
  'mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)';

/** Reads only. The order and the wording are those of the node. */
export async function checkOutputs(
  tx: SqlTx,
  { transfer, txid, keepsFirst }: Candidate,
  inputs: readonly Outpoint[],
): Promise<Verdict> {
  const { coin, outputs } = transfer;
  if (new Set(inputs.map(nameOf)).size !== inputs.length)
    return refuse('bad-txns-inputs-duplicate');
  const found = await readInputs(tx, coin, inputs);
  const refusal =
    standardRefusal(transfer, inputs.length) ??
    inputsRefusal(transfer, { wanted: inputs.length, found }) ??
    relayRefusal(transfer, inputs.length);
  if (refusal !== null) return refuse(refusal);
  const spends = found.map(({ txid: origin, index, amount }) => ({
    origin,
    number: index,
    amount,
  }));
  const conflicts = await conflictsOf(tx, coin, spends);
  if (conflicts.some((conflict) => conflict.isConfirmed))
    return refuse('bad-txns-inputs-missingorspent');
  if (keepsFirst && conflicts.length > 0) return refuse(KEPT);
  const replaces = conflicts
    .filter((conflict) => conflict.isDirect)
    .map((conflict) => conflict.txid);
  const lost = new Set(conflicts.map((conflict) => conflict.txid));
  const tooLong = await chainRefusal(tx, coin, { inputs, lost });
  if (tooLong !== null) return refuse(tooLong);
  // BIP-125 rule 2: a replacement must not spend what it removes.
  if (inputs.some((input) => lost.has(input.txid))) return refuse('bad-txns-spends-conflicting-tx');
  const size = sizeOf(coin, { inputs: inputs.length, outputs });
  const direct = await readReplaced(tx, coin, replaces);
  const belowMinimum = replacementRefusal({ transfer, txid, size, found, conflicts, direct });
  if (belowMinimum !== null) return refuse(belowMinimum);
  if (found.some((input) => input.carriesToken)) return refuse(UNSIGNED_TOKEN);
  return { sources: [...new Set(found.map((input) => input.address))], spends, replaces };
}

function refuse(refusal: string): Verdict {
  return { refusal };
}

function nameOf({ txid, index }: Outpoint): string {
  return `${txid}:${index}`;
}

async function readReplaced(
  tx: SqlTx,
  coin: string,
  txids: readonly string[],
): Promise<Replaced[]> {
  if (txids.length === 0) return [];
  const rows = await tx.query<{ fee: bigint; origins: string[]; addresses: string[] }>(
    `select t.fee,
       array(select s.origin from simulation.spends s where s.coin = t.coin and s.txid = t.txid) as origins,
       array(select o.address from simulation.outputs o where o.coin = t.coin and o.txid = t.txid) as addresses
     from simulation.transactions t where t.coin = $1 and t.txid = any($2::text[]) order by t.number`,
    [coin, txids],
  );
  return rows.map(({ fee, origins, addresses }) => {
    const outputs = addresses.map((address) => ({ address }));
    return { fee, origins, size: sizeOf(coin, { inputs: origins.length, outputs }) };
  });
}

/** Only outputs whose transaction is in the mempool or on the best chain. */
function readInputs(tx: SqlTx, coin: string, inputs: readonly Outpoint[]): Promise<FoundInput[]> {
  return tx.query<FoundInput>(
    `select o.txid, o.index, o.address, o.delivered "amount", t.made_by "madeBy",
       c.height - b.height + 1 as depth, o.token is not null as "carriesToken"
     from unnest($2::text[], $3::bigint[]) with ordinality as i (txid, index, place)
     join simulation.outputs o on o.coin = $1 and o.txid = i.txid and o.index = i.index
     join simulation.transactions t on t.coin = o.coin and t.txid = o.txid
       and (t.mempool_number is not null or t.block_hash is not null)
     join simulation.chains c on c.coin = o.coin
     left join simulation.blocks b on b.coin = t.coin and b.hash = t.block_hash
     order by i.place`,
    [coin, inputs.map((input) => input.txid), inputs.map((input) => input.index)],
  );
}
