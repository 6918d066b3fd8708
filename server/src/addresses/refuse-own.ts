// Decides which of the instance's own addresses a merchant may pay: those of other merchants. Addresses of the wallets
// are rejected like invalid ones, so that the response does not reveal their owner. Networks of one family share
// addresses, but each address is watched on only one of them: a payment on another would be unmatched.
import type { App } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { addressSpaceOf } from '../coins/registry.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { batched } from '../workers/batcher.ts';
import { NO_TAG } from './derive.ts';

const BATCH_MAX = 64;
const statusBatched = batched<Request, AddressStatus>({
  name: 'own_addresses',
  batchMax: BATCH_MAX,
  write: findStatuses,
});

type AddressStatus = 'own' | 'wallet' | 'free';

interface Request {
  readonly coin: string;
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
  const requested = { coin: coin.code, projectId, destination };
  const status = await statusBatched(app, addressSpaceOf(coin.code), requested);
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

/** By shared address space. With tags, a second row shows that the account is ours, whatever the tag. */
async function findStatuses(
  app: App,
  space: string,
  requested: readonly Request[],
): Promise<AddressStatus[]> {
  const coins = [...app.coins.values()].filter(({ code }) => addressSpaceOf(code) === space);
  const rows = await app.db.query<OwnerRow>(
    `select t.n::int as n, a.coin, a.project_id, a.owner_type, a.is_place
     from unnest($2::text[], $3::bigint[]) with ordinality as t(address, tag, n)
     join lateral (
       (select coin, project_id, owner_type, true as is_place from addresses
        where coin = any($1::text[]) and address = t.address and tag = t.tag limit ${coins.length})
       union all
       (select coin, null, null, false from addresses
        where coin = any($1::text[]) and address = t.address limit 1)) a on true
     order by t.n`,
    [
      coins.map((coin) => coin.code),
      requested.map(({ destination }) => destination.address),
      requested.map(({ destination }) => destination.tag ?? NO_TAG),
    ],
  );
  return requested.map((one, n) =>
    statusOf(
      one,
      rows.filter((row) => row.n === n + 1),
    ),
  );
}

/** A tag without an owner counts as ordinary, so that payers cannot find out which tags are in use. */
function statusOf(
  { coin, projectId, destination }: Request,
  rows: readonly OwnerRow[],
): AddressStatus {
  const places = rows.filter((row) => row.is_place);
  if (places.some((row) => row.owner_type === 'treasury')) return 'wallet';
  if (places.some((row) => row.project_id !== null && row.project_id === projectId)) return 'own';
  if (places.some((row) => row.coin === coin)) return 'free';
  const isOurs = rows.length > 0;
  return isOurs && !destination.tag ? 'wallet' : 'free';
}
