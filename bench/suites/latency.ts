// How soon a merchant is notified of a paid invoice on an idle instance: from the block with the payment to the
// `completed` callback at their receiver. The payment was in the mempool before, as most are.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mine } from '../../server/src/chains/simulated/mine.ts';
import { pay } from '../../server/src/chains/simulated/pay.ts';
import { defined } from '../../server/src/core/assert.ts';
import { newId } from '../../server/src/core/ids.ts';
import { wakeWatcher } from '../../server/src/deposits/listen-for-blocks.ts';
import { createEndpoint } from '../../server/src/events/endpoints.ts';
import { createInvoice } from '../../server/src/invoices/create.ts';
import { type Account, createAccount, type Fixture, openFixture } from '../fixture.ts';
import { startService } from '../service.ts';
import { type Suite, table } from './suite.ts';

const COIN = 'LTC';
const PAYMENTS = 300;
const PAYMENTS_QUICK = 30;
/** Payments before the first that counts: a process compiles its code while it runs. */
const WARM = 20;
/** The service is idle again. */
const PAUSE_MILLISECONDS = 150;
const GOAL_MILLISECONDS = 500;
const TIMEOUT_MILLISECONDS = 30_000;

interface Received {
  readonly event: string;
  readonly data: { readonly id: string; readonly status: string };
}

export const latencySuite: Suite = {
  name: 'latency',
  title: 'One paid invoice, from its block to the callback',
  async run({ isQuick }) {
    const fixture = await openFixture();
    const receiver = await startReceiver();
    const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
    try {
      const account = await createAccount(fixture);
      await createEndpoint(fixture.assembled.app, account.project.id, receiver.url);
      const count = isQuick ? PAYMENTS_QUICK : PAYMENTS;
      const taken: number[] = [];
      for (let n = 0; n < WARM + count; n++) {
        const milliseconds = await payOne(fixture, account, receiver.until);
        if (n >= WARM) taken.push(milliseconds);
        await pause(PAUSE_MILLISECONDS);
      }
      return report(taken);
    } finally {
      await service.stop();
      receiver.close();
      await fixture.close();
    }
  },
};

function report(taken: readonly number[]) {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number) => defined(sorted[Math.ceil(sorted.length * share) - 1], 'a payment');
  const [p50, p99, most] = [at(0.5), at(0.99), at(1)];
  const show = (milliseconds: number) => milliseconds.toFixed(0);
  const section = `${table(
    ['payments, one after the other', 'p50 ms', 'p99 ms', 'most'],
    [[`${taken.length}`, show(p50), show(p99), show(most)]],
  )}\n`;
  const text = `one paid invoice from its block to the callback: p99 under ${GOAL_MILLISECONDS} ms`;
  return {
    section,
    goals: [{ text, isReached: p99 < GOAL_MILLISECONDS, figure: `${show(p99)} ms` }],
  };
}

type Until = (isIt: (received: Received) => boolean) => Promise<number>;

/** Milliseconds from the block to the callback. */
async function payOne({ assembled }: Fixture, { project }: Account, until: Until): Promise<number> {
  const { app } = assembled;
  const simulation = defined(assembled.simulations?.get(COIN), 'the network is simulated');
  const objectId = newId(app.clock, app.random);
  const { address, tag, pay_amount } = await createInvoice(app, { project, objectId }, INVOICE);
  const isOfIt = ({ data }: Received) => data.id === objectId;
  const announced = until(isOfIt);
  await pay(simulation, { outputs: [{ address, tag, amount: pay_amount }] });
  await wakeWatcher(app, COIN);
  await announced;
  const completed = until((received) => isOfIt(received) && received.data.status === 'completed');
  await mine(simulation);
  const startedAt = performance.now();
  await wakeWatcher(app, COIN);
  return (await completed) - startedAt;
}

const INVOICE = {
  price_amount: '25.5',
  price_currency: 'EUR',
  pay_currency: COIN,
} as Parameters<typeof createInvoice>[2];

/** Records when each callback arrived. */
async function startReceiver(): Promise<{ url: string; until: Until; close(): void }> {
  const waiting = new Set<{
    isIt: (received: Received) => boolean;
    reported: (at: number) => void;
  }>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const at = performance.now();
      response.writeHead(200).end();
      const received = JSON.parse(Buffer.concat(parts).toString('utf8')) as Received;
      for (const each of [...waiting]) {
        if (!each.isIt(received)) continue;
        waiting.delete(each);
        each.reported(at);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    until: (isIt) =>
      new Promise((resolve, reject) => {
        const giveUp = setTimeout(
          () => reject(new Error('a callback did not come')),
          TIMEOUT_MILLISECONDS,
        );
        waiting.add({
          isIt,
          reported(at) {
            clearTimeout(giveUp);
            resolve(at);
          },
        });
      }),
    close: () => server.close(),
  };
}
