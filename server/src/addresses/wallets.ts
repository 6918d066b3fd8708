// The wallets: one seed, made at first start and stored sealed, and per coin the extended public key that
// deposit addresses are derived from. Only this file opens the seed.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { ConfigError } from '../core/config.ts';
import { newId } from '../core/ids.ts';
import type { Sql, Tx } from '../db/database.ts';
import { accountKeys, createMnemonic } from '../keys/seed.ts';

export interface Wallet {
  readonly coin: string;
  readonly extendedPublicKey: string;
}

const SEED_BYTES = 32;
/** Serialises the first start of several processes on one database. */
const WALLETS_LOCK = '7205759403792794';

/** Makes what is missing and returns the wallets of all coins. */
export async function ensureWallets(app: App): Promise<ReadonlyMap<string, Wallet>> {
  const existing = await readWallets(app);
  if (existing.size >= app.coins.size) return existing;
  // The seed is drawn and derived outside the transaction; it is used only if this process is first.
  const fresh = createMnemonic(app.random.bytes(SEED_BYTES));
  await app.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${WALLETS_LOCK})`);
    const seed = (await readSeed(tx, app)) ?? (await storeSeed(tx, app, fresh));
    for (const coin of app.coins.values())
      await storeWallet(tx, app, { coinCode: coin.code, seed });
  });
  return readWallets(app);
}

interface Seed {
  readonly id: string;
  readonly mnemonic: string;
}

/** By coin. Throws ConfigError when they belong to another network. */
export async function readWallets(app: App): Promise<ReadonlyMap<string, Wallet>> {
  const rows = await app.db.query<{ coin: string; network: string; extended_public_key: string }>(
    'select coin, network, extended_public_key from wallets order by coin limit 100',
  );
  for (const row of rows) {
    if (row.network !== app.config.network) {
      throw new ConfigError([
        `the ${row.coin} wallet of this database belongs to the ${row.network} network, but CHAINTILL_NETWORK is ` +
          `${app.config.network}: use another data folder or database for another network`,
      ]);
    }
  }
  return new Map(
    rows
      .filter((row) => app.coins.has(row.coin))
      .map((row) => [row.coin, { coin: row.coin, extendedPublicKey: row.extended_public_key }]),
  );
}

/** The 24 words, for the signer alone. */
export async function openMnemonic(app: App): Promise<string> {
  return known(await readSeed(app.db, app), 'the wallets have a seed').mnemonic;
}

async function readSeed(tx: Sql, app: App): Promise<Seed | null> {
  const rows = await tx.query<{ id: string; sealed: string }>(
    'select id, sealed from wallet_seeds order by created_at desc limit 1',
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { id: row.id, mnemonic: app.secrets.open(row.sealed, seedContext(row.id)) };
}

async function storeSeed(tx: Tx, app: App, mnemonic: string): Promise<Seed> {
  const id = newId(app.clock, app.random);
  await tx.query('insert into wallet_seeds (id, sealed, created_at) values ($1, $2, $3)', [
    id,
    app.secrets.seal(mnemonic, seedContext(id)),
    new Date(app.clock.now()),
  ]);
  return { id, mnemonic };
}

async function storeWallet(
  tx: Tx,
  app: App,
  facts: { coinCode: string; seed: Seed },
): Promise<void> {
  const coin = known(app.coins.get(facts.coinCode), 'coin is registered');
  const keys = accountKeys(facts.seed.mnemonic, coin, app.config.network);
  await tx.query(
    `insert into wallets (coin, network, seed_id, account_path, extended_public_key)
     values ($1, $2, $3, $4, $5) on conflict (coin) do nothing`,
    [
      coin.code,
      app.config.network,
      facts.seed.id,
      coin.accountPath(app.config.network),
      keys.extendedPublicKey,
    ],
  );
}

function seedContext(id: string): string {
  return `wallet_seed:${id}`;
}
