// Stores the first derived addresses of each wallet and derives them again at every start. If they differ, payments to
// the wallet's addresses could not be spent, so the service refuses to start.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import type { Wallet } from './wallets.ts';

const INDEXES = [0, 1, 1_000_000] as const;

export interface DerivationVector {
  readonly coin: string;
  readonly address_index: number;
  readonly account_path: string;
  readonly address: string;
}

export class DerivationChanged extends Error {
  override readonly name = 'DerivationChanged';
}

/** Throws DerivationChanged when a stored vector does not match; stores the vectors of new wallets. */
export async function checkDerivation(
  app: App,
  wallets: ReadonlyMap<string, Wallet>,
): Promise<void> {
  for (const wallet of wallets.values()) await storeVectors(app, wallet);
  const [wrong] = await changedVectors(app, wallets);
  if (wrong === undefined) return;
  throw new DerivationChanged(
    `${wrong.coin} address ${wrong.address_index} of ${wrong.account_path} was ${wrong.address} and is now derived ` +
      'as another: wrong database, network or version. Nothing was started, so no wrong address is shown to anybody',
  );
}

export async function changedVectors(
  app: App,
  wallets: ReadonlyMap<string, Wallet>,
): Promise<readonly DerivationVector[]> {
  const vectors = await app.db.query<DerivationVector>(
    `select coin, address_index, account_path, address from derivation_vectors
     order by coin, address_index limit 1000`,
  );
  return vectors.filter((vector) => {
    const wallet = wallets.get(vector.coin);
    return wallet !== undefined && derive(app, wallet, vector.address_index) !== vector.address;
  });
}

async function storeVectors(app: App, wallet: Wallet): Promise<void> {
  const coin = defined(app.coins.get(wallet.coin), 'a wallet has a coin');
  const stored = await app.db.query('select 1 from derivation_vectors where coin = $1 limit 1', [
    wallet.coin,
  ]);
  if (stored.length > 0) return;
  await app.db.query(
    `insert into derivation_vectors (coin, account_path, address_index, address)
     select $1, $2, t.address_index, t.address
     from unnest($3::bigint[], $4::text[]) as t(address_index, address)
     on conflict do nothing`,
    [
      wallet.coin,
      coin.accountPath(app.config.network),
      [...INDEXES],
      INDEXES.map((index) => derive(app, wallet, index)),
    ],
  );
}

function derive(app: App, { coin: code, extendedPublicKey }: Wallet, index: number): string {
  const coin = defined(app.coins.get(code), 'a wallet has a coin');
  return coin.deriveAddress(extendedPublicKey, index, app.config.network);
}
