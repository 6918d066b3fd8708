// Applies payout pauses: takes back unsigned transfers and reschedules due payouts. Signed transfers are followed.
import type { App } from '../../app.ts';
import { SECOND } from '../../core/clock.ts';
import { endPause, type PayoutPause, pausedProjects } from '../../ledger/payout-pauses.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { stopForOne } from '../stop-unsigned.ts';
import { lockLedgersOf } from '../store-transfers.ts';
import { TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';
import { endWaits, noteWaitsOfProjects } from '../waiting-payouts.ts';

const BATCH_MAX = 1000;
const UNSIGNED_MAX = 50;
const RETRY = 30 * SECOND;
const REASON = 'payouts_paused';

/** Runs in every pass of the sender, before anything is planned or signed. */
export async function applyPauses(app: App, coinWallet: CoinWallet): Promise<void> {
  const stopped = await pausedProjects(app.db);
  if (stopped.size === 0) return;
  const coin = coinWallet.coin.code;
  const projectIds = [...stopped];
  for (const transfer of await unsignedOf(app, { coin, projectIds })) await takeBack(app, transfer);
  await reschedule(app, { coin, projectIds });
}

/** A transfer that cannot be taken back now does not block the others. */
async function takeBack(app: App, transfer: TransferRow): Promise<void> {
  try {
    await app.db.transaction(async (tx) => {
      await lockLedgersOf(tx, transfer);
      await stopForOne(tx, { transfer, withdrawalId: null, reason: REASON });
    });
  } catch (error) {
    app.log.error(
      { err: error, transfer_id: transfer.id },
      'plan of a stopped project not withdrawn',
    );
  }
}

interface Stopped {
  readonly coin: string;
  readonly projectIds: readonly string[];
}

function unsignedOf(app: App, { coin, projectIds }: Stopped): Promise<TransferRow[]> {
  return app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and status = 'reserved' and due_at is not null and id in (
       select p.transfer_id from transfer_payments p where p.coin = $1 and p.project_id = any($2::uuid[]))
     order by id limit ${UNSIGNED_MAX}`,
    [coin, projectIds],
  );
}

async function reschedule(app: App, { coin, projectIds }: Stopped): Promise<void> {
  const now = app.clock.now();
  await noteWaitsOfProjects(app.db, {
    coin,
    projectIds,
    wait: { reason: REASON, detail: null },
    limit: BATCH_MAX,
    dueAt: new Date(now + RETRY),
    now: new Date(now),
  });
}

/** Ends one pause. After the project's last pause, waiting payouts are due immediately. Errors: see `endPause`. */
export function resumePayouts(
  app: App,
  requested: { id: string; reason: string },
): Promise<PayoutPause & { isLast: boolean }> {
  return app.db.transaction(async (tx) => {
    const pause = await endPause(tx, requested);
    const isLast = !(await pausedProjects(tx)).has(pause.project_id);
    const waits = { value: pause.project_id, reason: REASON, now: tx.now } as const;
    if (isLast) await endWaits(tx, 'project_id', waits);
    return { ...pause, isLast };
  });
}
