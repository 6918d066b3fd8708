// The operator's view of the chains: the watchers' stored results, and the current answer of each node. Each node is
// queried for at most three seconds.

import type { App } from '../../app.ts';
import { watchTaskName } from '../../chains/chain.ts';
import { unfitText } from '../../chains/failover/members.ts';
import { nodeAnswer } from '../../chains/node-answer.ts';
import type { Coin } from '../../coins/coin.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { defined } from '../../core/assert.ts';
import { SECOND, wallNow } from '../../core/clock.ts';
import { formatAmount } from '../../core/money.ts';
import { isAged, newestBlocks } from '../../deposits/watch-nodes.ts';
import type { OperatorApp } from '../operator.ts';
import { timeOf, timeOrNull } from '../present.ts';
import { readTasks, type TaskRow } from '../workers.ts';
import type { runningOperations } from './contract.ts';

type Shown = OutputOf<(typeof runningOperations)['nodes.list']>[number];

const ANSWER_LIMIT = 3 * SECOND;

interface CursorRow {
  readonly coin: string;
  readonly height: number;
  readonly final_height: number | null;
  readonly updated_at: Date;
}

export async function listNodes(app: OperatorApp): Promise<Shown[]> {
  const cursors = await app.db.query<CursorRow>(
    'select coin, height, final_height, updated_at from chain_cursors where coin = any($1::text[]) order by coin',
    [[...app.coins.keys()]],
  );
  const newest = await newestBlocks(app.db, [...app.coins.keys()]);
  const tasks = await readTasks(app.db);
  const shown = [...app.coins.values()].map((coin) =>
    shownChain(app, coin, {
      cursor: cursors.find((row) => row.coin === coin.code),
      blockAt: newest.find((row) => row.coin === coin.code)?.at ?? null,
      task: tasks.find(({ name }) => name === watchTaskName(coin.code)),
    }),
  );
  return Promise.all(shown);
}

interface Noted {
  readonly cursor: CursorRow | undefined;
  readonly blockAt: Date | null;
  readonly task: TaskRow | undefined;
}

async function shownChain(
  app: OperatorApp,
  coin: Coin,
  { cursor, blockAt, task }: Noted,
): Promise<Shown> {
  const chain = app.chains.get(coin.code);
  const tip = async () => (await defined(chain, 'the coin has a chain').tip()).height;
  const [{ value: nodeHeight, absence }, nodes] = await Promise.all([
    nodeAnswer(app, { coin: coin.code, limit: ANSWER_LIMIT, run: tip }),
    shownNodes(app, coin),
  ]);
  const endedAt = task?.ended_at ?? null;
  const failures = task?.failures ?? 0;
  const behind = cursor && nodeHeight !== null ? Math.max(0, nodeHeight - cursor.height) : null;
  return {
    coin: coin.code,
    network: coin.network,
    ok: cursor !== undefined && failures === 0 && nodeHeight !== null,
    height: cursor?.height ?? null,
    read_at: timeOrNull(cursor?.updated_at ?? null),
    final_height: cursor?.final_height ?? null,
    block_at: timeOrNull(blockAt),
    block_is_old: app.config.nodes.has(coin.code) && isAged(app, coin, blockAt),
    node_height: nodeHeight,
    no_answer: absence,
    behind_blocks: behind,
    looked_at: timeOrNull(endedAt),
    seconds_since_look:
      endedAt === null ? null : Math.max(0, Math.floor((wallNow() - Number(endedAt)) / SECOND)),
    failed_looks: failures,
    last_error: task?.last_error ?? null,
    nodes,
    fees: feesOf(app, coin),
  };
}

/** For a single node, only its reachability is known. Several nodes are compared. */
async function shownNodes(app: OperatorApp, coin: Coin): Promise<Shown['nodes']> {
  const names = (app.config.nodes.get(coin.code) ?? []).map(({ url }) => new URL(url).host);
  const review = app.nodes.get(coin.code)?.review;
  const peers = app.nodes.get(coin.code)?.peers;
  const [verdicts, counted] = await Promise.all([
    listAnswered(app, coin, review),
    listAnswered(app, coin, peers),
  ]);
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.node, verdict]));
  const first = names.find((name) => (verdictOf.get(name)?.unfit ?? null) === null);
  const top = Math.max(...verdicts.map(({ height }) => height ?? 0));
  return names.map((node) => {
    const { unfit = null, height = null } = verdictOf.get(node) ?? {};
    return {
      node,
      used: node === first,
      cause: unfit?.cause ?? null,
      height,
      not_used_because: unfit === null ? null : unfitText(unfit),
      behind_blocks: height === null ? null : top - height,
      peers: counted.find((reported) => reported.node === node)?.peers ?? null,
    };
  });
}

/** Empty without an answer: the height of the chain says why. */
async function listAnswered<Row>(
  app: OperatorApp,
  coin: Coin,
  run: (() => Promise<readonly Row[]>) | undefined,
): Promise<readonly Row[]> {
  if (run === undefined) return [];
  return (await nodeAnswer(app, { coin: coin.code, limit: ANSWER_LIMIT, run })).value ?? [];
}

function feesOf(app: App, coin: Coin): Shown['fees'] {
  const quote = app.networkFees.get(coin.code);
  if (quote === undefined) return null;
  return {
    slow: formatAmount(quote.slow, coin),
    average: formatAmount(quote.average, coin),
    fast: formatAmount(quote.fast, coin),
    currency: coin.asset.code,
    quoted_at: timeOf(new Date(quote.quotedAt)),
  };
}
