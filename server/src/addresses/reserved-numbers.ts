// Records reserved address numbers in a file of the data folder before the addresses are derived. After a database
// rollback, the lost numbers are read from it and watched again (`deriveUnrecorded`). A damaged file prevents the
// start, because payments to lost addresses would be missed.
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App } from '../app.ts';
import { NUMBER_END } from '../coins/codecs/receiving-key.ts';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { DamagedFile, syncFolder } from '../core/store-files.ts';
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import { DERIVED_AT_ONCE, deriveRange } from './derive.ts';

/** `until` is exclusive. */
export interface NumberRange {
  readonly coin: string;
  readonly first: number;
  readonly until: number;
}

export interface ReservedNumbers {
  /** Resolves once the line is on disk, or the failure to write it is logged. */
  reserve(range: NumberRange): Promise<void>;
  read(): Promise<readonly NumberRange[]>;
}

/** Kept when an older copy of the data folder is restored. */
const FILE = 'address-numbers';
const OWNER_ONLY = 0o600;
/** Larger than any pool; a line with a higher count is damaged and is ignored. */
const COUNT_MAX = 1_000_000;
const BEGINNING_OF_LINE = /^(?:[A-Z0-9]+(?:\.[a-z0-9_]*)?(?: \d*){0,2})?$/;
const LINE = /^([A-Z0-9]+(?:\.[a-z0-9_]+)?) (\d+) (\d+)$/;

/** Reserves as many numbers at a time as the pool has addresses, to write few lines. */
export function reservedNumbers({
  config,
  log,
}: {
  config: Pick<Config, 'dataDir' | 'addressPoolSize'>;
  log: Log;
}): ReservedNumbers {
  const file = join(config.dataDir, FILE);
  const newest = new Map<string, NumberRange>();
  /** Logged once, because the pool is filled every second. */
  let isFailureReported = false;
  return {
    async reserve({ coin, first, until }) {
      const known = newest.get(coin);
      if (known !== undefined && known.first <= first && until <= known.until) return;
      const range = { coin, first, until: Math.max(until, first + config.addressPoolSize) };
      try {
        await append(file, range);
        newest.set(coin, range);
        isFailureReported = false;
      } catch (error) {
        if (isFailureReported) return;
        isFailureReported = true;
        log.warn({ err: error, file }, 'cannot record which addresses are derived');
      }
    },
    async read() {
      try {
        return (await readFile(file, 'utf8')).split('\n').flatMap(parseLine);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.warn({ err: error, file }, 'cannot read which addresses were derived');
        return [];
      }
    },
  };
}

/** Throws DamagedFile when the file contains invalid lines. */
export async function checkReservedNumbers(dataDir: string): Promise<void> {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return;
  const lines = (await readFile(file, 'utf8')).split('\n');
  if (lines.every((line) => BEGINNING_OF_LINE.test(line))) return;
  throw new DamagedFile(
    file,
    'Put it back from your newest backup, or move it away: addresses that only a lost database knew are then not watched.',
  );
}

/** One write per line, so that lines of several processes do not mix, even after a truncated one. */
async function append(file: string, { coin, first, until }: NumberRange): Promise<void> {
  const isNew = !existsSync(file);
  const handle = await open(file, 'a', OWNER_ONLY);
  try {
    await handle.appendFile(`\n${coin} ${first} ${until}`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(dirname(file));
}

/** Empty for an incomplete line. A truncated last number reads as a smaller one. */
function parseLine(line: string): NumberRange[] {
  const [, coin, ...numbers] = LINE.exec(line) ?? [];
  const [first = 0, until = 0] = numbers.map(Number);
  const isPossible = first < until && until <= NUMBER_END && until - first <= COUNT_MAX;
  return coin === undefined || !isPossible ? [] : [{ coin, first, until }];
}

// Numbers that this database skipped: payers may still pay the addresses of a lost database. They are derived as
// retired, so that they are watched but never assigned, before chain reading continues (deposits/watch.ts).

/** Includes numbers that other processes or earlier starts reserved. */
export async function noteUnrecorded(tx: Tx, { isDoubted }: { isDoubted: boolean }): Promise<void> {
  const ranges = await tx.instance.reservedNumbers.read();
  if (ranges.length === 0) return;
  await tx.query(
    `insert into forgotten_numbers (coin, first, until, is_doubted)
     select distinct r.coin, greatest(r.first, j.first), least(r.until, j.until), $4::boolean
     from unnest($1::text[], $2::bigint[], $3::bigint[]) as r(coin, first, until)
     join address_jumps j on j.coin = r.coin and j.first < r.until and r.first < j.until
     on conflict do nothing`,
    [...columnsOf(ranges, 'coin', 'first', 'until'), isDoubted],
  );
}

interface Unrecorded extends NumberRange {
  readonly is_doubted: boolean;
  readonly extendedPublicKey: string;
}

export async function deriveUnrecorded(app: App, coin: string): Promise<void> {
  const ranges = await app.db.query<Unrecorded>(
    `select f.coin, f.first, f.until, f.is_doubted, w.extended_public_key as "extendedPublicKey"
     from forgotten_numbers f join wallets w on w.coin = f.coin
     where f.coin = $1 and f.derived_at is null order by f.first`,
    [coin],
  );
  for (const range of ranges) await deriveOne(app, range);
}

async function deriveOne(app: App, range: Unrecorded): Promise<void> {
  const { coin, first, until } = range;
  for (let start = first; start < until; start += DERIVED_AT_ONCE) {
    const count = Math.min(until - start, DERIVED_AT_ONCE);
    const made = deriveRange(app, range, { first: start, count });
    await app.db.query(
      `insert into addresses (coin, address, tag, address_index, retired_at, is_doubted)
       select $1, t.*, $5, $6 from unnest($2::text[], $3::bigint[], $4::bigint[]) as t(address, tag, address_index)
       on conflict do nothing`,
      [
        coin,
        ...columnsOf(made, 'address', 'tag', 'index'),
        new Date(app.clock.now()),
        range.is_doubted,
      ],
    );
  }
  await app.db.query(
    'update forgotten_numbers set derived_at = $4 where coin = $1 and first = $2 and until = $3',
    [coin, first, until, new Date(app.clock.now())],
  );
  app.log.warn(
    { coin, first, until },
    'addresses from a lost part of the database are watched again',
  );
}
