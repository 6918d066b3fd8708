// Two instances of one database share a location for backups, with real processes: a restore drill that was started
// with the settings of the original instance. For a folder and for an object store.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { createService, type Service, until } from '../support/service.ts';

/** Each restore is a recovery and a start, on a machine that is busy with other tests. */
const LIMIT = 8 * MINUTE;
const SEGMENT_SECONDS = '8';
/** `doctor` is an expensive command. */
const POLL_EVERY = SECOND;

export interface SharedPlace {
  readonly address: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function playTwoHistories(shared: () => SharedPlace): void {
  let original: Service;
  let drill: Service;
  const others: Service[] = [];
  const paid = { before: '', original: '', drill: '', afterTakeOver: '' };
  let first = '';
  let second = '';

  beforeAll(async () => {
    original = await newInstance();
    await original.start();
    await original.sandbox('settings', { mine_every_seconds: 1 });
  }, LIMIT);
  afterAll(async () => {
    await Promise.all([original, drill, ...others].map((each) => each?.close()));
  });

  it(
    'claims the location with its first write, and stores what it acknowledges',
    async () => {
      await until('a backup is proven', () => doctorSays(original, /"is_proven": ?true/), LIMIT);
      paid.before = await payment(original);
      await stored(original);
      first = defined((await historiesIn(original))[0], 'one history').id;
      expect(await historiesIn(original)).toEqual([{ id: first, state: 'stores here now' }]);
    },
    LIMIT,
  );

  it(
    'rejects the log and backups of a restored instance that uses the same location',
    async () => {
      drill = await newInstance();
      await restoreInto(drill);
      await drill.start();
      paid.drill = await payment(drill);
      expect(await alertOf(drill)).toMatchObject({ history: first, reason: 'claimed' });
      expect(await doctorSays(drill, /"code": ?"backup_destination_claimed"/)).toBe(true);
      const made = await backUp(drill);
      expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining('backup take-over') });
      expect(await historiesIn(original)).toEqual([{ id: first, state: 'stores here now' }]);
    },
    LIMIT,
  );

  it(
    'continues to store the payments of the instance that owns the location',
    async () => {
      paid.original = await payment(original);
      await stored(original);
      expect(await alerts(original)).toEqual([]);
    },
    LIMIT,
  );

  it(
    'stores for the restored instance after it takes the location over, and rejects the former one with an alert',
    async () => {
      const reported = await drill.runHere('backup', 'take-over', '--to', shared().address);
      second = defined(/history ([0-9a-f]{12})\./.exec(reported)?.[1], 'its history');
      expect(reported).toContain(`History ${first} stays unchanged`);
      paid.afterTakeOver = await payment(drill);
      await stored(drill);
      expect(await alerts(drill)).toEqual([]);
      expect(await alertOf(original)).toMatchObject({ history: second, reason: 'claimed' });
      const made = await backUp(original);
      expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining(second) });
      expect(await drill.runHere('backup', 'take-over', '--to', shared().address)).toContain(
        'already belongs to this database',
      );
    },
    LIMIT,
  );

  it(
    'restores neither unless one is named, and lists both with their last moments',
    async () => {
      await Promise.all([original, drill].map((each) => each.kill('SIGKILL')));
      const spare = await emptyInstance();
      for (const words of [['restore'], ['verify']]) {
        const reported = await spare.commandHere('backup', ...words, '--from', shared().address);
        expect(reported.code).toBe(1);
        for (const id of [first, second])
          expect(reported.stderr).toMatch(new RegExp(`${id}: .*last moment \\d{4}-\\d\\d-\\d\\dT`));
      }
      expect(readdirSync(join(spare.folder, 'data'))).toEqual(['master.key']);
      expect(await historiesIn(spare)).toEqual([
        { id: first, state: 'stored here before' },
        { id: second, state: 'stores here now' },
      ]);
      const wrong = ['restore', '--from', shared().address, '--history', 'ffffffffffff'];
      expect(await spare.commandHere('backup', ...wrong)).toMatchObject({ code: 1 });
    },
    LIMIT,
  );

  it(
    'restores the specified history with all its acknowledged payments, and none of the other',
    async () => {
      const former = await emptyInstance();
      await restoreInto(former, '--history', first);
      expect(await paidIn(former)).toEqual([paid.before, paid.original].sort());
      const current = await emptyInstance();
      await restoreInto(current, '--history', second);
      expect(await paidIn(current)).toEqual([paid.before, paid.drill, paid.afterTakeOver].sort());
    },
    LIMIT,
  );

  it(
    'removes only old backups of its own history, and restores the other one after that',
    async () => {
      await drill.start();
      for (let n = 0; n < 2; n++)
        expect(await backUp(drill, '--keep', '1')).toMatchObject({ code: 0 });
      const listed = await drill.runHere('backup', 'list', '--from', shared().address);
      const of = (id: string) =>
        listed.split('\n').filter((line) => line.startsWith('chaintill-') && line.includes(id));
      expect(of(second)).toHaveLength(1);
      expect(of(first).length).toBeGreaterThan(0);
      const again = await emptyInstance();
      await restoreInto(again, '--history', first);
      expect(await paidIn(again)).toEqual([paid.before, paid.original].sort());
    },
    LIMIT,
  );

  async function newInstance(): Promise<Service> {
    const { address, environment } = shared();
    const made = await createService({
      environment: {
        ...environment,
        CHAINTILL_WAL_ARCHIVE_DESTINATION: address,
        CHAINTILL_WAL_ARCHIVE_SECONDS: SEGMENT_SECONDS,
        CHAINTILL_BACKUP_DESTINATION: address,
      },
    });
    mkdirSync(join(made.folder, 'data'));
    return made;
  }

  async function emptyInstance(): Promise<Service> {
    const made = await newInstance();
    others.push(made);
    copyFileSync(inData(original, 'master.key'), inData(made, 'master.key'));
    return made;
  }

  async function restoreInto(service: Service, ...words: readonly string[]): Promise<void> {
    copyFileSync(inData(original, 'master.key'), inData(service, 'master.key'));
    await service.runHere('backup', 'restore', '--from', shared().address, ...words);
    const credentials = 'sandbox-credentials.json';
    copyFileSync(inData(original, credentials), inData(service, credentials));
  }

  /** Waits until the next second when the backup of this second exists, as it would have the same name. */
  async function backUp(service: Service, ...words: readonly string[]) {
    await sleep(1100);
    return service.commandHere('backup', 'create', '--to', shared().address, ...words);
  }

  async function historiesIn(by: Service) {
    const reported = await by.runHere('backup', 'list', '--from', shared().address);
    return [...reported.matchAll(/^ {2}(\S+): ([a-z ]+), last moment \S+Z, backups: \d+$/gm)].map(
      ([, id = '', state = '']) => ({ id, state }),
    );
  }
}

function inData(of: Service, name: string): string {
  return join(of.folder, 'data', name);
}

/** Creates and pays an invoice, as reported to its merchant. */
async function payment(of: Service): Promise<string> {
  const { id } = await clientOf(of).invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  await of.sandbox('payments', { invoice_id: id });
  await until('it is paid', async () => {
    await sleep(POLL_EVERY / 4);
    return (await clientOf(of).invoices.get(id)).status === 'completed';
  });
  return id;
}

async function paidIn(service: Service): Promise<string[]> {
  const reported = await service.runHere('invoices', 'list', '--json');
  const { rows } = JSON.parse(reported) as { rows: { id: string; status: string }[] };
  return rows
    .filter(({ status }) => status === 'completed')
    .map(({ id }) => id)
    .sort();
}

/** Waits until everything acknowledged so far is in the log. */
async function stored(of: Service): Promise<void> {
  const now = wallNow();
  await until('the log is stored', async () => {
    await sleep(POLL_EVERY);
    const reported = await of.commandHere('doctor', '--json');
    const at = /"wal_until": ?"([^"]+)"/.exec(reported.stdout)?.[1];
    return at !== undefined && Date.parse(at) > now;
  });
}

async function doctorSays(of: Service, what: RegExp): Promise<boolean> {
  await sleep(POLL_EVERY);
  return what.test((await of.commandHere('doctor', '--json')).stdout);
}

interface AlertRow {
  readonly kind: string;
  readonly facts: object;
}

async function alerts(of: Service): Promise<AlertRow[]> {
  const reported = await of.runHere('alerts', 'list', '--json');
  const { rows } = JSON.parse(reported) as { rows: AlertRow[] };
  return rows.filter(({ kind }) => kind === 'backup_destination_claimed');
}

function alertOf(of: Service): Promise<object> {
  return until('the alert stands', async () => {
    await sleep(POLL_EVERY);
    return (await alerts(of))[0]?.facts;
  });
}

function clientOf(of: Service): Client {
  const { api_key, api_secret } = of.credentials();
  return createClient({ baseUrl: of.url, apiKey: api_key, apiSecret: api_secret });
}
