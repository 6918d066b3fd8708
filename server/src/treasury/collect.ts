// Sweeps ETH deposit addresses into the hot one, when no address alone holds what a withdrawal needs. A sweep
// is a transfer like any other; its network fee is booked to the project whose deposits it collects.
import type { App } from '../app.ts';
import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { FEE_BUDGET_FACTOR } from '../keys/intent.ts';
import { writeJournal } from './journal.ts';
import type { ReserveFacts } from './reserve.ts';
import { freeNumber, otherSenders, type Sender } from './senders.ts';
import { insertTransfer } from './store.ts';

/** Sweeps planned for one withdrawal; what is still missing then is swept in the next round. */
const SWEEPS_MAX = 20;

interface Collecting extends ReserveFacts {
  readonly hot: Sender;
  readonly needed: bigint;
}

/** True when enough is on its way to the hot address, or is now. */
export async function collect(tx: Tx, app: App, facts: Collecting): Promise<boolean> {
  const { treasury, budget, hot, needed } = facts;
  const coin = treasury.coin.code;
  let missing = needed - hot.spendable - (await onItsWay(tx, coin));
  if (missing <= 0n) return true;
  const sources = await otherSenders(tx, coin, {
    // Below twice the fee, sweeping costs more than it brings.
    atLeast: 2n * budget.quote,
    order: 'falling',
    limit: SWEEPS_MAX,
  });
  const chosen: Sender[] = [];
  for (const source of sources) {
    if (missing <= 0n) break;
    chosen.push(source);
    missing -= source.spendable - budget.quote;
  }
  if (missing > 0n && chosen.length < SWEEPS_MAX) return false;
  for (const source of chosen) await sweep(tx, app, { ...facts, source });
  return true;
}

async function onItsWay(tx: Tx, coin: string): Promise<bigint> {
  const rows = await tx.query<{ total: bigint }>(
    `select coalesce(sum(amount - network_fee), 0) as total from transfers
     where coin = $1 and purpose = 'sweep' and status in ('reserved', 'signed', 'broadcast')`,
    [coin],
  );
  return rows[0]?.total ?? 0n;
}

async function sweep(tx: Tx, app: App, facts: Collecting & { source: Sender }): Promise<void> {
  const { treasury, budget, hot, source } = facts;
  const coin = treasury.coin.code;
  const id = newId(app.clock, app.random);
  const owners = await tx.query<{ project_id: string | null }>(
    'select project_id from addresses where coin = $1 and address = $2 order by tag limit 1',
    [coin, source.address],
  );
  const plan = {
    coin,
    origin: { sender: source.address, number: await freeNumber(tx, coin, source) },
    outputs: [{ address: hot.address, tag: null, amount: source.spendable - budget.quote }],
    fee: budget.quote,
  };
  await insertTransfer(tx, app, {
    id,
    family: id,
    replaces: null,
    purpose: 'sweep',
    projectId: owners[0]?.project_id ?? null,
    plan,
    feeCap: budget.quote * FEE_BUDGET_FACTOR,
    plannedHeight: facts.height,
    height: facts.height,
  });
  await writeJournal(tx, app, {
    coin,
    transferId: id,
    step: 'reserved',
    facts: { swept: source.address, fee: `${plan.fee}` },
  });
}
