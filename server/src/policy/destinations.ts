// Destinations that a project knows: address book entries and destinations paid before. Detects look-alikes (address
// poisoning): unknown addresses that a person would mistake for a known one.
import type { App } from '../app.ts';
import { coinsOfAsset } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import { columnsOf } from '../db/columns.ts';
import type { Sql } from '../db/database.ts';
import { keyedPage, type NewestPage, whereOf } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { writePolicyJournal } from './policy-journal.ts';
import { insistOnNoApprovals } from './store-policies.ts';

/**
 * People compare the two ends of an address, so attackers imitate both; wallets show four to six characters of each.
 * We compare three leading and four trailing characters, after the part that all addresses of a type share. That is
 * fewer than wallets show, because attackers minimize their effort. Shorter ends would cause false positives: among
 * 10,000 known ETH addresses (16 letters) a legitimate new one is held by chance once in 27,000 times, or, with one
 * letter less, once in 1,700. The other coins' alphabets have at least 32 letters.
 */
const HEAD = 3;
const TAIL = 4;
/** Cashaddr and bech32 with prefix and type, EIP-55's 0x, the version letter of base58. */
const SHARED = /^(?:[a-z]+:.|(?:bc|tb|bcrt|ltc|tltc|rltc)1.|0x|.)/;

/** In lower case: people do not compare EIP-55 case, and cannot distinguish `O` from `o`. */
export function endsOf(address: string): string {
  const own = address.replace(SHARED, '').toLowerCase();
  return `${own.slice(0, HEAD)}~${own.slice(-TAIL)}`;
}

export interface DestinationKey {
  readonly coin: string;
  readonly address: string;
  readonly tag: number | null;
}

export interface KnownDestination {
  readonly isListed: boolean;
  readonly knownSince: number | null;
  /** Null for a known destination, which would match its own address. */
  readonly looksLike: string | null;
}

interface FoundRow {
  readonly n: number;
  readonly listed_at: Date | null;
  readonly first_paid_at: Date | null;
  readonly first: string | null;
  readonly last: string | null;
}

/** In the order of `destinations`. */
export async function findDestinations(
  tx: Sql,
  app: Pick<App, 'knownCoins'>,
  destinations: readonly (DestinationKey & { readonly projectId: string })[],
): Promise<KnownDestination[]> {
  // Two index probes for each destination, however many addresses share its ends.
  const rows = await tx.query<FoundRow>(
    `select t.n::int as n, k.listed_at, k.first_paid_at,
       (select min(f.address) from unnest(string_to_array(t.coins, ',')) as c(coin), lateral (
          select a.address from destinations a
          where a.project_id = t.project_id and a.coin = c.coin and a.ends = t.ends
          order by a.address limit 1) f) as first,
       (select max(f.address) from unnest(string_to_array(t.coins, ',')) as c(coin), lateral (
          select a.address from destinations a
          where a.project_id = t.project_id and a.coin = c.coin and a.ends = t.ends
          order by a.address desc limit 1) f) as last
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
       as t(project_id, coin, destination, ends, coins, n)
     left join destinations k
       on k.project_id = t.project_id and k.coin = t.coin and k.destination = t.destination
     order by t.n`,
    [
      destinations.map(({ projectId }) => projectId),
      destinations.map(({ coin }) => coin),
      destinations.map((destination) => destinationText(app, destination)),
      destinations.map(({ address }) => endsOf(address)),
      destinations.map(({ coin }) => coinsOfAsset(coin).join()),
    ],
  );
  return destinations.map(({ address }, n) =>
    knowledgeOf(address, defined(rows[n], 'a row for each')),
  );
}

function knowledgeOf(address: string, row: FoundRow): KnownDestination {
  const times = [row.listed_at, row.first_paid_at].flatMap((time) =>
    time === null ? [] : [time.getTime()],
  );
  const isKnown = times.length > 0;
  const alike = [row.first, row.last].find((other) => other !== null && other !== address);
  return {
    isListed: row.listed_at !== null,
    knownSince: isKnown ? Math.min(...times) : null,
    // Another tag of a known address is the same destination.
    looksLike: isKnown || [row.first, row.last].includes(address) ? null : (alike ?? null),
  };
}

/** As the API shows the address, on XRP with its tag. */
export function destinationText(app: Pick<App, 'knownCoins'>, key: DestinationKey): string {
  const { address, tag } = key;
  return app.knownCoins.get(key.coin)?.formatAddress({ address, tag }) ?? address;
}

/** A payment on the chain makes the destination known. */
export async function rememberPaid(
  tx: Tx,
  paid: readonly (DestinationKey & { readonly projectId: string })[],
): Promise<void> {
  if (paid.length === 0) return;
  await tx.query(
    `insert into destinations as d (project_id, coin, destination, address, ends, first_paid_at)
     select distinct on (project_id, coin, destination) project_id, coin, destination, address, ends, $6
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
       as t(project_id, coin, destination, address, ends)
     order by project_id, coin, destination
     on conflict (project_id, coin, destination) do update set first_paid_at = excluded.first_paid_at
     where d.first_paid_at is null`,
    [
      ...columnsOf(paid, 'projectId', 'coin'),
      paid.map((destination) => destinationText(tx.instance, destination)),
      paid.map(({ address }) => address),
      paid.map(({ address }) => endsOf(address)),
      tx.now,
    ],
  );
}

/** An existing entry keeps its time and gets the new name. */
export function listDestination(
  app: App,
  projectId: string,
  requested: { destination: DestinationKey; name: string | null; mayLoosen: boolean },
): Promise<void> {
  const { destination, name, mayLoosen } = requested;
  const { coin, address } = destination;
  const text = destinationText(app, destination);
  return app.db.transaction(async (tx) => {
    if (!mayLoosen) {
      await lockLedger(tx, projectId);
      await insistOnNoApprovals(tx, app, projectId);
    }
    await tx.query(
      `insert into destinations as d (project_id, coin, destination, address, ends, name, listed_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (project_id, coin, destination)
       do update set name = excluded.name, listed_at = coalesce(d.listed_at, excluded.listed_at)`,
      [projectId, coin, text, address, endsOf(address), name, tx.now],
    );
    const facts = { coin, destination: text, name };
    await writePolicyJournal(tx, [{ projectId, step: 'address_listed', facts }]);
  });
}

/** Destinations that were paid before stay known. Errors: 404. */
export function unlistDestination(
  app: App,
  projectId: string,
  destination: DestinationKey,
): Promise<void> {
  const text = destinationText(app, destination);
  return app.db.transaction(async (tx) => {
    const key = [projectId, destination.coin, text];
    const unlisted = await tx.query(
      `update destinations set listed_at = null, name = null
       where project_id = $1 and coin = $2 and destination = $3
         and listed_at is not null and first_paid_at is not null returning 1`,
      key,
    );
    const removed = await tx.query(
      `delete from destinations where project_id = $1 and coin = $2 and destination = $3
         and first_paid_at is null returning 1`,
      key,
    );
    if (unlisted.length + removed.length === 0) throw notFound();
    const facts = { coin: destination.coin, destination: text };
    await writePolicyJournal(tx, [{ projectId, step: 'address_unlisted', facts }]);
  });
}

export interface DestinationRow {
  readonly coin: string;
  readonly destination: string;
  readonly name: string | null;
  readonly listed_at: Date | null;
  readonly first_paid_at: Date | null;
}

/** With `all`, also destinations that were only paid. `after`: the last key of the previous page. */
export async function listDestinations(
  sql: Sql,
  projectId: string,
  filter: { all: boolean; coin: string | null; after: readonly string[] | null; limit: number },
): Promise<NewestPage<DestinationRow>> {
  const [coin, destination] = filter.after ?? [];
  const values: unknown[] = [];
  const where = whereOf(
    [
      [projectId, (place) => `project_id = ${place}`],
      [filter.coin, (place) => `coin = ${place}`],
      [coin, (place) => `(coin, destination) > (${place}, $${values.push(destination)})`],
    ],
    { values, always: filter.all ? undefined : 'listed_at is not null' },
  );
  const rows = await sql.query<DestinationRow>(
    `select coin, destination, name, listed_at, first_paid_at from destinations ${where}
     order by coin, destination limit $${values.push(filter.limit + 1)}`,
    values,
  );
  return keyedPage(rows, filter.limit, (row) => [row.coin, row.destination]);
}
