// Stores one assessment per deposit: the first result counts.
import type { App, Completions } from '../app.ts';
import type { BlockRef } from '../chains/chain.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedgers } from '../ledger/post.ts';
import { assess } from '../risk/assess.ts';
import { riskToJson } from '../risk/present-risk.ts';
import type { Risk, RiskSubject } from '../risk/provider.ts';
import { type AssessedDeposit, DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import { ownAmong, TAKEN_BACK } from './own-money.ts';
import { notifyOwners } from './record-deposits.ts';

/** If completing fails, only the assessments are stored, and the job that completes the rest reports the cause. */
export async function storeAssessments(app: App, { found, completions }: Prepared): Promise<void> {
  const inOne = (completed: Prepared['completions']) =>
    app.db.transaction(async (tx) => {
      await lockLedgers(
        tx,
        found.map(({ deposit }) => deposit.project_id),
      );
      const done = new Set<string>();
      for (const completion of completed) for (const id of await completion.store(tx)) done.add(id);
      await storeAlone(
        tx,
        found.filter(({ deposit }) => !done.has(deposit.id)),
      );
    });
  await inOne(completions).catch((error: unknown) => {
    app.log.info(
      { err: error, deposits: found.length },
      'assessments are stored without completion',
    );
    return inOne([]);
  });
}

async function storeAlone(tx: Tx, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const stored = await tx.query<DepositRow>(
    `update deposits d set risk = t.risk, sources = array(select jsonb_array_elements_text(t.sources)), assess_at = null,
       ${TAKEN_BACK}
     from unnest($1::uuid[], $2::jsonb[], $3::jsonb[], $4::boolean[]) as t(id, risk, sources, is_own)
     where d.id = t.id and d.risk is null
     returning ${DEPOSIT_COLUMNS.replaceAll(/\b(id|risk|sources)\b/g, 'd.$1')}`,
    [
      found.map(({ deposit }) => deposit.id),
      found.map(({ assessment }) => JSON.stringify(assessment.risk)),
      found.map(({ assessment }) => JSON.stringify(assessment.sources)),
      found.map(({ isOwn }) => isOwn),
    ],
  );
  await notifyOwners(tx, stored);
}

// Computes what to store before the ledgers are locked.

export type DueDeposit = DepositRow & {
  readonly block_hash: string | null;
  readonly assess_attempts: number;
};

interface Found extends AssessedDeposit {
  /** Paid by our own wallet. */
  readonly isOwn: boolean;
}

export interface Prepared {
  readonly found: readonly Found[];
  readonly completions: readonly Completions[];
}

/** Throws when the network or a provider does not respond. */
export async function prepareAssessments(
  app: App,
  coin: string,
  deposits: readonly DueDeposit[],
): Promise<Prepared> {
  const { sources, risks } = await judge(app, coin, deposits);
  const own = await ownAmong(app, coin, sources);
  const found = deposits.map((deposit, n) => ({
    deposit,
    assessment: {
      risk: riskToJson(defined(risks[n], 'one risk for each deposit')),
      sources: sources[n] ?? [],
    },
    isOwn: own[n] === true,
  }));
  const ofProjects = groupBy(found, ({ deposit }) => deposit.project_id);
  const completions = await Promise.all(
    [...ofProjects].map(([projectId, assessed]) => completionsOf(app, projectId, assessed)),
  );
  return { found, completions: completions.flat() };
}

/** Empty when they cannot be computed: the job that completes them later reports the cause. */
async function completionsOf(
  app: App,
  projectId: string | null,
  assessed: readonly AssessedDeposit[],
): Promise<Prepared['completions']> {
  if (projectId === null) return [];
  try {
    return [await app.reactions.planCompletions(app, { projectId, assessed })];
  } catch (error) {
    app.log.info(
      { err: error, deposits: assessed.length },
      'assessments are stored without completion',
    );
    return [];
  }
}

interface Judgement {
  readonly sources: readonly (readonly string[])[];
  readonly risks: readonly Risk[];
}

/** Queries the network and the providers once per transaction, however many of its outputs are ours. */
async function judge(app: App, coin: string, deposits: readonly DueDeposit[]): Promise<Judgement> {
  const chain = defined(app.chains.get(coin), 'the coin has a chain');
  const firsts = [...groupBy(deposits, ({ txid }) => txid).values()].map(([first]) =>
    defined(first, 'a group has a first'),
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
    defined(nthOf.get(txid), 'its transaction was asked for'),
  );
  return {
    sources: places.map((n) => facts[n]?.sources ?? []),
    risks: places.map((n) => defined(risks[n], 'one risk for each subject')),
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
