// Confirmed deposits are assessed before anything is credited. When a provider fails they wait: the next
// try comes with a growing pause, and nothing is credited unassessed.
import type { App } from '../app.ts';
import type { BlockRef } from '../chains/chain.ts';
import { known } from '../core/assert.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { lockLedgers } from '../ledger/post.ts';
import { assess } from '../risk/assess.ts';
import { riskToJson, type StoredRisk } from '../risk/present-risk.ts';
import type { RiskSubject } from '../risk/provider.ts';
import type { Worker } from '../workers/worker.ts';
import { ASSESS_WORKER } from './confirm.ts';
import type { DepositRow } from './deposit.ts';
import { type DepositOwners, tellOwners } from './see.ts';
import { DEPOSIT_COLUMNS } from './store.ts';

const BATCH_MAX = 500;
/** A process that dies while it assesses leaves its claim to run out. The first of two answers stands. */
const LEASE = MINUTE;
const RETRY_FIRST = 5 * SECOND;
const RETRY_DOUBLINGS_MAX = 6;

type ClaimedDeposit = DepositRow & {
  readonly block_hash: string | null;
  readonly assess_attempts: number;
};

export function assessWorker(owners: DepositOwners): Worker {
  return {
    name: ASSESS_WORKER,
    pollMilliseconds: 1000,
    async run(app) {
      const claimed = await claim(app);
      for (const [coin, deposits] of groupBy(claimed, (row) => row.coin)) {
        await assessBatch(app, { coin, deposits, owners });
      }
      return claimed.length;
    },
  };
}

function claim(app: App): Promise<ClaimedDeposit[]> {
  const now = app.clock.now();
  return app.db.query<ClaimedDeposit>(
    `update deposits d set assess_at = $2, assess_attempts = assess_attempts + 1
     from (select coin, txid, output_index from deposits where assess_at <= $1
       order by assess_at limit ${BATCH_MAX} for update skip locked) due
     where d.coin = due.coin and d.txid = due.txid and d.output_index = due.output_index
     returning ${DEPOSIT_COLUMNS.replaceAll(/\b(coin|txid|output_index)\b/g, 'd.$1')}, block_hash, assess_attempts`,
    [new Date(now), new Date(now + LEASE)],
  );
}

async function assessBatch(
  app: App,
  batch: { coin: string; deposits: readonly ClaimedDeposit[]; owners: DepositOwners },
): Promise<void> {
  const { deposits, owners } = batch;
  try {
    const sources = await findSources(app, batch.coin, deposits);
    const risks = await assess(
      app,
      deposits.map((deposit, n) => subjectOf(deposit, sources[n] ?? [])),
    );
    await app.db.transaction(async (tx) => {
      await lockLedgers(
        tx,
        deposits.map((deposit) => deposit.project_id),
      );
      const stored = await tx.query<DepositRow>(
        `update deposits d set risk = t.risk, sources = array(select jsonb_array_elements_text(t.sources)), assess_at = null
         from unnest($1::uuid[], $2::jsonb[], $3::jsonb[]) as t(id, risk, sources)
         where d.id = t.id and d.risk is null
         returning ${DEPOSIT_COLUMNS.replaceAll(/\b(id|risk|sources)\b/g, 'd.$1')}`,
        [
          deposits.map((deposit) => deposit.id),
          risks.map((risk): string => JSON.stringify(riskToJson(risk) satisfies StoredRisk)),
          sources.map((list) => JSON.stringify(list)),
        ],
      );
      await tellOwners(tx, app, { deposits: stored, owners });
    });
  } catch (error) {
    app.log.warn(
      { err: error, coin: batch.coin, deposits: deposits.length },
      'deposits wait for their risk assessment',
    );
    await postpone(app, deposits);
  }
}

async function findSources(
  app: App,
  coin: string,
  deposits: readonly ClaimedDeposit[],
): Promise<readonly (readonly string[])[]> {
  const chain = known(app.chains.get(coin), 'the coin has a chain');
  const facts = await chain.transactions(
    deposits.map((deposit) => ({ txid: deposit.txid, near: blockOf(deposit) })),
  );
  return facts.map((item) => item.sources);
}

function blockOf(deposit: ClaimedDeposit): BlockRef | null {
  if (deposit.block_height === null || deposit.block_hash === null) return null;
  return { height: deposit.block_height, hash: deposit.block_hash };
}

function subjectOf(deposit: ClaimedDeposit, sources: readonly string[]): RiskSubject {
  return {
    currency: deposit.coin,
    type: 'source_of_funds',
    addresses: sources,
    txid: deposit.txid,
    receivedAt: deposit.address,
  };
}

async function postpone(app: App, deposits: readonly ClaimedDeposit[]): Promise<void> {
  const now = app.clock.now();
  const attempts = Math.min(deposits[0]?.assess_attempts ?? 0, RETRY_DOUBLINGS_MAX);
  await app.db.query(
    'update deposits set assess_at = $2 where id = any($1::uuid[]) and risk is null',
    [deposits.map((deposit) => deposit.id), new Date(now + RETRY_FIRST * 2 ** attempts)],
  );
}
