// Alerts the operator when an unconfirmed transfer that others wait for cannot be bumped any more, because only a
// person can spend more than its budget, and when no transfer will use up a number that others wait for.
import type { App } from '../../app.ts';
import type { BlockRef } from '../../chains/chain.ts';
import { defined } from '../../core/assert.ts';
import { MINUTE } from '../../core/clock.ts';
import { endAlerts, openAlert } from '../../ledger/alerts.ts';
import { amountText, type CoinWallet, networkCoinsOf } from '../coin-wallet.ts';
import { CAN_BE_BUMPED } from './replace-stuck.ts';

const ALERT = 'nonce_gap';
const GAP_FILLED_WITHIN = 3 * MINUTE;

export async function alertHeldUp(app: App, coinWallet: CoinWallet, tip: BlockRef): Promise<void> {
  const { network, coin } = coinWallet;
  const blocks = coin.stuckAfterBlocks;
  if (network.model !== 'sequence') return;
  const paidIn = defined(app.coins.get(coin.feeCoin), 'what fees are paid in');
  const canBeStuck = network.isReplaceable && blocks !== null;
  const held = [
    ...(canBeStuck ? await findHeld(app, coin.code, tip.height - blocks) : []),
    ...(await findBehindGap(app, coin.code)),
  ];
  for (const { family, ...facts } of held) {
    const amounts = {
      fee: amountText(facts.fee, paidIn),
      budget: amountText(facts.budget, paidIn),
    };
    const alert = { subject: family, facts: { coin: coin.code, ...facts, ...amounts } };
    await openAlert(app, { kind: ALERT, ...alert });
  }
  const open = await app.db.query<{ subject: string }>(
    `select facts ->> 'subject' as subject from alerts
     where kind = $1 and resolved_at is null and facts ->> 'coin' = $2`,
    [ALERT, coin.code],
  );
  const still = new Set(held.map(({ family }) => family));
  const over = open.map(({ subject }) => subject).filter((subject) => !still.has(subject));
  if (over.length > 0)
    await app.db.transaction((tx) => endAlerts(tx, { kind: ALERT, subjects: over }));
}

interface Held {
  readonly family: string;
  readonly txid: string | null;
  readonly sender: string;
  readonly number: number;
  readonly fee: bigint;
  readonly budget: bigint;
  /** How many transfers wait for this one. */
  readonly waiting: number;
}

const OPEN = `('reserved', 'signed', 'broadcast')`;

/** SQL: transfers `b` wait for the number of transfer `t`. $3: the coins of the network. */
const WAITING = `b.coin = any($3::text[]) and b.sender = t.sender and b.number > t.number and b.status in ${OPEN}`;

const HELD = `select t.family, t.txid, t.sender, t.number, t.network_fee as fee, t.fee_cap as budget,
    (select count(*)::int from transfers b where ${WAITING}) as waiting
  from transfers t`;

const IS_UNCONFIRMED = `t.coin = $1 and t.due_at is not null and t.status in ('signed', 'broadcast')`;

/** Transfers that have waited longer than it takes to fill a gap. */
function findBehindGap(app: App, coin: string): Promise<Held[]> {
  return app.db.query<Held>(
    `${HELD} join wallet_senders s on s.coin = t.coin and s.address = t.sender
     where ${IS_UNCONFIRMED} and t.number > s.confirmed_number and t.created_at <= $2
       and not exists (select 1 from transfers p where p.coin = any($3::text[]) and p.sender = t.sender
         and p.number = t.number - 1 and p.status in ('reserved', 'signed', 'broadcast', 'confirmed'))
     order by t.created_at, t.id limit 20`,
    [coin, new Date(app.clock.now() - GAP_FILLED_WITHIN), networkCoinsOf(app, coin)],
  );
}

/** The first open number of each sender, planned at that height or below, when others follow it. */
function findHeld(app: App, coin: string, height: number): Promise<Held[]> {
  return app.db.query<Held>(
    `${HELD} where ${IS_UNCONFIRMED} and t.made_height <= $2 and not ${CAN_BE_BUMPED}
       and exists (select 1 from transfers b where ${WAITING})
       and not exists (select 1 from transfers p where p.coin = any($3::text[]) and p.sender = t.sender
         and p.number < t.number and p.status in ${OPEN})
     order by t.created_at, t.id limit 20`,
    [coin, height, networkCoinsOf(app, coin)],
  );
}
