// A sandbox instance for the documents' commands, with the objects they mention: a paid invoice, an unmatched payment,
// a pending withdrawal.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../../client/src/client.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { createToken } from '../../src/people/personal-tokens.ts';
import { createUser } from '../../src/people/users.ts';
import { readCredentials } from '../../src/sandbox/demo-project.ts';
import { startService } from '../../src/start-service.ts';
import { commandHere } from '../support/command-here.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/service.ts';
import { root } from '../tidy/files.ts';
import { type Answer, type Call, type Gate, openGate, resultOf } from './gate.ts';

export interface Scene {
  readonly url: string;
  /** The folder in which commands are typed. */
  readonly folder: string;
  readonly projectId: string;
  /** A receiver of callbacks and other posts. */
  readonly receiver: string;
  readonly api: Client;
  readonly gate: Gate;
  type(script: string): Promise<Answer>;
  /** The output of a command, which must succeed. */
  run(...words: readonly string[]): Promise<string>;
  sandbox<T>(route: string, body: object): Promise<T>;
  /** Created by a user of the instance, for their own program. */
  newToken(): Promise<string>;
  /** Polls for a row of the database. */
  awaitRow(sql: string, values: readonly unknown[]): Promise<Readonly<Record<string, string>>>;
  /** Re-enables what a command disabled, and ends what it left running. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The files of the checkout that commands use. */
const BESIDE = ['deploy', 'docs', 'node_modules', 'package.json', 'server'];

export async function openScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-documents-'));
  for (const name of BESIDE) symlinkSync(join(root, name), join(folder, name));
  const [database, receiver, mails, port] = await Promise.all([
    createTestDatabase(),
    startReceiver(),
    startMailServer(),
    freePort(),
  ]);
  const environment = {
    PORT: String(port),
    DATABASE_URL: database.url,
    CHAINTILL_DATA_DIR: join(folder, 'data'),
    CHAINTILL_ADDRESS_POOL: '20',
    CHAINTILL_REQUESTS_PER_MINUTE: '0',
    CHAINTILL_CALLBACK_ALLOWED_NETWORKS: '127.0.0.1',
    CHAINTILL_SMTP_URL: mails.url,
    CHAINTILL_MAIL_FROM: 'Till <till@shop.example>',
  };
  const log = createLog('silent');
  const service = await startService(readConfig(environment), log);
  const { url } = service;
  const credentials = defined(readCredentials(environment.CHAINTILL_DATA_DIR), 'the demo project');
  const { api_key, api_secret } = credentials.v2;
  const gate = await openGate(folder, (call) => carryOut(call, environment));
  const scene: Scene = {
    url,
    folder,
    gate,
    projectId: credentials.project_id,
    receiver: receiver.url,
    api: createClient({ baseUrl: url, apiKey: api_key, apiSecret: api_secret, retriesMax: 0 }),
    type: (script) => gate.type(script, environment),
    async run(...words) {
      const { code, stdout, stderr } = await commandHere(environment, words);
      if (code !== 0) throw new Error(`chaintill ${words.join(' ')}: ${code}\n${stderr}`);
      return stdout;
    },
    async sandbox<T>(route: string, body: object) {
      const answer = await fetch(`${url}/sandbox/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    async newToken() {
      const { app } = service.assembled;
      const person = { name: 'Ada Byron', email: 'ada@till.example', role: 'owner' } as const;
      const { id } = await createUser(app, person);
      const requested = {
        name: 'a program',
        permissions: ['read'],
        project_id: null,
        days: 1,
      } as const;
      return (await createToken(app, id, requested)).token;
    },
    async awaitRow(sql, values) {
      let row: Readonly<Record<string, string>> | undefined;
      await until(sql, async () => {
        [row] = await database.db.query<Readonly<Record<string, string>>>(sql, values);
        return row !== undefined;
      });
      return defined(row, sql);
    },
    async settle() {
      await scene.sandbox('settings', { node_down: false, rates_down: false });
      endNode(join(folder, 'ltc/regtest/bitcoind.pid'));
    },
    async close() {
      await gate.close();
      await service.stop();
      await Promise.all([receiver.close(), mails.close()]);
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await scene.sandbox('settings', { mine_every_seconds: 0 });
  return scene;
}

/** A command as the shell passed it on, with its folder and variables. */
async function carryOut(call: Call, usual: Readonly<Record<string, string>>): Promise<Answer> {
  const { program, words, folder, input } = call;
  const environment = oursOf(call.environment);
  const isStart = program === 'npm' && words.join(' ') === 'start';
  if (!isStart && program !== 'chaintill')
    throw new Error(`${program} ${words.join(' ')}: not here`);
  if (!isStart && input !== '') return inProcess(call, environment);
  const before = process.cwd();
  process.chdir(folder);
  try {
    return isStart ? await start(environment, usual) : await commandHere(environment, words);
  } finally {
    process.chdir(before);
  }
}

/** Commands that read standard input run as a process, as this process has only one standard input. */
function inProcess({ words, folder, input }: Call, ours: Record<string, string>): Promise<Answer> {
  const program = join(root, 'server/bin/chaintill.js');
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...ours, PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  return resultOf(child);
}

/** Starts the service with these variables until it is ready: on its own database, unless they name one. */
async function start(
  environment: Record<string, string>,
  usual: Readonly<Record<string, string>>,
): Promise<Answer> {
  const own =
    environment['DATABASE_URL'] === usual['DATABASE_URL'] ? await createTestDatabase() : null;
  const config = readConfig({
    ...environment,
    ...(own && { DATABASE_URL: own.url }),
    ...(environment['CHAINTILL_DATA_DIR'] === usual['CHAINTILL_DATA_DIR'] && {
      CHAINTILL_DATA_DIR: mkdtempSync(join(String(environment['HOME'] ?? tmpdir()), 'data-')),
    }),
    PORT: String(await freePort()),
  });
  try {
    const service = await startService(config, createLog('silent'));
    const stdout = `Chaintill is ready at ${service.url}\n`;
    await service.stop();
    return { code: 0, stdout, stderr: '' };
  } finally {
    await own?.drop();
  }
}

function oursOf(environment: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(environment).filter((name) => !/^(PATH|PWD|SHLVL|_)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
}

export function put(scene: Pick<Scene, 'folder'>, name: string, text: string): void {
  writeFileSync(join(scene.folder, name), text, { mode: 0o600 });
}

function endNode(file: string): void {
  if (!existsSync(file)) return;
  process.kill(Number(readFileSync(file, 'utf8')));
  rmSync(file);
}
