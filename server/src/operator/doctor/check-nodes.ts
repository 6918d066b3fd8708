// The `chaintill doctor` checks of coins: what each node reports about itself and our wallet, and whether the wallets
// cover the liabilities in the ledgers.
import type { App } from '../../app.ts';
import type { ExamineNode, StoredFacts } from '../../chains/examination.ts';
import { nodeAnswer } from '../../chains/node-answer.ts';
import { assetCodes } from '../../coins/choose.ts';
import { assetCode } from '../../coins/coin.ts';
import type { NodeAbsence, NodeDetail } from '../../contract/node-details.ts';
import { SECOND, wallNow } from '../../core/clock.ts';
import { groupBy, sumOf } from '../../core/group.ts';
import { walletHoldings } from '../../payouts/wallet/solvency.ts';
import type { OperatorApp } from '../operator.ts';
import { amountText } from '../present.ts';
import type { Finding } from './finding.ts';

/** Number of outputs and senders to query each node for. */
const REQUESTED_MAX = 100;
/** For all checks of the nodes of one coin. */
const EXAMINATION_LIMIT = 20 * SECOND;

/** One finding per check of each node. None in the sandbox. */
export async function checkNodes(app: OperatorApp): Promise<Finding[]> {
  const coins = [...app.nodes].map(([coin, { examine }]) => examineNode(app, coin, examine));
  return (await Promise.all(coins)).flat();
}

/** A node that hangs or returns nonsense is a finding, so that the other checks are still reported. */
async function examineNode(app: App, coin: string, examine: ExamineNode): Promise<Finding[]> {
  const stored = await storedFacts(app, coin);
  const answer = await nodeAnswer(app, {
    coin,
    limit: EXAMINATION_LIMIT,
    run: async () => examine(stored),
  });
  if (answer.absence !== null)
    return [{ code: 'node', about: coin, ok: false, detail: detailOf(answer) }];
  return answer.value.map(({ node, check, ok, detail }) => ({
    code: 'node',
    about: coin,
    ok,
    detail,
    node: { coin, node, check },
  }));
}

function detailOf({
  absence,
  message,
}: {
  readonly absence: NodeAbsence;
  readonly message: string;
}): NodeDetail {
  if (absence === 'late') return { code: 'node_late' };
  const codes = {
    silent: 'node_unreachable',
    wrong_network: 'node_wrong_network',
    invalid_response: 'node_response_invalid',
  } as const;
  return { code: codes[absence], message };
}

async function storedFacts(app: App, coin: string): Promise<StoredFacts> {
  const cursors = await app.db.query<{ height: number }>(
    'select height from chain_cursors where coin = $1',
    [coin],
  );
  const outputs = await app.db.query<StoredFacts['outputs'][number]>(
    `select txid, output_index as index, amount from wallet_outputs
     where coin = $1 and status = 'unspent' order by amount desc limit ${REQUESTED_MAX}`,
    [coin],
  );
  const senders = await app.db.query<StoredFacts['senders'][number]>(
    `select address, balance, confirmed_number as "nextNumber" from wallet_senders
     where coin = $1 order by balance desc limit ${REQUESTED_MAX}`,
    [coin],
  );
  return { now: wallNow(), cursorHeight: cursors[0]?.height ?? null, outputs, senders };
}

/** Compares wallet balances with those in the ledgers (the negative of their `chain` accounts), in one snapshot. */
export async function checkCover(app: App): Promise<Finding[]> {
  const { holdings, rows } = await app.db.snapshot(async (sql) => ({
    holdings: await walletHoldings(sql, app),
    rows: await sql.query<{ currency: string; owed: bigint }>(
      `select currency, -sum(balance) as owed
       from ledger_accounts where kind = 'chain' and currency = any($1::text[]) group by currency order by currency`,
      [assetCodes(app.coins.values())],
    ),
  }));
  const owedOf = new Map(rows.map(({ currency, owed }) => [currency, owed]));
  // The ledger only has the asset, so its wallets on all networks are summed.
  const byAsset = groupBy(holdings, ({ coin }) => assetCode(coin));
  return [...byAsset].map(([asset, ofAsset]) => {
    const held = sumOf(ofAsset, (holding) => holding.held);
    const owed = owedOf.get(asset) ?? 0n;
    const text = (amount: bigint) => amountText(app, amount, asset);
    const detail = { code: 'covered', held: text(held), owed: text(owed) } as const;
    return { code: 'cover', about: asset, ok: held >= owed, detail };
  });
}
