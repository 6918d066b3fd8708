// Decides in every run of the sender whether this process may plan, sign and broadcast transfers of a coin.
import type { App } from '../../app.ts';
import type { BlockRef } from '../../chains/chain.ts';
import type { Outlook } from '../../chains/comparison.ts';
import { auditProjects } from '../../ledger/audit.ts';
import { alertFinding } from '../../workers/audit-books.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { findQuarantine } from '../quarantine.ts';
import { examineAtStart, examineWallet } from '../recover/examine-wallet.ts';
import { noteWaitOfCoin } from '../waiting-payouts.ts';
import { SHARED_MAX } from './share-size.ts';

/** Extra blocks checked below the start height, for changes between two requests. */
const SLACK = 100;

/** Also used before one coin's balance funds another coin's fees (supply-gas.ts). `sendableCoins` is authoritative. */
export async function maySend(app: App, coinWallet: CoinWallet): Promise<boolean> {
  const { code } = coinWallet.coin;
  app.sendableCoins.delete(code);
  // The process detects a database rollback by its own high-water mark, so it must have one before it signs.
  if (app.highWaterMark.mark === null) await app.reactions.databaseDoubted(app);
  const { round } = app.comparison;
  const isAllowed = (await isSendable(app, coinWallet)) && round === app.comparison.round;
  if (isAllowed) app.sendableCoins.add(code);
  return isAllowed;
}

async function isSendable(app: App, coinWallet: CoinWallet): Promise<boolean> {
  const coin = coinWallet.coin.code;
  const outlook = await outlookOf(app, coinWallet);
  // Only a chain that the watcher has read can show that an older database was restored.
  if (!app.watchedCoins.has(coin)) return false;
  const aboveHeight = Math.max(outlook.startHeight - SLACK, 0);
  if (!outlook.isExamined) await examineAtStart(app, { coinWallet, aboveHeight });
  outlook.isExamined = true;
  const quarantine = await findQuarantine(app.db, coin);
  if (quarantine === null) return true;
  if (quarantine.reconciled_at === null) {
    await examineWallet(app, { coinWallet, aboveHeight });
    await app.db.query(
      'update quarantines set reconciled_at = $2 where coin = $1 and reconciled_at is null',
      [coin, new Date(app.clock.now())],
    );
  }
  await noteWaitOfCoin(app.db, { coin, reason: 'quarantined' });
  return false;
}

/** Starts over when this process has had reason to doubt its database. */
async function outlookOf(app: App, coinWallet: CoinWallet): Promise<Outlook> {
  const { outlooks, round } = app.comparison;
  const { code } = coinWallet.coin;
  const outlook = outlooks.get(code);
  if (outlook !== undefined) return outlook;
  const begun = { startHeight: await knownHeight(app, coinWallet), isExamined: false };
  if (round === app.comparison.round) outlooks.set(code, begun);
  return begun;
}

async function knownHeight(app: App, { coin, chain }: CoinWallet): Promise<number> {
  const rows = await app.db.query<BlockRef>(
    'select height, hash from chain_cursors where coin = $1',
    [coin.code],
  );
  return rows[0]?.height ?? (await chain.tip()).height;
}

/** Between two runs of the six-hour audit, money without a ledger entry could leave. Only fast checks. */
export async function checkBooksFirst(app: App, { coin }: CoinWallet): Promise<void> {
  const projectIds = await paying(app, coin.code);
  if (projectIds.length === 0) return;
  for (const finding of await auditProjects(app.db, projectIds))
    await alertFinding(app, finding, { isRaisedAgain: false });
}

/** Also projects whose payouts are planned but not signed yet. */
async function paying(app: App, coin: string): Promise<string[]> {
  const rows = await app.db.query<{ project_id: string }>(
    `select distinct project_id from (
       (select project_id from payouts
        where coin = $1 and status = 'waiting' and due_at <= $2
        order by due_at, project_id, withdrawal_id limit ${SHARED_MAX})
       union all
       (select p.project_id from transfers t
        join transfer_payments p on p.coin = t.coin and p.transfer_id = t.id
        where t.coin = $1 and t.status = 'reserved' and t.due_at <= $2 limit ${SHARED_MAX})) due`,
    [coin, new Date(app.clock.now())],
  );
  return rows.map((row) => row.project_id);
}
