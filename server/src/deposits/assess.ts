// Confirmed deposits are assessed before anything is credited. When a provider fails they wait: the next
// try comes with a growing pause, and nothing is credited unassessed. One process at a time asks of a coin, so that a
// source that counts its answers is asked once; the first of two answers stands all the same.
import type { App } from '../app.ts';
import type { BlockRef } from '../chains/chain.ts';
import { known } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { lockLedgers } from '../ledger/post.ts';
import { assess, type Risk } from '../risk/assess.ts';
import { riskToJson, type StoredRisk } from '../risk/present-risk.ts';
import type { RiskSubject } from '../risk/provider.ts';
import { underLease } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import type { DepositRow } from './deposit.ts';
import { tryLot } from './in-lots.ts';
import { ownAmong, TAKEN_BACK } from './own-money.ts';
import { assessName, tellOwners } from './record-deposits.ts';
import { DEPOSIT_COLUMNS } from './store.ts';

/** Assessed and stored together. */
const BATCH_MAX = 500;
/** Chosen together: to choose reads all those that wait longest. */
const CHOSEN_MAX = 2000;
/** Of those that wait longest, so many are looked at to choose from. */
const WINDOW_MAX = 5000;
/** Renewed while it asks; a process that dies leaves it to run out. */
const LEASE_MILLISECONDS = 15 * SECOND;
const RETRY_FIRST = 5 * SECOND;
const RETRY_DOUBLINGS_MAX = 6;

type DueDeposit = DepositRow & {
  readonly block_hash: string | null;
  readonly assess_attempts: number;
};

/** One for each coin: a node that answers slowly holds up no other coin's payments. */
export function assessWorker(coin: string): Worker {
  const name = assessName(coin);
  return {
    name,
    pollMilliseconds: 1000,
    async run(app) {
      const deposits = await dueDeposits(app, coin);
      if (deposits.length === 0) return 0;
      const lease = { name, leaseMilliseconds: LEASE_MILLISECONDS };
      const isDone = await underLease(app, lease, () => assessAll(app, coin, deposits));
      return isDone ? deposits.length : 0;
    },
  };
}

/** Of those that have waited longest, a project's first before another's second: a flood holds up its own shop. */
function dueDeposits(app: App, coin: string): Promise<DueDeposit[]> {
  return app.db.query<DueDeposit>(
    `with waiting as (
       select id as due_id, project_id as of_project, assess_at as since from deposits
       where coin = $2 and assess_at <= $1 order by assess_at limit ${WINDOW_MAX}
     ), next as (
       select due_id, since, row_number() over (partition by of_project order by since, due_id) as nth
       from waiting order by nth, since, due_id limit ${CHOSEN_MAX}
     )
     select ${DEPOSIT_COLUMNS}, block_hash, assess_attempts
     from next join deposits on id = due_id order by nth, since, due_id`,
    [new Date(app.clock.now()), coin],
  );
}

/** Those first that were never asked for in vain: what failed before is taken apart when they are done. */
async function assessAll(app: App, coin: string, deposits: readonly DueDeposit[]): Promise<void> {
  const hasFailed = ({ assess_attempts }: DueDeposit) => assess_attempts > 0;
  // What is wrong with one output of a transaction is wrong with all.
  const trying = {
    random: app.random,
    attempt: (some: readonly DueDeposit[][]) => assessBatch(app, { coin, deposits: some.flat() }),
    putOff: (some: readonly DueDeposit[][]) => postpone(app, some.flat()),
  };
  let isAnswered = true;
  for (const some of [deposits.filter((one) => !hasFailed(one)), deposits.filter(hasFailed)])
    for (let start = 0; start < some.length; start += BATCH_MAX) {
      const lot = some.slice(start, start + BATCH_MAX);
      const transactions = [...groupBy(lot, ({ txid }) => txid).values()];
      if (isAnswered) isAnswered = await tryLot(transactions, trying);
      else await postpone(app, lot);
    }
}

/** False when they cannot be assessed together now. */
async function assessBatch(
  app: App,
  batch: { coin: string; deposits: readonly DueDeposit[] },
): Promise<boolean> {
  const { deposits } = batch;
  try {
    const { sources, risks } = await judge(app, batch.coin, deposits);
    const own = await ownAmong(app, batch.coin, sources);
    await app.db.transaction(async (tx) => {
      await lockLedgers(
        tx,
        deposits.map((deposit) => deposit.project_id),
      );
      const stored = await tx.query<DepositRow>(
        `update deposits d set risk = t.risk, sources = array(select jsonb_array_elements_text(t.sources)), assess_at = null,
           ${TAKEN_BACK}
         from unnest($1::uuid[], $2::jsonb[], $3::jsonb[], $4::boolean[]) as t(id, risk, sources, is_own)
         where d.id = t.id and d.risk is null
         returning ${DEPOSIT_COLUMNS.replaceAll(/\b(id|risk|sources)\b/g, 'd.$1')}`,
        [
          deposits.map((deposit) => deposit.id),
          risks.map((risk): string => JSON.stringify(riskToJson(risk) satisfies StoredRisk)),
          sources.map((list) => JSON.stringify(list)),
          own,
        ],
      );
      await tellOwners(tx, stored);
    });
    return true;
  } catch (error) {
    const one = deposits.length === 1 ? { deposit_id: deposits[0]?.id } : {};
    app.log.warn(
      { err: error, coin: batch.coin, deposits: deposits.length, ...one },
      'deposits wait for their risk assessment',
    );
    return false;
  }
}

interface Judgement {
  readonly sources: readonly (readonly string[])[];
  readonly risks: readonly Risk[];
}

/** For each deposit. Network and providers are asked once for a transaction, however many of its outputs are ours. */
async function judge(app: App, coin: string, deposits: readonly DueDeposit[]): Promise<Judgement> {
  const chain = known(app.chains.get(coin), 'the coin has a chain');
  const firsts = [...groupBy(deposits, ({ txid }) => txid).values()].map(([first]) =>
    known(first, 'a group has a first'),
  );
  const facts = await chain.transactions(
    firsts.map((deposit) => ({ txid: deposit.txid, near: blockOf(deposit) })),
  );
  const risks = await assess(
    app,
    firsts.map((deposit, n) => subjectOf(deposit, facts[n]?.sources ?? [])),
  );
  const nthOf = new Map(firsts.map(({ txid }, n) => [txid, n]));
  const places = deposits.map(({ txid }) =>
    known(nthOf.get(txid), 'its transaction was asked for'),
  );
  return {
    sources: places.map((n) => facts[n]?.sources ?? []),
    risks: places.map((n) => known(risks[n], 'one risk for each subject')),
  };
}

function blockOf(deposit: DueDeposit): BlockRef | null {
  if (deposit.block_height === null || deposit.block_hash === null) return null;
  return { height: deposit.block_height, hash: deposit.block_hash };
}

function subjectOf(deposit: DueDeposit, sources: readonly string[]): RiskSubject {
  return {
    currency: deposit.coin,
    type: 'source_of_funds',
    addresses: sources,
    txid: deposit.txid,
    receivedAt: deposit.address,
  };
}

/** Their owners are told: that they were seen is known, whatever is thought of them. */
async function postpone(app: App, deposits: readonly DueDeposit[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLedgers(
      tx,
      deposits.map((deposit) => deposit.project_id),
    );
    const waiting = await tx.query<DepositRow>(
      `update deposits d set assess_at = t.next, assess_attempts = assess_attempts + 1
       from unnest($1::uuid[], $2::timestamptz[]) as t(of_id, next)
       where id = of_id and risk is null and assess_at is not null
       returning ${DEPOSIT_COLUMNS}`,
      [
        deposits.map((deposit) => deposit.id),
        deposits.map((deposit) => new Date(tx.now.getTime() + pauseAfter(deposit))),
      ],
    );
    await tellOwners(tx, waiting);
  });
}

/** Each its own, in milliseconds: twice as long each time. */
function pauseAfter({ assess_attempts: before }: DueDeposit): number {
  return RETRY_FIRST * 2 ** Math.min(before + 1, RETRY_DOUBLINGS_MAX);
}
