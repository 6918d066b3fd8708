// Asks the signer for the bytes of a plan, with the places of the addresses that it spends from.
import type { App } from '../app.ts';
import type { SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import type { Treasury } from './treasury.ts';

export async function signPlan(
  app: App,
  treasury: Treasury,
  plan: TransferPlan,
): Promise<SignedTransfer> {
  const { origin } = plan;
  const addresses =
    'sender' in origin ? [origin.sender] : origin.inputs.map((input) => input.address);
  const rows = await app.db.query<{ address: string; address_index: number }>(
    `select distinct on (address) address, address_index from addresses
     where coin = $1 and address = any($2::text[]) order by address, address_index`,
    [plan.coin, addresses],
  );
  const indexes = new Map(rows.map((row) => [row.address, row.address_index]));
  return treasury.signer.sign({ plan, indexes });
}
