// Finds payments that no block shows: payments by contracts, on a node without tracing (ETH). If a balance exceeds the
// address's deposits less its transfers, the excess is stored as a deposit of the block where it was found
// (docs/decisions/0020), and an alert reports it.
import type { App } from '../app.ts';
import type { AccountBelief, BlockRef, Chain } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { DAY } from '../core/clock.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlert } from '../ledger/alerts.ts';
import { isRead } from './cursor.ts';
import { matchPayments, type Observation } from './match.ts';
import { storeDeposits } from './record-deposits.ts';

const PAGE = 500;
/** For invoice addresses. Channel addresses are always compared. */
const INVOICE_AGE_MAX = 30 * DAY;

/** Requests a pass over all addresses, after any that is running. Called in the transaction that moves the cursor. */
export async function noteHidden(tx: Tx, coin: string): Promise<void> {
  await tx.query(
    'update chain_cursors set compare_rounds = least(compare_rounds, 1) + 1 where coin = $1',
    [coin],
  );
}

/** Compares the next addresses if a pass is due. Throws ChainUnavailable. */
export async function findHidden(app: App, watched: { coin: Coin; chain: Chain }): Promise<void> {
  const { coin, chain } = watched;
  if (chain.hiddenPayments === undefined) return;
  const page = await readPage(app, coin.code);
  if (page === null) return;
  const { at } = page;
  const idle = page.accounts.filter((account) => !account.is_busy);
  const found = await chain.hiddenPayments(idle, at);
  const sight: Observation = { block: at, seenAt: app.clock.now(), payments: found, spends: [] };
  const matched = await matchPayments(app.db, coin, [sight]);
  await app.db.transaction(async (tx) => {
    // A reorganization in the meantime invalidates the comparison.
    if (!(await isRead(tx, coin.code, at))) return;
    await storeDeposits(tx, { coin, matched, deepUnder: null });
    await moveOn(tx, coin.code, page);
    if (matched.length > 0) await flag(tx, coin.code);
  });
}

interface Page {
  /** The block that the expected balances refer to. */
  readonly at: BlockRef;
  /** `is_busy`: it has a transfer in progress or pays token fees, so its balance is not conclusive. */
  readonly accounts: readonly (AccountBelief & { readonly is_busy: boolean })[];
}

/** One statement, so that the expected balances match the cursor's block. Null when no pass is due. */
async function readPage(app: App, coin: string): Promise<Page | null> {
  type Row = BlockRef & { address: string | null; expected: bigint; is_busy: boolean };
  const rows = await app.db.query<Row>(
    `select c.height, c.hash, a.address,
       coalesce((select sum(d.amount) from deposits d
         where d.coin = $1 and d.address like '0x%' and d.address = a.address
           and d.block_height is not null), 0)
       - coalesce((select sum(coalesce(t.taken, t.amount)) from transfers t
         where t.coin = $1 and t.sender = a.address and t.status = 'confirmed'), 0) as expected,
       exists (select 1 from transfers t
         where t.coin = $1 and t.sender = a.address and t.due_at is not null)
       or exists (select 1 from wallet_senders o where o.coin = any($3::text[]) and o.address = a.address) as is_busy
     from chain_cursors c
     left join lateral (select address from addresses
       where coin = $1 and address like '0x%' and owner_type in ('invoice', 'channel')
         and address > c.compared_address and (owner_type = 'channel' or assigned_at > $2)
       order by address limit ${PAGE}) a on true
     where c.coin = $1 and c.compare_rounds > 0 order by a.address`,
    [coin, new Date(app.clock.now() - INVOICE_AGE_MAX), tokensOn(app, coin)],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const { height, hash } = first;
  const accounts = rows.flatMap((row) =>
    row.address === null ? [] : [{ ...row, address: row.address }],
  );
  return { at: { height, hash }, accounts };
}

function tokensOn({ coins }: App, coin: string): string[] {
  return [...coins.values()]
    .filter(({ code, feeCoin }) => feeCoin === coin && code !== coin)
    .map(({ code }) => code);
}

/** A page that is not full ends the pass. */
async function moveOn(tx: Tx, coin: string, { accounts }: Page): Promise<void> {
  const isLast = accounts.length < PAGE;
  await tx.query(
    `update chain_cursors set compared_address = $2, compare_rounds = compare_rounds - $3
     where coin = $1`,
    [coin, isLast ? '' : (accounts.at(-1)?.address ?? ''), isLast ? 1 : 0],
  );
}

async function flag(tx: Tx, coin: string): Promise<void> {
  await raiseAlert(tx, {
    kind: 'unmatched_balance_increase',
    subject: coin,
    facts: { coin },
  });
}
