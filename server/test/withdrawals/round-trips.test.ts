// How often a request waits for the database: what it needs, what it writes, and the commit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../src/db/tx.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { type Requested, send, signedHeaders } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
const waits = { count: 0, underWay: 0 };
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  const { project } = merchant;
  const funds = { projectId: project.id, currency: 'EUR', amount: 100_00n, reason: 'test' };
  await adjustAccount(world.app, funds);
  countWaits();
});
afterAll(() => world.close());

/** Statements that are sent while others are under way are not waited for one after the other. */
function countWaits(): void {
  const { db } = world.app;
  const { query, write, transaction } = db;
  Object.assign(db, {
    query: (...given: Parameters<typeof query>) => during(() => query(...given)),
    write: (...given: Parameters<typeof write>) => during(() => write(...given)),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => {
      const result = await transaction((tx) => work(counting(tx)));
      waits.count += 1;
      return result;
    },
  });
}

function counting(tx: Tx): Tx {
  const query: Tx['query'] = (...given) => during(() => tx.query(...given));
  return new Proxy(tx, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  });
}

async function during<T>(work: () => Promise<T>): Promise<T> {
  if (waits.underWay++ === 0) waits.count += 1;
  try {
    return await work();
  } finally {
    waits.underWay -= 1;
  }
}

async function waitsOf(requested: Requested): Promise<{ count: number; id: string }> {
  waits.count = 0;
  const headers = signedHeaders(merchant.key, requested);
  const { status, text } = await send(world.url, { ...requested, headers });
  expect([201, 200], text).toContain(status);
  return { count: waits.count, id: JSON.parse(text).data.id };
}

const withdrawal = (isForced: boolean): Requested => ({
  method: 'POST',
  target: '/api/coin_withdrawals',
  body: {
    address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '20',
    force_commit: isForced,
  },
});

test('a withdrawal takes three round trips, and so do its two steps', async () => {
  // Reads the key, and the policy for the first time.
  await waitsOf(withdrawal(true));
  expect((await waitsOf(withdrawal(true))).count).toBe(3);
  const { count, id } = await waitsOf(withdrawal(false));
  const target = `/api/coin_withdrawals/${id}/commit`;
  expect([count, (await waitsOf({ method: 'POST', target })).count]).toEqual([3, 3]);
});
