// Computes, before the ledgers are locked, what to store for assessed deposits: the results of the network and the risk
// providers, and the invoices and payments that they complete.
import type { App, Completions } from '../app.ts';
import type { BlockRef } from '../chains/chain.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { assess } from '../risk/assess.ts';
import { riskToJson } from '../risk/present-risk.ts';
import type { Risk, RiskSubject } from '../risk/provider.ts';
import type { AssessedDeposit, DepositRow } from './deposit.ts';
import { ownAmong } from './own-money.ts';

export type DueDeposit = DepositRow & {
  readonly block_hash: string | null;
  readonly assess_attempts: number;
};

export interface Found extends AssessedDeposit {
  /** Paid by our own wallet. */
  readonly isOwn: boolean;
}

export interface Prepared {
  readonly found: readonly Found[];
  readonly completions: readonly Completions[];
}

/** Throws when the network or a provider cannot answer. */
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

/**
 * For each deposit. The network and the providers are queried once per transaction, however many of its outputs are
 * ours.
 */
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
