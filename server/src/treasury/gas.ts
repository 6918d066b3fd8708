// What paying a withdrawal uses up on ETH, asked of the node before anything is planned: the payee may be a
// contract, and the plan must name it, as the signed bytes depend on it.
import type { App } from '../app.ts';
import type { Waiting } from './lots.ts';
import type { Treasury } from './treasury.ts';

/** Undefined where every payment takes the same. Throws ChainUnavailable. */
export async function gasFor(
  app: App,
  { network }: Treasury,
  lot: readonly Waiting[],
): Promise<number | undefined> {
  const [one] = lot;
  if (network.gasFor === undefined || one === undefined) return undefined;
  const rows = await app.db.query<{ address: string }>(
    'select address from coin_withdrawals where project_id = $1 and id = $2',
    [one.project_id, one.id],
  );
  const payee = rows[0]?.address;
  return payee === undefined ? undefined : network.gasFor(payee);
}
