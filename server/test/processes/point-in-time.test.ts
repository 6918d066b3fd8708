// A backup and the log after it: the machine is lost, and the instance is restored to any moment in the log. It
// continues in the same location, and missing or changed files there are reported.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { createService, type Service, until } from '../support/service.ts';

/** Each restore is a recovery and a start, on a machine that is busy with other tests. */
const LIMIT = 8 * MINUTE;
/** Each segment of the log is fetched by its own command, so a restore takes longer with more segments. */
const SEGMENT_SECONDS = '8';
/** `doctor` is an expensive command. */
const DOCTOR_EVERY = SECOND;
const CREDENTIALS = 'data/sandbox-credentials.json';

let place = '';
let instance: Service;
const others: Service[] = [];
/** Between the first and the second invoice. */
let moment = '';
let first = '';
let second = '';
/** The history of the lost instance. */
let lost = '';

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'chaintill-point-'));
  instance = await newInstance({ CHAINTILL_BACKUP_DESTINATION: place });
  await instance.start();
}, LIMIT);
afterAll(async () => {
  await Promise.all([instance, ...others].map((each) => each.close()));
  rmSync(place, { recursive: true, force: true });
});

test(
  'acknowledged writes are archived within seconds, and doctor reports it',
  async () => {
    // As there is no backup yet, the service creates one automatically.
    await until(
      'a backup is there and proven',
      async () => {
        await sleep(DOCTOR_EVERY);
        const reported = await instance.commandHere('doctor', '--json');
        return (
          /"code": ?"backup_newest"/.test(reported.stdout) &&
          /"is_proven": ?true/.test(reported.stdout)
        );
      },
      LIMIT,
    );
    first = await invoice(instance);
    // Each invoice is in its own file, so that the log after the backup has at least two.
    await stored(instance);
    await sleep(1100);
    moment = new Date(wallNow()).toISOString();
    await sleep(1100);
    second = await invoice(instance);
    await stored(instance);
    expect(walFiles().length).toBeGreaterThan(1);
  },
  LIMIT,
);

test(
  'it is restored to a point in time, and to the end of the log',
  async () => {
    await instance.kill('SIGKILL');
    const then = await restored('--until', moment);
    expect(then.reported).toContain(`contains the database as of ${moment}`);
    expect(await invoicesOf(then.service, first, second)).toEqual([first]);
    const atEnd = await restored();
    expect(await invoicesOf(atEnd.service, first, second)).toEqual([first, second]);
  },
  LIMIT,
);

test(
  'it continues in the same location after taking it over, and the abandoned history is rejected there',
  async () => {
    const [abandoned, atEnd] = others;
    const again = defined(atEnd, 'the second life');
    await again.start();
    const reported = await again.runHere('backup', 'take-over', '--to', place);
    const history = defined(/history ([0-9a-f]{12})\./.exec(reported)?.[1], 'its history');
    lost = defined(/History ([0-9a-f]{12}) stays/.exec(reported)?.[1], 'the former history');
    const then = wallNow();
    await invoice(again);
    await stored(again);
    const other = defined(abandoned, 'another one');
    await other.start();
    await until('it says why', async () =>
      other.output().includes(`belongs to history ${history}`),
    );
    await other.kill('SIGTERM');
    await again.kill('SIGTERM');
    const words = ['backup', 'verify', '--from', place, '--history', history];
    const proven = await again.commandHere(...words);
    expect(proven).toMatchObject({ code: 0 });
    const end = /are verified up to ([\d-]+T[\d:.]+Z)/.exec(proven.stdout)?.[1] ?? '';
    expect(Date.parse(end)).toBeGreaterThanOrEqual(then);
  },
  LIMIT,
);

test(
  'an unreachable time, a missing file and a changed file are rejected, and nothing is left behind',
  async () => {
    const spare = await newInstance();
    others.push(spare);
    copyFileSync(join(instance.folder, 'data/master.key'), keyOf(spare));
    const refused = async (...words: string[]) => {
      const named = ['--from', place, '--history', lost, ...words];
      const reported = await spare.commandHere('backup', 'restore', ...named);
      expect(reported.code).toBe(1);
      expect(readdirSync(join(spare.folder, 'data'))).toEqual(['master.key']);
      return reported.stderr;
    };
    expect(await refused('--until', 'yesterday')).toContain('--until must be a time such as');
    expect(await refused('--until', '2020-01-01')).toContain('no backup of history');
    expect(await refused('--until', '2099-01-01')).toContain('the WAL ends before 2099-01-01');
    const folder = defined(walFolder(), 'a folder');
    const [gone = '', next = ''] = walFiles()
      .slice(-2)
      .map((name) => join(folder, name));
    renameSync(gone, `${gone}.away`);
    expect(await refused()).toContain('is missing in');
    copyFileSync(next, gone);
    expect(await refused()).toContain('is not sealed with this master key');
  },
  LIMIT,
);

async function newInstance(more: Readonly<Record<string, string>> = {}): Promise<Service> {
  const environment = {
    ...more,
    CHAINTILL_WAL_ARCHIVE_DESTINATION: place,
    CHAINTILL_WAL_ARCHIVE_SECONDS: SEGMENT_SECONDS,
  };
  const made = await createService({ environment });
  mkdirSync(join(made.folder, 'data'));
  return made;
}

async function restored(...words: readonly string[]) {
  const service = await newInstance();
  others.push(service);
  const made = join(service.folder, 'data');
  copyFileSync(join(instance.folder, 'data/master.key'), keyOf(service));
  const reported = await service.runHere('backup', 'restore', '--from', place, ...words);
  copyFileSync(join(instance.folder, CREDENTIALS), join(made, 'sandbox-credentials.json'));
  return { service, reported };
}

async function invoicesOf(service: Service, ...ids: readonly string[]): Promise<string[]> {
  const reported = await service.runHere('invoices', 'list', '--json');
  return ids.filter((id) => reported.includes(id));
}

async function invoice(of: Service): Promise<string> {
  const { id } = await clientOf(of).invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  return id;
}

/** Waits until everything acknowledged so far is in the log. */
async function stored(of: Service): Promise<void> {
  const now = wallNow();
  await until('the log is stored', async () => {
    await sleep(DOCTOR_EVERY);
    const reported = await of.commandHere('doctor', '--json');
    const at = /"wal_until": ?"([^"]+)"/.exec(reported.stdout)?.[1];
    return at !== undefined && Date.parse(at) > now;
  });
}

function keyOf(of: Service): string {
  return join(of.folder, 'data/master.key');
}

function walFolder(): string | undefined {
  const name = readdirSync(place).find((each) => /^wal-\d+$/.test(each));
  return name === undefined ? undefined : join(place, name);
}

function walFiles(): string[] {
  const names = readdirSync(defined(walFolder(), 'a folder')).sort();
  return names.filter((name) => /^[0-9A-F]{24}\./.test(name));
}

function clientOf(of: Service): Client {
  const { api_key, api_secret } = JSON.parse(
    readFileSync(join(of.folder, CREDENTIALS), 'utf8'),
  ) as { api_key: string; api_secret: string };
  return createClient({ baseUrl: of.url, apiKey: api_key, apiSecret: api_secret });
}
