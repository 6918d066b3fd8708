// What another cell tells of payments to addresses of its wallets (told.ts), for a project that is here now. They are
// deposits like others, but for their coins, which the wallets here do not have, and their blocks, which are of nothing
// that is read here: block 0, below all that is, as of what was paid within the books.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import type { DepositRow } from './deposit.ts';
import type { MatchedPayment } from './match.ts';
import { storeDeposits, tellOwners } from './record-deposits.ts';
import { reverseDeposits } from './reverse.ts';
import { DEPOSIT_COLUMNS } from './store.ts';
import type { ToldDeposit } from './told.ts';
import { dropDeposits } from './unplaced.ts';

const THERE = { height: 0, hash: 'cell' } as const;
/** Above every block: nothing is waited for. */
const ALWAYS_DEEP = { height: Number.MAX_SAFE_INTEGER, hash: THERE.hash } as const;

export interface Told {
  readonly projectId: string;
  /** The cell that tells. */
  readonly cell: string;
  readonly deposits: readonly ToldDeposit[];
  /** Whether the project is open, and what else is stored with it: under its ledger's lock. */
  accepts(tx: Tx): Promise<boolean>;
}

/** Told twice, nothing happens. False when the project is not open. */
export async function learnDeposits(app: App, told: Told): Promise<boolean> {
  const gone = await app.db.transaction(async (tx) => {
    await lockLedger(tx, told.projectId);
    if (!(await told.accepts(tx))) return null;
    const lost: DepositRow[] = [];
    for (const [coin, deposits] of groupBy(told.deposits, (deposit) => deposit.coin))
      lost.push(...(await learnOfCoin(tx, coin, { ...told, deposits })));
    return lost;
  });
  if (gone === null) return false;
  // As a chain that was read: in no books, it is dropped; else they give it back.
  const isBooked = ({ booked_at: at }: DepositRow) => at !== null;
  await dropDeposits(
    app,
    gone.filter((deposit) => !isBooked(deposit)),
  );
  const booked = gone.filter(isBooked);
  await reverseDeposits(app, booked);
  return booked.length === 0 || (await areReversed(app, booked));
}

/** Not when the project was closed in between. */
async function areReversed({ db }: App, deposits: readonly DepositRow[]): Promise<boolean> {
  const standing = await db.query(
    `select 1 from deposits where id = any($1::uuid[]) and block_height is null and booked_at is not null
       and status in ('pending', 'confirmed') limit 1`,
    [deposits.map(({ id }) => id)],
  );
  return standing.length === 0;
}

/** Those that are gone. */
async function learnOfCoin(tx: Tx, code: string, told: Told): Promise<DepositRow[]> {
  const coin = tx.till.coins.get(code);
  if (coin === undefined)
    throw new AppError({ code: 'conflict', status: 409, message: `it has no ${code}` });
  const of = (telling: ToldDeposit['telling']) =>
    told.deposits.filter((deposit) => deposit.telling === telling);
  const matched = await ownedHere(tx, told);
  const placed = (some: readonly ToldDeposit[], block: typeof THERE | null) =>
    some.map((deposit): MatchedPayment => {
      const owner = known(matched.get(deposit.id), 'each was looked up');
      return { ...owner, payment: { ...owner.payment, block } };
    });
  await storeDeposits(tx, { coin, matched: placed(of('final'), THERE), deepUnder: ALWAYS_DEEP });
  await storeDeposits(tx, { coin, matched: placed(of('seen'), null), deepUnder: null });
  await noteWhose(tx, told);
  const lost = await takeOutOfBlocks(tx, [...of('seen'), ...of('gone')]);
  await tellOwners(tx, lost);
  const gone = new Set(of('gone').map(nameOf));
  return lost.filter((row) => gone.has(nameOf(row)));
}

/** By the id that it has there. What was given to no invoice and no channel is the project's, and unmatched. */
async function ownedHere(
  tx: Tx,
  { projectId, deposits }: Told,
): Promise<ReadonlyMap<string, MatchedPayment>> {
  const rows = await tx.query<{ id: string; type: 'invoice' | 'channel' }>(
    `select t.id, case when exists (select 1 from invoices i where i.project_id = $1 and i.id = t.owner_id) then 'invoice'
       when exists (select 1 from channels c where c.project_id = $1 and c.id = t.owner_id) then 'channel' end as type
     from unnest($2::uuid[], $3::uuid[]) as t(id, owner_id)`,
    [projectId, deposits.map(({ id }) => id), deposits.map((deposit) => deposit.owner_id)],
  );
  const typeOf = new Map(rows.map(({ id, type }) => [id, type]));
  return new Map(
    deposits.map((deposit) => {
      const ownerType = typeOf.get(deposit.id) ?? null;
      const { txid, output_index: index, address, tag, amount } = deposit;
      const seenAt = deposit.first_seen_at.getTime();
      const payment = { txid, index, address, tag, amount, block: null, seenAt };
      const ownerId = ownerType === null ? null : deposit.owner_id;
      return [deposit.id, { payment, projectId, ownerType, ownerId }];
    }),
  );
}

/** Their coins are elsewhere, and their risk was judged there. */
async function noteWhose(tx: Tx, { cell, deposits }: Told): Promise<void> {
  const noted = await tx.query<DepositRow>(
    `update deposits d set cell = coalesce(t.cell, $5), is_in_wallet = true, assess_at = null,
       risk = coalesce(d.risk, t.risk), confirmed_at = least(d.confirmed_at, t.at),
       sources = case when d.risk is null and t.risk is not null
         then array(select jsonb_array_elements_text(t.sources)) else d.sources end
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $6::text[], $7::jsonb[], $8::jsonb[], $9::timestamptz[])
       as t(of_coin, of_txid, of_index, of_address, cell, risk, sources, at)
     where d.coin = t.of_coin and d.txid = t.of_txid and d.output_index = t.of_index and d.address = t.of_address
     returning ${DEPOSIT_COLUMNS.replaceAll(/\w+/g, 'd.$&')}`,
    [...keysOf(deposits), cell, ...whatIsKnown(deposits)],
  );
  await tellOwners(tx, noted);
}

function keysOf(deposits: readonly ToldDeposit[]): unknown[] {
  return [
    deposits.map(({ coin }) => coin),
    deposits.map(({ txid }) => txid),
    deposits.map((deposit) => deposit.output_index),
    deposits.map(({ address }) => address),
  ];
}

function whatIsKnown(deposits: readonly ToldDeposit[]): unknown[] {
  const isFinal = ({ telling }: ToldDeposit) => telling === 'final';
  return [
    deposits.map((deposit) => deposit.cell),
    deposits.map((deposit) => (isFinal(deposit) ? JSON.stringify(deposit.risk) : null)),
    deposits.map(({ sources }) => JSON.stringify(sources)),
    deposits.map((deposit) => (isFinal(deposit) ? deposit.confirmed_at : null)),
  ];
}

/** As a reorganisation does (reorganise.ts). */
function takeOutOfBlocks(tx: Tx, deposits: readonly ToldDeposit[]): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `update deposits d set block_height = null, block_hash = null,
       replaced_by = case when t.is_gone then coalesce(t.winner, d.replaced_by) else d.replaced_by end,
       status = case when d.status = 'confirmed' and d.credited_at is null then 'pending' else d.status end
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::boolean[], $6::text[])
       as t(of_coin, of_txid, of_index, of_address, is_gone, winner)
     where d.coin = t.of_coin and d.txid = t.of_txid and d.output_index = t.of_index and d.address = t.of_address
       and (d.block_height is not null or t.is_gone and d.status in ('pending', 'confirmed'))
     returning ${DEPOSIT_COLUMNS.replaceAll(/\w+/g, 'd.$&')}`,
    [
      ...keysOf(deposits),
      deposits.map(({ telling }) => telling === 'gone'),
      deposits.map((deposit) => deposit.replaced_by),
    ],
  );
}

function nameOf({ txid, output_index: index, address }: DepositRow | ToldDeposit): string {
  return `${txid} ${index} ${address}`;
}
