// Finds confirmed transfers whose cost was never posted, or possibly wrong, and reads it from the node.
import type { App } from '../../app.ts';
import { defined } from '../../core/assert.ts';
import { HOUR, MINUTE } from '../../core/clock.ts';
import type { Tx } from '../../db/tx.ts';
import { recurring } from '../../workers/schedule.ts';
import type { Worker } from '../../workers/worker.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { lockFamily, lockLedgersOf } from '../store-transfers.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';
import { bookCosts } from './book-costs.ts';

const BATCH_MAX = 200;

export function costWorkers(coinWallets: ReadonlyMap<string, CoinWallet>): Worker[] {
  return [...coinWallets.values()].map((coinWallet) =>
    recurring({
      name: `costs-${coinWallet.coin.code.toLowerCase()}`,
      everyMilliseconds: HOUR,
      leaseMilliseconds: 5 * MINUTE,
      async run(app) {
        await bookUnbooked(app, coinWallet);
        return false;
      },
    }),
  );
}

/** Returns the number posted. */
export async function bookUnbooked(app: App, coinWallet: CoinWallet): Promise<number> {
  const unbooked = await app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and status = 'confirmed' and booked_fee is null order by id desc limit ${BATCH_MAX}`,
    [coinWallet.coin.code],
  );
  let booked = 0;
  for (const transfer of unbooked) {
    try {
      if (await bookOne(app, coinWallet, transfer)) booked += 1;
    } catch (error) {
      app.log.warn({ err: error, transfer_id: transfer.id }, 'cost of a transaction unknown');
    }
  }
  return booked;
}

async function bookOne(app: App, coinWallet: CoinWallet, transfer: TransferRow): Promise<boolean> {
  const block = {
    height: defined(transfer.block_height, 'it is confirmed'),
    hash: defined(transfer.block_hash, 'it is confirmed'),
  };
  const txid = defined(transfer.txid, 'it was signed');
  const { fee } = await coinWallet.network.outcome(txid, block, readPlan(transfer.plan));
  return app.db.transaction((tx) => store(tx, { transfer, fee: fee ?? transfer.network_fee }));
}

async function store(
  tx: Tx,
  { transfer, fee }: { transfer: TransferRow; fee: bigint },
): Promise<boolean> {
  await lockLedgersOf(tx, transfer);
  const family = await lockFamily(tx, transfer);
  const current = family.find(({ id }) => id === transfer.id);
  if (current?.block_hash !== transfer.block_hash) return false;
  await bookCosts(tx, { family, confirmed: { transfer, fee } });
  return true;
}
