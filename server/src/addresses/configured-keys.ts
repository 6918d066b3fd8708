// Public keys of wallets whose seed is in a separate signer, or in the signer that exported a key file.
import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { App } from '../app.ts';
import { ConfigError } from '../core/config/config.ts';
import type { Database } from '../db/database.ts';
import { type JournalHead, NO_LINES } from '../keys/journal-head.ts';
import { type KnownHeads, type SocketSigner, socketSigner } from '../keys/socket-signer.ts';

/** Null when no separate signer is configured. */
export function separateSigner(app: App): SocketSigner | null {
  const path = app.config.signerSocket;
  return path === null
    ? null
    : socketSigner({ path, intentKey: app.intentKey, heads: signerHeads(app.db) });
}

export interface ConfiguredKeys {
  readonly source: string;
  readonly network: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Null when the seed is in this database. Throws SignerAway. */
export async function configuredKeys(app: App): Promise<ConfiguredKeys | null> {
  const signer = separateSigner(app);
  if (signer === null) return readKeysFile(app.config.walletKeysFile);
  return { source: 'the signer', ...(await signer.hello()) };
}

const keysFile = Compile(
  Type.Object({ network: Type.String(), keys: Type.Record(Type.String(), Type.String()) }),
);

async function readKeysFile(file: string | null): Promise<ConfiguredKeys | null> {
  if (file === null) return null;
  const source = 'CHAINTILL_WALLET_PUBLIC_KEYS_FILE';
  const problem = `${source} must name a file that chaintill signer export-keys wrote`;
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (keysFile.Check(parsed)) return { source, ...parsed };
  } catch (error) {
    throw new ConfigError([`${problem}: ${String(error)}`]);
  }
  throw new ConfigError([problem]);
}

// A journal shorter than at the signer's last response was truncated or rolled back, and lacks records.

function signerHeads(db: Database): KnownHeads {
  return {
    async read() {
      const rows = await db.query<JournalHead>('select count, hash from signer_head');
      return rows[0] ?? NO_LINES;
    },
    async keep({ count, hash }) {
      await db.query(
        `insert into signer_head as h (count, hash) values ($1, $2)
         on conflict (is_one) do update set count = $1, hash = $2 where h.count < $1`,
        [count, hash],
      );
    },
  };
}
