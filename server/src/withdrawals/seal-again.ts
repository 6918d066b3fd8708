// Seals of withdrawals that another cell has to pay: each cell has a key of its own (keys/intent.ts).
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { type Intent, isSealed, type SealedIntent, sealIntent } from '../keys/intent.ts';

const AT_ONCE = 1000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface Sealing {
  readonly projectId: string;
  /** Of the cell that it leaves, and of the one that it comes to. */
  readonly oldKey: Uint8Array;
  readonly newKey: Uint8Array;
}

/**
 * Also of those that are paid: a reorganisation may have them paid anew. One whose seal is not that of its row keeps
 * it, and is believed by neither signer. `from`: where they were sealed; `to`: where they are now.
 */
export async function sealAgain(
  to: Tx,
  from: Sql,
  { projectId, oldKey, newKey }: Sealing,
): Promise<void> {
  for (let after: string | undefined = NO_ID; after !== undefined; ) {
    const open: SealedIntent[] = await from.query<SealedIntent>(
      `select project_id as "projectId", id, received_currency as coin, address, tag, received_amount as amount,
         network_fee as "networkFee", seal
       from coin_withdrawals
       where project_id = $1 and id > $2 and status <> 'cancelled' order by id limit ${AT_ONCE}`,
      [projectId, after],
    );
    const good = open.filter((intent) => isSealed(oldKey, intent));
    const sealed = good.map(({ seal: _old, ...intent }: SealedIntent): Intent => intent);
    await to.query(
      `update coin_withdrawals w set seal = t.seal from unnest($2::uuid[], $3::text[]) as t(id, seal)
       where w.project_id = $1 and w.id = t.id`,
      [projectId, sealed.map(({ id }) => id), sealed.map((intent) => sealIntent(newKey, intent))],
    );
    after = open.at(-1)?.id;
  }
}
