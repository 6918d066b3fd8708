// Supplies gas for an unconfirmed token transfer, which would otherwise keep its low fee.
import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { lockHotSender, refreshTouched, senderOf, touchSenders } from '../sending-addresses.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';
import { endShortage } from '../waiting-payouts.ts';
import { type GasSupply, gasSupply, supplyGas } from '../wallet/supply-gas.ts';

// Supplies gas for signed token transfers that the node rejects because their sender lacks funds for the fee: the fee
// has risen since a void was signed, or another party has moved the sender's ether. New transfers get their gas when
// they are planned, and unconfirmed ones when they are replaced.

const BATCH_MAX = 20;

/** Throws ChainUnavailable. */
export async function supplyRefused(app: App, coinWallet: CoinWallet): Promise<void> {
  if (coinWallet.fees === null) return;
  const refused = await app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and due_at <= $2 and status in ('signed', 'broadcast') and refusals > 0
     order by due_at, id limit ${BATCH_MAX}`,
    [coinWallet.coin.code, new Date(app.clock.now())],
  );
  if (refused.length === 0) return;
  // The cause of the rejection may have changed without any transfer of ours.
  for (const { plan } of refused)
    await app.db.transaction((tx) => touchSenders(tx, readPlan(plan)));
  await refreshTouched(app, coinWallet);
  const supply = await gasSupply(app, coinWallet);
  if (supply === null) return;
  for (const transfer of refused)
    await app.db.transaction((tx) => supplyMissing(tx, { transfer, supply, fee: null }));
}

interface Stuck {
  readonly transfer: TransferRow;
  /** The additional cost of a more expensive transfer. */
  readonly fee: bigint;
}

/** The replacement is made when the gas has arrived. Throws ChainUnavailable. */
export async function supplyStuck(app: App, coinWallet: CoinWallet, stuck: Stuck): Promise<void> {
  // Gas is already on its way.
  if ((await senderOf(app.db, app, stuck.transfer))?.awaits_gas !== false) return;
  const supply = await gasSupply(app, coinWallet);
  if (supply === null) return;
  await app.db.transaction((tx) => supplyMissing(tx, { ...stuck, supply }));
}

interface Missing {
  readonly transfer: TransferRow;
  readonly supply: GasSupply;
  /** Null: what all open transfers of the sender lack. */
  readonly fee: bigint | null;
}

async function supplyMissing(tx: Tx, { transfer, supply, fee }: Missing): Promise<void> {
  const { coin, project_id: projectId } = transfer;
  await lockHotSender(tx, coin);
  const sender = await senderOf(tx, tx.instance, transfer);
  if (sender === null) return;
  if (fee === null && (sender.awaits_gas || sender.for_fees >= 0n)) return;
  const lacking = await supplyGas(tx, { supply, sender, fee: fee ?? 0n, projectId });
  if (lacking !== 'insufficient_gas') return endShortage(tx, coin);
  const facts = { transfer_id: transfer.id };
  await raiseAlert(tx, { kind: 'insufficient_gas', subject: coin, facts });
}
