// Which numbers of addresses were taken, outside of the database: a line in a file of the data folder before the
// addresses are derived. A database that went back in time has forgotten those of its lost tail, jumps included; by
// this file they are found again and watched (forgotten-numbers.ts). It only helps: without it nothing is given out
// twice either. A file that is damaged is refused at the start, since what it has lost would not be watched.
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NUMBER_END } from '../coins/codecs/receiving-key.ts';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { DamagedFile, syncFolder } from '../core/store-files.ts';

/** From `first` on, below `until`. */
export interface NumberRange {
  readonly coin: string;
  readonly first: number;
  readonly until: number;
}

export interface ReservedNumbers {
  /** Returns once the line is on the disk, or could not be written, which is logged. */
  reserve(range: NumberRange): Promise<void>;
  /** All that any process with this data folder has reserved. */
  read(): Promise<readonly NumberRange[]>;
}

/** Kept when an older copy of the data folder is put back, like the journal of a signer. */
const FILE = 'address-numbers';
const OWNER_ONLY = 0o600;
/** More than any pool is: such a line was damaged, and is not believed. */
const COUNT_MAX = 1_000_000;
/** A line that a crash may have cut anywhere. */
const BEGINNING_OF_LINE = /^(?:[A-Z0-9]+(?:\.[a-z0-9_]*)?(?: \d*){0,2})?$/;
const LINE = /^([A-Z0-9]+(?:\.[a-z0-9_]+)?) (\d+) (\d+)$/;

/** As many numbers as the pool has are reserved at a time, so that the file has one line for as many addresses. */
export function reservedNumbers({
  config,
  log,
}: {
  config: Pick<Config, 'dataDir' | 'addressPoolSize'>;
  log: Log;
}): ReservedNumbers {
  const file = join(config.dataDir, FILE);
  const newest = new Map<string, NumberRange>();
  /** Said once: the pool is filled every second. */
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
        log.warn({ err: error, file }, 'cannot note which addresses are derived');
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

/** Throws DamagedFile where a data folder's file has lines that no process wrote. */
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

/** In one write, so that lines of several processes do not mix; a line cut by a crash is ended by the next. */
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

/** Nothing for a line that is not whole. A last number that was cut short is a smaller one. */
function parseLine(line: string): NumberRange[] {
  const [, coin, ...numbers] = LINE.exec(line) ?? [];
  const [first = 0, until = 0] = numbers.map(Number);
  const isPossible = first < until && until <= NUMBER_END && until - first <= COUNT_MAX;
  return coin === undefined || !isPossible ? [] : [{ coin, first, until }];
}
