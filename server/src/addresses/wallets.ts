// The wallets: per coin the extended public key that deposit addresses are derived from. It comes from the encrypted
// seed in the database, from a separate signer, or from a key file. Only this file decrypts the seed.
import type { App, Instance } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { firstAddressOf } from '../coins/nodes.ts';
import { defined } from '../core/assert.ts';
import { ConfigError } from '../core/config/config.ts';
import { prefixOf } from '../core/config/values.ts';
import { newId } from '../core/ids.ts';
import type { Database, Sql, SqlTx } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { accountKeys, createMnemonic, openMaster } from '../keys/seed.ts';
import { SignerAway } from '../keys/signer.ts';
import { type ConfiguredKeys, configuredKeys, separateSigner } from './configured-keys.ts';

export interface Wallet {
  readonly coin: string;
  readonly extendedPublicKey: string;
}

const SEED_BYTES = 32;
/** Serializes the first start of several processes on one database. */
const WALLETS_LOCK = '7205759403792794';

/** Throws ConfigError when wallets cannot be created, and NoWallets when none may be created. */
export async function ensureWallets(
  app: App,
  { founds }: { readonly founds: boolean },
): Promise<ReadonlyMap<string, Wallet>> {
  const existing = await readWallets(app);
  if (existing.size >= app.coins.size) return existing;
  if (!founds && existing.size === 0 && (await readSeed(app.db, app)) === null)
    throw new NoWallets();
  try {
    const input = await configuredKeys(app);
    if (input === null) await storeFromSeed(app);
    else await storeConfigured(app, input);
  } catch (error) {
    if (!(error instanceof SignerAway)) throw error;
    throw new ConfigError([`CHAINTILL_SIGNER_SOCKET: ${error.message}; the first start needs it`]);
  }
  return readWallets(app);
}

class NoWallets extends Error {
  override readonly name = 'NoWallets';

  constructor() {
    super(
      'This instance has no wallets yet, and this command creates none. Start `chaintill serve` once, or restore a seed ' +
        'with `chaintill seed restore`.',
    );
  }
}

/** Throws ConfigError when the keys differ from those of the wallets. Checks an unreachable signer later. */
export async function checkWallets(app: App, wallets: ReadonlyMap<string, Wallet>): Promise<void> {
  const input = await configuredKeys(app).catch((error: unknown) => {
    if (!(error instanceof SignerAway)) throw error;
    app.log.warn({ err: error }, 'signer unreachable: coins are received, nothing is sent');
    return null;
  });
  if (input === null) return;
  const other = [...wallets.values()].find(
    ({ coin, extendedPublicKey }) => input.keys[coin] !== extendedPublicKey,
  );
  if (other === undefined) return;
  throw otherSeed(input.source, other.coin);
}

async function storeConfigured(app: App, { source, network, keys }: ConfiguredKeys): Promise<void> {
  if (network !== app.config.network)
    throw new ConfigError([`${source} is of the ${network} network, not of ${app.config.network}`]);
  await app.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${WALLETS_LOCK})`);
    await storeWallets(tx, { source, seedId: null, keys });
  });
}

interface Seed {
  readonly id: string;
  readonly mnemonic: string;
}

async function storeFromSeed(app: App): Promise<void> {
  // Generated outside the transaction, and used only if this process is the first.
  const fresh = createMnemonic(app.random.bytes(SEED_BYTES));
  await app.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${WALLETS_LOCK})`);
    const stored = await readSeed(tx, tx.instance);
    if (stored === null) await refuseSecondSeed(tx);
    const seed = stored ?? (await storeSeed(tx, newSeed(app, fresh)));
    const master = await openMaster(seed.mnemonic, app.config.network);
    const keys = Object.fromEntries(
      [...app.coins].map(([code, coin]) => [
        code,
        accountKeys(master, coin, app.config.network).extendedPublicKey,
      ]),
    );
    await storeWallets(tx, { source: 'the seed in this database', seedId: seed.id, keys });
  });
}

/** Wallets without a seed here have their seed elsewhere, and an instance has only one. */
async function refuseSecondSeed(tx: Tx): Promise<void> {
  const wallets = await tx.query<{ coin: string }>('select coin from wallets limit 100');
  if (wallets.length === 0) return;
  const had = new Set(wallets.map(({ coin }) => coin));
  const missing = [...tx.instance.coins.keys()].filter((code) => !had.has(code)).join(', ');
  throw new ConfigError([
    'the seed of this database is kept elsewhere, so no wallet can be made for a new coin: set CHAINTILL_SIGNER_SOCKET to ' +
      'the socket of your signer, or CHAINTILL_WALLET_PUBLIC_KEYS_FILE to a file that `chaintill signer export-keys` wrote, or remove ' +
      `${missing} from CHAINTILL_COINS and CHAINTILL_TOKENS`,
  ]);
}

interface NewWallets {
  readonly source: string;
  readonly seedId: string | null;
  readonly keys: Readonly<Record<string, string>>;
}

/** Throws ConfigError on a missing key, or a key of another seed. */
async function storeWallets(tx: Tx, { source, seedId, keys }: NewWallets): Promise<void> {
  const missing = [...tx.instance.coins.keys()].find((code) => keys[code] === undefined);
  if (missing !== undefined) throw new ConfigError([`${source} has no key of ${missing}`]);
  const rows = await tx.query<Pick<WalletRow, 'coin' | 'extended_public_key'>>(
    'select coin, extended_public_key from wallets limit 100',
  );
  const other = rows.find(({ coin, extended_public_key }) => {
    const key = keys[coin];
    return key !== undefined && key !== extended_public_key;
  });
  if (other !== undefined) throw otherSeed(source, other.coin);
  for (const [code, extendedPublicKey] of Object.entries(keys))
    if (tx.instance.coins.has(code))
      await storeWallet(tx, { coinCode: code, seedId, extendedPublicKey });
}

function otherSeed(source: string, coin: string): ConfigError {
  return new ConfigError([`${source} has another seed than the ${coin} wallet of this database`]);
}

interface WalletRow {
  readonly coin: string;
  readonly network: string;
  readonly extended_public_key: string;
  readonly contract: string | null;
}

/** Keyed by coin. Throws ConfigError when the wallets belong to another network, or a token's to another contract. */
export async function readWallets(app: App): Promise<ReadonlyMap<string, Wallet>> {
  const rows = await app.db.query<WalletRow>(
    'select coin, network, extended_public_key, contract from wallets order by coin limit 100',
  );
  for (const row of rows) {
    if (row.network !== app.config.network) {
      throw new ConfigError([
        `the ${row.coin} wallet of this database belongs to the ${row.network} network, but CHAINTILL_NETWORK is ` +
          `${app.config.network}: use another data folder or database for another network`,
      ]);
    }
    const coin = app.coins.get(row.coin);
    if (coin !== undefined && contractOf(app, coin) !== row.contract) {
      throw new ConfigError([
        `the ${row.coin} of this database is the contract ${row.contract}, but CHAINTILL_${prefixOf(row.coin)}_CONTRACT names ` +
          'a different one: payments that were received are in the former',
      ]);
    }
  }
  return new Map(
    rows
      .filter((row) => app.coins.has(row.coin))
      .map((row) => [row.coin, { coin: row.coin, extendedPublicKey: row.extended_public_key }]),
  );
}

/** The 24 words. Throws SignerAway when the seed is not here. */
export async function openMnemonic(app: App): Promise<string> {
  const seed = await readSeed(app.db, app);
  if (seed === null) throw new SignerAway('no_seed');
  return seed.mnemonic;
}

/** Throws SeedPresent when the database has a seed. */
export async function restoreSeed(
  bootstrap: SeedStore & { readonly db: Pick<Database, 'transaction'> },
  mnemonic: string,
): Promise<void> {
  await bootstrap.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${WALLETS_LOCK})`);
    const present = await tx.query('select 1 from wallet_seeds union all select 1 from wallets');
    if (present.length > 0)
      throw new SeedPresent('this database has wallets already: restore into a new one');
    await storeSeed(tx, newSeed(bootstrap, mnemonic));
  });
}

class SeedPresent extends Error {
  override readonly name = 'SeedPresent';
}

/** Throws SignerAway or ConfigError unless a separate signer has the same wallets. */
export async function deleteSeed(app: App): Promise<void> {
  const signer = separateSigner(app);
  if (signer === null) throw new SignerAway('socket_required');
  await signer.hello();
  await checkWallets(app, await readWallets(app));
  await app.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${WALLETS_LOCK})`);
    await tx.query('update wallets set seed_id = null');
    await tx.query('delete from wallet_seeds');
  });
}

async function readSeed(sql: Sql, app: Pick<App, 'secrets'>): Promise<Seed | null> {
  const rows = await sql.query<{ id: string; sealed: string }>(
    'select id, sealed from wallet_seeds order by created_at desc limit 1',
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { id: row.id, mnemonic: app.secrets.open(row.sealed, seedContext(row.id)) };
}

type SeedStore = Pick<App, 'clock' | 'random' | 'secrets'>;

interface NewSeed extends Seed {
  readonly sealed: string;
  readonly createdAt: Date;
}

function newSeed(app: SeedStore, mnemonic: string): NewSeed {
  const id = newId(app.clock, app.random);
  const sealed = app.secrets.seal(mnemonic, seedContext(id));
  return { id, mnemonic, sealed, createdAt: new Date(app.clock.now()) };
}

async function storeSeed(tx: SqlTx, { id, mnemonic, sealed, createdAt }: NewSeed): Promise<Seed> {
  await tx.query('insert into wallet_seeds (id, sealed, created_at) values ($1, $2, $3)', [
    id,
    sealed,
    createdAt,
  ]);
  return { id, mnemonic };
}

async function storeWallet(
  tx: Tx,
  {
    coinCode,
    seedId,
    extendedPublicKey,
  }: { coinCode: string; seedId: string | null; extendedPublicKey: string },
): Promise<void> {
  const coin = defined(tx.instance.coins.get(coinCode), 'coin is registered');
  await tx.query(
    `insert into wallets (coin, network, seed_id, account_path, extended_public_key, contract, next_index)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (coin) do nothing`,
    [
      coin.code,
      tx.instance.config.network,
      seedId,
      coin.accountPath(tx.instance.config.network),
      extendedPublicKey,
      contractOf(tx.instance, coin),
      firstAddressOf(coin.nodes),
    ],
  );
}

function contractOf(instance: Instance, coin: Coin): string | null {
  return coin.token?.contracts[instance.config.network] ?? null;
}

function seedContext(id: string): string {
  return `wallet_seed:${id}`;
}
