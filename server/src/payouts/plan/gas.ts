// Queries the node for the gas that a withdrawal needs, before anything is planned. The recipient may be a contract, or
// may never have held the token. The plan must name the gas because the signed bytes depend on it.
import type { App } from '../../app.ts';
import type { PaymentFrom } from '../../chains/transfers.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import type { Waiting } from './batches.ts';

/** Undefined when all payments of the coin need the same gas. Throws ChainUnavailable. */
export async function gasFor(
  app: App,
  { network, coin }: CoinWallet,
  batch: readonly Waiting[],
): Promise<number | undefined> {
  const [one] = batch;
  if (network.gasFor === undefined || one === undefined) return undefined;
  const rows = await app.db.query<PaymentFrom>(
    `select w.address, w.tag, w.received_amount as amount, s.address as sender
     from coin_withdrawals w join wallet_senders s on s.coin = $3 and s.is_hot
     where w.project_id = $1 and w.id = $2`,
    [one.project_id, one.id, coin.code],
  );
  const payment = rows[0];
  return payment === undefined ? undefined : network.gasFor(payment);
}
