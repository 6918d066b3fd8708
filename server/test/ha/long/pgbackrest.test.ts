// An external PostgreSQL with pgBackRest, set up with the files of deploy/postgresql: its data folder is lost after a
// payout, and the instance is restored to a moment before it, where nothing is sent before a person reviews it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../../../client/src/client.ts';
import { SECOND, sleep, wallNow } from '../../../src/core/clock.ts';
import { runSql } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { createService, type Service, until } from '../../support/service.ts';
import { asNobodyUser, describeWith, give } from '../programs.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const LIMIT = 600 * SECOND;
/** From the BIP 173 example for the test network. */
const PAYEE = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

let folder = '';
let port = 0;
let service: Service;
let api: Client;
/** Between the first and the second invoice, and before the payout. */
let moment = '';
let first = '';
let second = '';
let paid = '';

const run = (program: string, ...words: readonly string[]) => {
  const [command = '', ...args] = [...asNobodyUser, program, ...words];
  return execFileSync(command, args, { encoding: 'utf8', cwd: folder, stdio: 'pipe' });
};
const pgBackRest = (...words: readonly string[]) =>
  run('pgbackrest', `--config=${join(folder, 'pgbackrest.conf')}`, '--stanza=chaintill', ...words);
const postgres = (what: 'start' | 'stop') =>
  run(`${BIN}/pg_ctl`, '-D', data(), '-l', join(folder, 'log'), '-m', 'immediate', '-w', what);
const data = () => join(folder, 'data');
const facts = (database: string, user = 'postgres') => ({ host: folder, port, user, database });
const deployed = (file: string) =>
  readFileSync(new URL(`../../../../deploy/postgresql/${file}`, import.meta.url), 'utf8');

/** The file of deploy/postgresql, with the folders of this test. */
function configure(): void {
  const config = deployed('pgbackrest.conf')
    .replace('/var/lib/pgbackrest', join(folder, 'repository'))
    .replace('/var/lib/postgresql/15/main', data())
    .replace('/var/run/postgresql', folder)
    .replace('5432', String(port))
    .replace('[global]', `[global]\nlog-path=${folder}\nlock-path=${folder}\nspool-path=${folder}`);
  writeFileSync(join(folder, 'pgbackrest.conf'), `${config}pg1-user=postgres\n`);
  const archive = deployed('archive.conf').replace(
    'pgbackrest ',
    `pgbackrest --config=${join(folder, 'pgbackrest.conf')} `,
  );
  const own = `port=${port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='${folder}'\n`;
  writeFileSync(join(data(), 'postgresql.auto.conf'), `${archive}${own}`);
}

describeWith(['postgresql-15', 'pgbackrest'], 'a server of its own with pgBackRest', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chaintill-pgbackrest-'));
    give(folder);
    port = await freePort();
    run(`${BIN}/initdb`, '-D', data(), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C');
    mkdirSync(join(folder, 'repository'));
    give(join(folder, 'repository'));
    configure();
    postgres('start');
    for (const role of ['chaintill_owner', 'chaintill_service'])
      await runSql(facts('postgres'), `create role ${role} login`);
    await runSql(facts('postgres'), 'create database chaintill owner chaintill_owner');
    pgBackRest('stanza-create');
    pgBackRest('check');
    const url = (user: string) => `postgres://${user}@127.0.0.1:${port}/chaintill`;
    service = await createService({
      databaseUrl: url('chaintill_service'),
      ownerUrl: url('chaintill_owner'),
    });
    await service.start();
    const { api_key: apiKey, api_secret: apiSecret } = service.credentials();
    await service.runHere('demo');
    api = createClient({ baseUrl: service.url, apiKey, apiSecret, retriesMax: 0 });
  }, LIMIT);
  afterAll(async () => {
    await service?.close();
    postgres('stop');
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT);

  it(
    'a backup is created while the service runs, and the WAL is archived after it',
    async () => {
      pgBackRest('--type=full', 'backup');
      first = await invoice();
      await sleep(1500);
      moment = new Date(wallNow()).toISOString();
      await sleep(1500);
      second = await invoice();
      const { id } = await payOut();
      await until('it is sent', async () => (await api.coinWithdrawals.get(id)).txid);
      paid = id;
      await runSql(facts('postgres'), 'select pg_switch_wal()');
      pgBackRest('check');
      expect(pgBackRest('info')).toContain('status: ok');
    },
    LIMIT,
  );

  it(
    'the lost data folder is restored to a point in time, in quarantine before it starts',
    async () => {
      await service.kill('SIGKILL');
      postgres('stop');
      rmSync(data(), { recursive: true });
      mkdirSync(data(), { mode: 0o700 });
      give(data());
      const target = moment.replace('T', ' ').replace('Z', '+00');
      pgBackRest('--type=time', `--target=${target}`, '--target-action=promote', 'restore');
      postgres('start');
      await until('it is promoted', async () => {
        const rows = await runSql(facts('chaintill'), 'select pg_is_in_recovery()::text as behind');
        return rows[0]?.['behind'] === 'false';
      });
      const reported = await service.runHere('backup', 'mark-restored', '--reason', `to ${moment}`);
      expect(reported).toContain('BTC');
      await service.start();
      const list = JSON.stringify((await api.invoices.list({ limit: 100 })).data);
      expect([first, second].map((id) => list.includes(id))).toEqual([true, false]);
      await expect(api.coinWithdrawals.get(paid)).rejects.toMatchObject({ status: 404 });
      const held = await service.runHere('quarantine', 'show', '--json');
      expect(JSON.parse(held)).toContainEqual(expect.objectContaining({ coin: 'BTC' }));
    },
    LIMIT,
  );

  it(
    'the restored instance continues: no payout is accepted before a review, and the next backup has the new timeline',
    async () => {
      await expect(payOut()).rejects.toMatchObject({ status: 503 });
      pgBackRest('--type=incr', 'backup');
      pgBackRest('verify');
      await invoice();
    },
    LIMIT,
  );
});

const payOut = () =>
  api.coinWithdrawals.create({
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '20.00',
    address: PAYEE,
    force_commit: true,
  });

async function invoice(): Promise<string> {
  const { id } = await api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  return id;
}
