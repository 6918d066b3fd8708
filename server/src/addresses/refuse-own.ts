// Decides which of the instance's own addresses a merchant may pay: those of other merchants. Addresses of the wallets
// are rejected like invalid ones, so that the response does not reveal their owner. Networks of one family share
// addresses, but each address is watched on only one of them: a payment on another would be unmatched.
import type { App, Instance } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { addressSpaceOf } from '../coins/registry.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { batched } from '../workers/batcher.ts';
import { NO_TAG } from './derive.ts';

const BATCH_MAX = 64;
const EVERYBODY = '';
const statusBatched = batched<Request, AddressStatus>({
  name: 'own_addresses',
  batchMax: BATCH_MAX,
  write: (app, _, requested) => findStatuses(app.db, app, requested),
});

type AddressStatus = 'own' | 'wallet' | 'free';

interface Request {
  readonly coin: Coin;
  readonly projectId: string | null;
  readonly destination: Destination;
}

interface Facts {
  /** The paying project; null for unmatched money that the operator returns. */
  readonly projectId: string | null;
  readonly destination: Destination;
  readonly target: string;
}

/** Throws 422 `invalid` with the problem that `ownRefusal` returns. */
export async function refuseOwnAddress(app: App, coin: Coin, destination: Facts): Promise<void> {
  const problem = await ownRefusal(app, coin, destination);
  if (problem !== null) throw invalid(problem);
}

/** `own_address` for an address of the project, `invalid_coin_address` for one of a wallet; null for all others. */
export async function ownRefusal(
  app: App,
  coin: Coin,
  { projectId, destination, target }: Facts,
): Promise<ErrorDetail | null> {
  const status = await statusBatched(app, EVERYBODY, { coin, projectId, destination });
  return problemOf(status, { coin, target });
}

/** As `ownRefusal`, for each, in order. The statement can be sent together with others. */
export async function ownRefusals(
  tx: Tx,
  requested: readonly Request[],
  target: string,
): Promise<(ErrorDetail | null)[]> {
  if (requested.length === 0) return [];
  const statuses = await findStatuses(tx, tx.instance, requested);
  return requested.map(({ coin }, n) => problemOf(statuses[n] ?? 'free', { coin, target }));
}

function problemOf(
  status: AddressStatus,
  { coin, target }: { coin: Coin; target: string },
): ErrorDetail | null {
  if (status === 'own') return rule.ownAddress(target);
  if (status === 'wallet') return rule.coinAddress(target, coin.asset.code);
  return null;
}

interface OwnerRow {
  readonly n: number;
  readonly coin: string;
  readonly project_id: string | null;
  readonly owner_type: 'invoice' | 'channel' | 'treasury' | null;
  readonly is_place: boolean;
}

/** Among the coins of its address space. With tags, a second row shows that the account is ours, whatever the tag. */
async function findStatuses(
  sql: Sql,
  { coins }: Pick<Instance, 'coins'>,
  requested: readonly Request[],
): Promise<AddressStatus[]> {
  const spaces = groupBy([...coins.keys()], addressSpaceOf);
  const rows = await sql.query<OwnerRow>(
    `select t.n::int as n, a.coin, a.project_id, a.owner_type, a.is_place
     from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality as t(coins, address, tag, n)
     join lateral (
       (select coin, project_id, owner_type, true as is_place from addresses
        where coin = any(string_to_array(t.coins, ' ')) and address = t.address and tag = t.tag limit $4)
       union all
       (select coin, null, null, false from addresses
        where coin = any(string_to_array(t.coins, ' ')) and address = t.address limit 1)) a on true
     order by t.n`,
    [
      requested.map(({ coin }) => (spaces.get(addressSpaceOf(coin.code)) ?? []).join(' ')),
      requested.map(({ destination }) => destination.address),
      requested.map(({ destination }) => destination.tag ?? NO_TAG),
      coins.size,
    ],
  );
  const rowsOf = groupBy(rows, (row) => row.n);
  return requested.map((one, n) => statusOf(one, rowsOf.get(n + 1) ?? []));
}

/** A tag without an owner counts as ordinary, so that payers cannot find out which tags are in use. */
function statusOf(
  { coin, projectId, destination }: Request,
  rows: readonly OwnerRow[],
): AddressStatus {
  const places = rows.filter((row) => row.is_place);
  if (places.some((row) => row.owner_type === 'treasury')) return 'wallet';
  if (places.some((row) => row.project_id !== null && row.project_id === projectId)) return 'own';
  if (places.some((row) => row.coin === coin.code)) return 'free';
  const isOurs = rows.length > 0;
  return isOurs && !destination.tag ? 'wallet' : 'free';
}
