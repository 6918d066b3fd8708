// The unsigned routes that drive the simulated network. In live mode, nothing under /sandbox is registered.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { mine } from '../chains/simulated/mine.ts';
import { reorganise } from '../chains/simulated/reorganise.ts';
import { doubleSpend, release, replace, stick } from '../chains/simulated/replace.ts';
import {
  changeSettings,
  readSettings,
  type Simulation,
  type SimulationSettings,
} from '../chains/simulated/simulation.ts';
import { assetCode } from '../coins/coin.ts';
import { type Fields, type Input, readFields } from '../contract/fields.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { amountOf, formatAmount } from '../core/money.ts';
import { wakeWatcher } from '../deposits/listen-for-blocks.ts';
import { advanceClock } from '../sandbox/clock.ts';
import { readCallbackFaults, setCallbackFaults, setRatesDown } from '../sandbox/faults.ts';
import { payNamed, shownPayment, simulationNamed } from '../sandbox/pay.ts';
import { sandboxRequests } from '../sandbox/requests.ts';
import { type Sandbox, type Simulations, simulationOf } from '../sandbox/sandbox.ts';
import { checkSandboxAccess } from './sandbox-access.ts';
import { parseObject } from './serve.ts';

export function addSandboxRoutes(fastify: FastifyInstance, app: App, access: Sandbox): void {
  fastify.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, _reply, next) => {
      const { host, origin, 'content-type': contentType } = request.headers;
      checkSandboxAccess(app.config, { method: request.method, host, origin, contentType });
      next();
    });
    addRoutes(scope, app, access);
    done();
  });
}

function addRoutes(fastify: FastifyInstance, app: App, access: Sandbox): void {
  const { simulations } = access;
  const post = <Path extends keyof Requests>(
    path: Path,
    work: (input: Input<Requests[Path]['input']>) => Promise<unknown>,
  ) =>
    fastify.post(`/sandbox/${path}`, async (request, reply) => {
      const answer = await work(readRequest(sandboxRequests[path].input, request));
      return reply.headers(headers).send(JSON.stringify(answer));
    });

  post('payments', (input) => payNamed(app, simulations, input));
  post('blocks', async (input) => {
    const simulation = simulationNamed(app, simulations, input);
    const tip = await mine(simulation, {
      count: input.count ?? 1,
      withTransactions: input.empty !== true,
    });
    await wakeWatcher(app, simulation.coin.code);
    return tip;
  });
  post('reorganisations', async (input) => {
    const simulation = simulationNamed(app, simulations, input);
    const tip = await reorganise(simulation, { depth: input.depth, drop: input.drop ?? false });
    await wakeWatcher(app, simulation.coin.code);
    return tip;
  });
  post('replacements', async (input) => {
    const simulation = await simulationOfTxid(app, simulations, input.txid);
    const coin = simulation.coin;
    const paid = input.amount === undefined ? 0n : amountOf(input.amount, coin);
    const replaced = await replace(simulation, { txid: input.txid, amount: paid });
    await wakeWatcher(app, coin.code);
    return shownPayment(app, { txid: replaced, currency: coin.code });
  });
  post('double-spends', async (input) => {
    const simulation = await simulationOfTxid(app, simulations, input.txid);
    const proof = await doubleSpend(simulation, input.txid);
    return { txid: input.txid, proof };
  });
  post('stuck', async (input) => {
    const simulation = await simulationOfTxid(app, simulations, input.txid);
    if (input.stuck === false) await release(simulation, input.txid);
    else await stick(simulation, input.txid);
    return { txid: input.txid, stuck: input.stuck !== false };
  });
  post('clock', async (input) => {
    await advanceClock(app.db, access.clock, input.advance_seconds);
    return { now: new Date(app.clock.now()).toISOString() };
  });
  post('settings', async (input) => {
    if (input.callback_faults !== undefined) await setCallbackFaults(app.db, input.callback_faults);
    if (input.rates_down !== undefined) await setRatesDown(app, input.rates_down);
    const chosen =
      input.currency === undefined
        ? [...simulations.values()]
        : [simulationNamed(app, simulations, { ...input, currency: input.currency })];
    for (const simulation of chosen) {
      await changeSettings(simulation, changesOf(input));
    }
    return showSettings(app, simulations);
  });
  const get = (path: string, show: () => Promise<unknown>) =>
    fastify.get(`/sandbox/${path}`, async (_request, reply) =>
      reply.headers(headers).send(JSON.stringify(await show())),
    );
  get('settings', () => showSettings(app, simulations));
  get('unmatched', () => showUnmatched(app));
}

type Requests = typeof sandboxRequests;

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

function changesOf(input: Input<Requests['settings']['input']>): Partial<SimulationSettings> {
  const { node_down: down, fee_percent: percent, mine_every_seconds: every } = input;
  const { refuse_replacements: refuses } = input;
  return {
    ...(down === undefined ? {} : { nodeIsDown: down }),
    ...(percent === undefined ? {} : { feePercent: percent }),
    ...(refuses === undefined ? {} : { refusesReplacements: refuses }),
    ...(every === undefined ? {} : { mineEverySeconds: every === 0 ? null : every }),
  };
}

/** By currency. If a currency has other networks, they are in its `networks`. */
async function showSettings(app: App, simulations: Simulations) {
  const chains: Record<string, { networks?: Record<string, unknown> }> = {};
  for (const [code, { coin }] of simulations) {
    const settings = await readSettings(app.db, code);
    const shown = {
      mine_every_seconds: settings.mineEverySeconds ?? 0,
      node_down: settings.nodeIsDown,
      fee_percent: settings.feePercent,
      refuse_replacements: settings.refusesReplacements,
    };
    const { code: asset } = coin.asset;
    const { networks } = chains[asset] ?? {};
    chains[asset] =
      code === asset
        ? { ...chains[asset], ...shown }
        : { ...chains[asset], networks: { ...networks, [coin.network]: shown } };
  }
  return {
    chains,
    callback_faults: await readCallbackFaults(app.db),
    rates_down: app.rates.isDown === true,
    now: new Date(app.clock.now()).toISOString(),
  };
}

async function showUnmatched(app: App) {
  const rows = await app.db.query<{
    coin: string;
    txid: string;
    amount: bigint;
    tag: number | null;
    owner_id: string | null;
  }>(
    'select coin, txid, amount, tag, owner_id from deposits where is_unmatched order by id desc limit 100',
  );
  return {
    data: rows.map((row) => {
      const coin = app.coins.get(row.coin);
      return {
        ...row,
        coin: assetCode(row.coin),
        network: coin?.network ?? null,
        amount: coin === undefined ? row.amount.toString() : formatAmount(row.amount, coin),
      };
    }),
  };
}

async function simulationOfTxid(
  app: App,
  simulations: Simulations,
  id: string,
): Promise<Simulation> {
  const rows = await app.db.query<{ coin: string }>(
    // The index starts with the coin.
    `select t.coin from unnest($2::text[]) c(coin) join simulation.transactions t on t.coin = c.coin and t.txid = $1
     order by t.coin limit 1`,
    [id, [...simulations.keys()]],
  );
  const coin = rows[0]?.coin;
  if (coin === undefined) throw notFound();
  return simulationOf(simulations, coin);
}

function readRequest<F extends Fields>(wanted: F, { body: raw }: FastifyRequest): Input<F> {
  const body = Buffer.isBuffer(raw) ? parseObject(raw) : {};
  const problems: ErrorDetail[] = [];
  const unknown = Object.keys(body).filter((name) => !(name in wanted));
  problems.push(...unknown.map((name) => rule.unsupported(name)));
  const input = readFields(wanted, body, { problems, prefix: '' });
  if (problems.length > 0) throw invalid(...problems);
  return input as Input<F>;
}
