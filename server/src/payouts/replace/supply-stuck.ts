// Supplies gas for an unconfirmed token transfer whose sender cannot pay a higher fee, as for a new transfer. Without
// this, the last transfer before the next gas supply would keep its low fee.
import type { App } from '../../app.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { lockHotSender, senderOf } from '../sending-addresses.ts';
import type { TransferRow } from '../transfer.ts';
import { endShortage } from '../waiting-payouts.ts';
import { gasSupply, supplyGas } from '../wallet/supply-gas.ts';

interface Stuck {
  readonly transfer: TransferRow;
  /** The additional cost of a more expensive transfer. */
  readonly fee: bigint;
}

/** The replacement is made when the gas has arrived. Throws ChainUnavailable. */
export async function supplyStuck(app: App, coinWallet: CoinWallet, stuck: Stuck): Promise<void> {
  const { transfer, fee } = stuck;
  const { coin, project_id: projectId } = transfer;
  // No node query is needed while gas is on its way.
  if ((await senderOf(app.db, app, transfer))?.awaits_gas !== false) return;
  const supply = await gasSupply(app, coinWallet);
  if (supply === null) return;
  await app.db.transaction(async (tx) => {
    await lockHotSender(tx, coin);
    const sender = await senderOf(tx, tx.instance, transfer);
    if (sender === null) return;
    const lacking = await supplyGas(tx, { supply, sender, fee, projectId });
    if (lacking !== 'insufficient_gas') return endShortage(tx, coin);
    const facts = { transfer_id: transfer.id };
    await raiseAlert(tx, { kind: 'insufficient_gas', subject: coin, facts });
  });
}
