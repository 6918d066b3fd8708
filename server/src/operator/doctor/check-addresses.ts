// What `chaintill doctor` says of addresses: money that came to one that this database gave to nobody, and addresses
// that were paid before somebody was given them. Both say that the database went back in time.
import type { App } from '../../app.ts';
import type { Finding } from './finding.ts';

/** To a retired address that is no mere number (XRP), or to one that has an owner who has not got the money. */
const LOST = `select d.coin, count(*)::int as n from deposits d
  join addresses a on a.coin = d.coin and a.address = d.address and a.tag = coalesce(d.tag, -1)
  where d.is_unmatched and d.owner_id is null and d.status <> 'dropped'
    and (a.retired_at is not null and d.tag is null or a.owner_type in ('invoice', 'channel'))
  group by d.coin order by d.coin`;

export async function checkAddresses(app: App): Promise<Finding> {
  const rows = await app.db.query<{ coin: string; n: number }>(LOST);
  const list = rows.map(({ coin, n }) => `${n} in ${coin}`).join(', ');
  const isFine = rows.length === 0;
  return {
    check: 'addresses',
    ok: isFine,
    text: isFine
      ? 'nothing came to one that nobody has'
      : `payments to addresses that this database gave to nobody when they came: ${list}`,
    hint: isFine ? null : 'they may be of payers that it forgot: docs/restores.md',
  };
}
