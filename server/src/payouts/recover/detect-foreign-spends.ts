// Checks what every transaction read by the watcher spends. A transaction that uses up one of our outputs or numbers
// was signed with our keys. If it is not one of our transfers, this database is older than the transaction, or another
// party has the keys. The coin goes into quarantine in the transaction that moves the cursor. Payments prove nothing,
// because anyone can pay any address.
import { retireAddresses, skipAhead } from '../../addresses/skip-ahead.ts';
import type { App, Instance } from '../../app.ts';
import type { BlockRef, IncomingPayment, Spend } from '../../chains/chain.ts';
import type { Coin } from '../../coins/coin.ts';
import { coinsOnSameAddresses } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import { groupBy } from '../../core/group.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import { networkCoinsOf } from '../coin-wallet.ts';
import { beginQuarantine } from '../quarantine.ts';
import { touchAddresses } from '../sending-addresses.ts';
import { assignPayments, storePayments } from './unrecognised-payments.ts';
import { dropOutputs, foreignAmong, storeUnrecognised } from './unrecognised-spends.ts';

interface Observation {
  /** Null while the transaction is in the mempool. */
  readonly block: BlockRef | null;
  readonly payments: readonly IncomingPayment[];
  readonly spends: readonly Spend[];
}

/** As in deposits/match.ts. */
const LOOKUPS_MAX = 5000;

/** False on an instance that does not check spends (`isSpentElsewhere`). */
export async function detectForeignSpends(
  tx: Tx,
  { coin, observations }: { coin: string; observations: readonly Observation[] },
): Promise<boolean> {
  if (isSpentElsewhere(tx.instance)) return false;
  const ours = await ourSpends(tx, tx.instance, { coin, observations });
  if (ours.length === 0) return true;
  const txids = [...new Set(ours.map(({ txid }) => txid))];
  const statuses = await foreignAmong(tx, networkCoinsOf(tx.instance, coin), txids);
  const unknown = ours.filter(({ txid }) => statuses.get(txid) === 'unknown');
  // A person accepted it while it was unconfirmed; its inputs are spent from now on.
  const used = ours.filter(({ txid, block }) => block && statuses.get(txid) === 'accepted');
  if (used.length > 0) await dropOutputs(tx, coin, used.map(subjectOf));
  if (unknown.length > 0) await recordUnrecognised(tx, { coin, observations, unknown });
  return true;
}

async function recordUnrecognised(
  tx: Tx,
  {
    coin,
    observations,
    unknown,
  }: { coin: string; observations: readonly Observation[]; unknown: readonly OurSpend[] },
): Promise<void> {
  for (const spend of unknown) await store(tx, { coin, spend });
  await storeUnknownPayments(tx, { coin, observations, spends: unknown });
  await assignPayments(tx, coin);
}

/** True if only addresses were imported: the keys are used elsewhere, so unrecognized spends are expected. */
export function isSpentElsewhere({ config }: Instance): boolean {
  return config.walletKeysFile !== null && config.signerSocket === null;
}

interface OurSpend extends Spend {
  readonly block: BlockRef | null;
}

/** Whether `detectForeignSpends` would find something to check. */
export async function hasOurSpends(
  app: Pick<App, 'db'> & Instance,
  poll: { coin: string; observations: readonly Observation[] },
): Promise<boolean> {
  return !isSpentElsewhere(app) && (await ourSpends(app.db, app, poll)).length > 0;
}

async function ourSpends(
  sql: Sql,
  instance: Instance,
  { coin, observations }: { coin: string; observations: readonly Observation[] },
): Promise<OurSpend[]> {
  const all = observations.flatMap(({ block, spends }) =>
    spends.map((spend): OurSpend => ({ ...spend, block })),
  );
  // A receive-only coin is queried both ways.
  const model = instance.transferNetworks.get(coin)?.model;
  const found: OurSpend[] = [];
  for (let start = 0; start < all.length; start += LOOKUPS_MAX) {
    const some = all.slice(start, start + LOOKUPS_MAX);
    if (model !== 'sequence') found.push(...(await spentOutputs(sql, coin, some)));
    if (model !== 'outputs')
      found.push(...(await spentNumbers(sql, networkCoinsOf(instance, coin), some)));
  }
  return found;
}

/** The watcher stores every output of the wallet in the same transaction or earlier. `limit` forces a lookup by key. */
async function spentOutputs(
  sql: Sql,
  coin: string,
  spends: readonly OurSpend[],
): Promise<OurSpend[]> {
  const rows = await sql.query<{ n: number }>(
    `select (t.n - 1)::int as n
     from unnest($2::text[], $3::bigint[]) with ordinality as t(txid, output_index, n)
     where exists (select 1 from deposits d
       where d.coin = $1 and d.txid = t.txid and d.output_index = t.output_index)
     order by t.n`,
    [coin, spends.map(({ origin }) => origin), spends.map(({ number }) => number ?? 0)],
  );
  return rows.map(({ n }) => defined(spends[n], 'asked for'));
}

async function spentNumbers(
  sql: Sql,
  family: readonly string[],
  spends: readonly OurSpend[],
): Promise<OurSpend[]> {
  const origins = [...new Set(spends.map(({ origin }) => origin))];
  const rows = await sql.query<{ origin: string }>(
    `select t.origin from unnest($2::text[]) as t(origin)
     where exists (select 1 from addresses a where a.coin = any($1::text[]) and a.address = t.origin)`,
    [family, origins],
  );
  const ours = new Set(rows.map(({ origin }) => origin));
  return spends.filter(({ origin }) => ours.has(origin));
}

function subjectOf({ origin, number }: Spend): string {
  return `${origin}:${number}`;
}

/** Also for the coins that are sent from the same accounts. */
async function store(tx: Tx, { coin, spend }: { coin: string; spend: OurSpend }): Promise<void> {
  const { txid, origin, number, block } = spend;
  const isOutput = tx.instance.transferNetworks.get(coin)?.model !== 'sequence';
  const subject = isOutput ? subjectOf(spend) : `${origin}#${number ?? txid}`;
  const kind = isOutput ? 'output' : 'number';
  await storeUnrecognised(tx, { coin, kind, subject, txid, block, project_id: null });
  const reason = { code: 'unrecognized_spend', txid, subject } as const;
  for (const each of networkCoinsOf(tx.instance, coin))
    await beginQuarantine(tx, { coin: each, reason });
  // Tokens first, because their planning locks rows in that order.
  if (!isOutput) await touchAddresses(tx, networkCoinsOf(tx.instance, coin).toReversed(), [origin]);
  await raiseAlert(tx, { kind: 'unrecognized_spend', subject: txid, facts: { coin, subject } });
}

async function storeUnknownPayments(
  tx: Tx,
  {
    coin,
    observations,
    spends,
  }: { coin: string; observations: readonly Observation[]; spends: readonly OurSpend[] },
): Promise<void> {
  const unknown = groupBy(spends, ({ txid }) => txid);
  const payments = observations.flatMap(({ block, payments: all }) =>
    all.filter(({ txid }) => unknown.has(txid)).map((payment) => ({ ...payment, block })),
  );
  await storePayments(tx, { coin, payments });
}

// Detects payments to our addresses that were never assigned here. Outsiders cannot know such an address, so a newer
// copy of this database must have assigned it. The coin goes into quarantine in the transaction that stores the
// payment, and no address is reused.

interface Matched {
  readonly payment: Pick<IncomingPayment, 'txid' | 'address' | 'tag'>;
  readonly ownerId: string | null;
}

/**
 * Includes addresses of another network with the same keys. The first detection starts a quarantine, except for unknown
 * destination tags (XRP), because anyone can write any tag.
 */
export async function detectUnknownAddresses(
  tx: Tx,
  { coin, matched }: { coin: Coin; matched: readonly Matched[] },
): Promise<void> {
  const unknownPayments = matched.filter(({ ownerId }) => ownerId === null);
  if (unknownPayments.length === 0) return;
  const places = unknownPayments.map(({ payment }) => payment);
  const coins = [coin.code, ...coinsOnSameAddresses(coin, tx.instance.coins)];
  const [retired] = await retireAddresses(tx, { coins, places });
  if (retired === undefined) return;
  const { address } = retired;
  // All coins share the database.
  await skipAhead(tx, { coin: null, isDoubted: true });
  if (coin.destinationTag !== null) {
    tx.log.warn({ coin: coin.code }, 'payment to an unassigned tag: tag numbers skip ahead');
    return;
  }
  const paid = unknownPayments.find(({ payment }) => payment.address === address);
  const txid = defined(paid, 'the address was paid').payment.txid;
  const reason = { code: 'unknown_address', txid, address } as const;
  await beginQuarantine(tx, { coin: retired.coin, reason });
}
