// The `chaintill doctor` check of network fees: whether the fees of our transfers are in the ledger. Covers each coin's
// newest transfers; `chaintill audit` verifies all.
import type { App } from '../../app.ts';
import { verifyTransfers } from '../../ledger/verify-rows.ts';
import type { Finding } from './finding.ts';

const NEWEST = 1000;

export async function checkCosts(app: App): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const coin of app.transferNetworks.keys()) findings.push(await checkCoin(app, coin));
  return findings;
}

async function checkCoin(app: App, coin: string): Promise<Finding> {
  const newest = await app.db.query<{ id: string; is_booked: boolean }>(
    `select id, booked_fee is not null as is_booked from transfers
     where coin = $1 and status = 'confirmed' order by id desc limit ${NEWEST}`,
    [coin],
  );
  const found = await verifyTransfers(
    app.db,
    newest.map(({ id }) => [coin, id]),
  );
  const wrong = new Set(found.map(({ facts }) => facts['id'])).size;
  const unbooked = newest.filter(({ is_booked: isBooked }) => !isBooked).length;
  const detail = { code: 'network_costs', transfers: newest.length, wrong, unbooked } as const;
  return { code: 'network_costs', about: coin, ok: wrong + unbooked === 0, detail };
}
