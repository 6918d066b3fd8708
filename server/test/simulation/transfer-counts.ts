// How often each kind of event happened in all worlds of a run: an event that no seed drew was not tested.
import type { SimulatedWorld } from './simulated-world.ts';

/** Over transfers `t` that are in a block. */
const KINDS: Readonly<Record<string, string>> = {
  payout: `t.purpose = 'withdrawal'`,
  batch: `(select count(*) from transfer_payments p where p.coin = t.coin and p.transfer_id = t.id) > 1`,
  replacement: 't.replaces is not null',
  consolidation: `t.purpose = 'consolidation'`,
  sweep: `t.purpose = 'sweep'`,
};

export const FINAL_REORGANIZATION = 'reorganization of a final transfer';
const EXPIRY = 'expiry';

export const kinds = [...Object.keys(KINDS), FINAL_REORGANIZATION, EXPIRY];

/** At the end of a world. */
export async function countTransfers(world: SimulatedWorld): Promise<void> {
  for (const [kind, which] of Object.entries(KINDS))
    await count(world, kind, `select 1 from transfers t where t.status = 'confirmed' and ${which}`);
  await count(world, EXPIRY, `select 1 from transfer_log where facts ? 'expired_at'`);
}

async function count(world: SimulatedWorld, kind: string, rows: string): Promise<void> {
  const [row] = await world.sql.query<{ n: number }>(`select count(*)::int as n from (${rows}) x`);
  world.count(kind, row?.n ?? 0);
}
