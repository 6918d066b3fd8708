// Requests the signer's bytes for a plan. The request has the sealed requests of the withdrawals that it pays, and the
// derivation indexes of our addresses that it spends from or pays.
import type { App } from '../../app.ts';
import type { SignedTransfer, TransferPlan } from '../../chains/transfers.ts';
import type { SealedIntent } from '../../keys/intent.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { tokensOf } from '../tokens-of.ts';
import type { TransferRow } from '../transfer.ts';
import { INTENT_COLUMNS } from './request-signature.ts';

/** `pays`: the transfer whose payments the plan makes; the plan may be its replacement. Throws SignerRefused. */
export async function signPlan(
  app: App,
  coinWallet: CoinWallet,
  { plan, pays }: { plan: TransferPlan; pays: Pick<TransferRow, 'coin' | 'id'> },
): Promise<SignedTransfer> {
  const intents = await intentsOf(app, pays);
  return coinWallet.signer.sign({ plan, intents, indexes: await indexesIn(app, plan) });
}

function intentsOf(app: App, pays: Pick<TransferRow, 'coin' | 'id'>): Promise<SealedIntent[]> {
  return app.db.query<SealedIntent>(
    `select ${INTENT_COLUMNS} from transfer_payments p
     join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where p.coin = $1 and p.transfer_id = $2 order by p.output_index`,
    [pays.coin, pays.id],
  );
}

/** A recipient may be our address of a token on the same network, which is supplied with fees. */
async function indexesIn(app: App, plan: TransferPlan): Promise<ReadonlyMap<string, number>> {
  const { origin, outputs } = plan;
  const spent = 'sender' in origin ? [origin.sender] : origin.inputs.map((input) => input.address);
  const rows = await app.db.query<{ address: string; address_index: number }>(
    `select distinct on (address) address, address_index from addresses
     where coin = any($1::text[]) and address = any($2::text[]) order by address, address_index`,
    [
      [plan.coin, ...tokensOf(app, plan.coin)],
      [...spent, ...outputs.map((output) => output.address)],
    ],
  );
  return new Map(rows.map((row) => [row.address, row.address_index]));
}
