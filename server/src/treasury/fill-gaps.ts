// A number of a sender that was left unused while transfers behind it are signed would hold them up: one that the
// signer refused, or that was given up. The next withdrawal takes it; when none waits, a transfer of nothing does.
// Where transfers expire (XRP); reserved, signed and stored like any other, and only then broadcast.
import type { App } from '../app.ts';
import type { BlockRef } from '../chains/chain.ts';
import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { writeJournal } from './journal.ts';
import { freeNumber, lockHotSender } from './senders.ts';
import { insertTransfer } from './store.ts';
import type { Treasury } from './treasury.ts';
import { voidPlan } from './void-plan.ts';

/** How many were filled. Run after the withdrawals have taken their numbers. */
export async function fillGaps(app: App, treasury: Treasury, tip: BlockRef): Promise<number> {
  const { network, coin } = treasury;
  if (network.model !== 'sequence' || network.expiry === undefined) return 0;
  if (!(await hasGap(app.db, coin.code))) return 0;
  const { average: quote, tips } = await network.feeQuotes();
  return app.db.transaction((tx) =>
    fillHot(tx, app, { treasury, quote, tip: tips?.average, height: tip.height }),
  );
}

/** Without a lock: a first look, which most runs end with. */
async function hasGap(sql: Pick<Tx, 'query'>, coin: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from transfers t
     join wallet_senders s on s.coin = t.coin and s.address = t.sender and s.is_hot
     where t.coin = $1 and t.status in ('signed', 'broadcast') and t.number > s.confirmed_number
       and not exists (select 1 from transfers b where b.coin = t.coin and b.sender = t.sender
         and b.number = t.number - 1 and b.status <> 'dead')
     limit 1`,
    [coin],
  );
  return rows.length > 0;
}

async function fillHot(
  tx: Tx,
  app: App,
  facts: { treasury: Treasury; quote: bigint; tip: bigint | undefined; height: number },
): Promise<number> {
  const { treasury, height } = facts;
  const coin = treasury.coin.code;
  const hot = await lockHotSender(tx, coin);
  if (hot === null || !(await hasGap(tx, coin))) return 0;
  const origin = { sender: hot.address, number: await freeNumber(tx, coin, hot) };
  const plan = voidPlan(treasury.network, { coin, origin }, { ...facts, to: hot.address });
  if (plan === null) return 0;
  const id = newId(app.clock, app.random);
  const own = { family: id, replaces: null, purpose: 'void', projectId: null } as const;
  const heights = { plannedHeight: height, height };
  await insertTransfer(tx, app, { id, ...own, plan, feeCap: plan.fee, ...heights });
  const filled = { number: origin.number, fee: `${plan.fee}` };
  await writeJournal(tx, app, { coin, transferId: id, step: 'reserved', facts: filled });
  app.log.warn({ coin, ...filled }, 'a number was left unused and is filled');
  return 1;
}
