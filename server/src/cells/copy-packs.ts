// Packed callbacks (events/packs.ts) in another cell. Events and deliveries are numbered by the database that stored
// them, and what is packed keeps its numbers: they are brought below all that the other database gives.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { unpacked } from '../events/packing.ts';
import { type Stored, storePack } from '../events/packs.ts';
import type { Lot, WholeCallback } from '../events/whole-callbacks.ts';

const AT_ONCE = 20;
/** More than any database counts; a project may move more often than it will before this is no exact number. */
const BELOW = 2 ** 45;
const NO_ID = '00000000-0000-0000-0000-000000000000';

export async function copyPacks(from: Sql, to: Tx, projectId: string): Promise<void> {
  for (let after: string | undefined = NO_ID; after !== undefined; ) {
    const packs: Stored[] = await from.query<Stored>(
      `select last_id, body from callback_packs where project_id = $1 and last_id > $2 order by last_id limit ${AT_ONCE}`,
      [projectId, after],
    );
    for (const { body } of packs) {
      const [first, ...others] = (await unpacked(body)).map(numberedBelow);
      if (first !== undefined) await storePack(to, projectId, [first, ...others] satisfies Lot);
    }
    after = packs.at(-1)?.last_id;
  }
}

function numberedBelow(callback: WholeCallback): WholeCallback {
  return {
    ...callback,
    seq: callback.seq - BELOW,
    deliveries: callback.deliveries.map((one) => ({ ...one, seq: one.seq - BELOW })),
  };
}
