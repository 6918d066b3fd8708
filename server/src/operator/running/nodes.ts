// The operator's view of the chains: the watchers' stored results, and the current answer of each node. Each node is
// queried for at most three seconds.
import type { App } from '../../app.ts';
import type { Chain } from '../../chains/chain.ts';
import { unfitText } from '../../chains/failover/members.ts';
import type { Coin } from '../../coins/coin.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { SECOND, sleep, wallNow } from '../../core/clock.ts';
import { formatAmount } from '../../core/money.ts';
import { watchTaskName } from '../../deposits/watch.ts';
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
  const [nodeHeight, nodes] = await Promise.all([
    heightOf(app.chains.get(coin.code)),
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

/** Null when it cannot be reached or does not answer in time. */
async function heightOf(chain: Chain | undefined): Promise<number | null> {
  if (chain === undefined) return null;
  const requested = chain.tip().then(
    ({ height }) => height,
    () => null,
  );
  return inTime(requested, null);
}

/** For a single node, only its reachability is known. Several nodes are compared. */
async function shownNodes(app: OperatorApp, coin: Coin): Promise<Shown['nodes']> {
  const names = (app.config.nodes.get(coin.code) ?? []).map(({ url }) => new URL(url).host);
  const review = app.nodes.get(coin.code)?.review;
  const peers = app.nodes.get(coin.code)?.peers;
  const [verdicts, counted] = await Promise.all([
    review === undefined ? [] : inTime(review(), []),
    peers === undefined ? [] : inTime(peers(), []),
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

async function inTime<T>(answer: Promise<T>, late: T): Promise<T> {
  const over = new AbortController();
  const found = await Promise.race([answer, sleep(ANSWER_LIMIT, over.signal).then(() => late)]);
  over.abort();
  return found;
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
