// The permanent log of transfers: what was tried, with which bytes, and what the network answered.
import type { ATTEMPT_STEPS } from '../contract/objects/coin-withdrawals.ts';
import type { Tx } from '../db/tx.ts';

export type AttemptStep = (typeof ATTEMPT_STEPS)[number];

export async function logTransfer(
  tx: Tx,
  entry: { coin: string; transferId: string; step: AttemptStep; facts?: object },
): Promise<void> {
  await tx.query(
    `insert into transfer_log (coin, transfer_id, step, facts, created_at) values ($1, $2, $3, $4, $5)`,
    [entry.coin, entry.transferId, entry.step, JSON.stringify(entry.facts ?? {}), tx.now],
  );
}

/** A node has it in its mempool, which is stronger proof than that a node accepted it. Recorded once. */
export async function noteSeen(
  tx: Tx,
  { coin, transferId }: { coin: string; transferId: string },
): Promise<void> {
  await tx.query(
    `insert into transfer_log (coin, transfer_id, step, created_at)
     select $1, $2, 'seen', $3
     where not exists (select 1 from transfer_log where coin = $1 and transfer_id = $2 and step = 'seen')`,
    [coin, transferId, tx.now],
  );
}
