// Guarantees of the change stream: people get events of their own projects only, a reconnecting client continues where
// it stopped, and signed-out or stalled clients are disconnected.
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../src/admin/stream.ts';
import { sleep } from '../../src/core/clock.ts';
import { type Change, changesIn, payloadOf } from '../../src/db/changed.ts';
import { feedStream } from '../support/feed-stream.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let own: Merchant;
let foreign: Merchant;
let member: Browser;
let owner: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  own = await world.merchant();
  foreign = await world.merchant();
  const roles = ['viewer'] as const;
  member = await personIn(world, { name: 'member' }, { projectId: own.project.id, roles });
  owner = await personIn(world, { name: 'the owner', role: 'owner' });
  await feedStream(world);
});
afterAll(() => world.close());

interface Heard {
  text(): string;
  last(): string;
  stop(): void;
}

/** Not with fetch, which keeps an interrupted connection for the next request. */
async function listen({ cookie }: Browser, after?: string): Promise<Heard> {
  const headers = { cookie, ...(after === undefined ? {} : { 'last-event-id': after }) };
  const requested = get(`${world.url}/admin/api/events`, { headers, agent: false });
  let text = '';
  requested.on('error', () => undefined);
  requested.on('response', (answer) => {
    text += answer.headers['content-type'];
    answer.on('error', () => undefined);
    answer.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  });
  await until(() => text.includes('welcome') || text.includes('reset'));
  expect(text).toContain('text/event-stream');
  return {
    text: () => text,
    last: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '',
    stop: () => requested.destroy(),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let n = 0; n < 200 && !isSo(); n++) await sleep(25);
  expect(isSo()).toBe(true);
}

const invoice = { price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' };

test("a payment is streamed to its project's members and to readers of everything", async () => {
  const [hers, his] = [await listen(member), await listen(owner)];
  const mine = await own.api.invoices.create(invoice);
  const other = await foreign.api.invoices.create(invoice);
  for (const { address } of [mine, other])
    await world.pay({ currency: 'BTC', address: known(address), amount: '1' });
  await world.settle();
  await until(() => his.text().includes(other.id) && hers.text().includes(mine.id));
  expect(hers.text()).toContain(
    `event: changed\ndata: {"type":"invoice","id":"${mine.id}","project_id":"${own.project.id}"}`,
  );
  expect(hers.text()).not.toContain(foreign.project.id);
  hers.stop();
  his.stop();
});

const known = (text: string | null) => text ?? '';

test('a reconnecting client gets missed events once, or an instruction to reload', async () => {
  const first = await listen(member);
  const change: Change = { projectId: own.project.id, type: 'withdrawal', id: null };
  world.stream.report([change]);
  await until(() => first.text().includes('withdrawal'));
  first.stop();
  world.stream.report([{ ...change, type: 'exchange' }]);
  await sleep(400);
  const second = await listen(member, first.last());
  await until(() => second.text().includes('exchange'));
  expect(second.text()).not.toContain('withdrawal');
  expect((await listen(member, 'another-process-7')).text()).toContain('event: reset');
});

test("one person's changes reach the others", async () => {
  const listener = await listen(owner);
  await owner.request('/operations/projects.create', { method: 'POST', body: { name: 'New' } });
  await until(() => listener.text().includes('"type":"other"'));
  listener.stop();
});

test('no one streams without a session', async () => {
  const answer = await fetch(`${world.url}/admin/api/events`);
  expect(answer.status).toBe(401);
  await answer.text();
});

test('changes of many transactions fit into one payload, with each object once', () => {
  const many = Array.from({ length: 3000 }, (_, n): Change => {
    return { projectId: `project ${n}`, type: 'invoice', id: `invoice ${n}` };
  });
  expect(Buffer.byteLength(payloadOf(many))).toBeLessThan(8000);
  const twice = [many[0], many[0]] as Change[];
  expect(changesIn(payloadOf(twice))).toEqual([many[0]]);
  expect(changesIn('callbacks')).toBeNull();
});

test('closing the feed ends its open responses', () => {
  const stream = openStream('closing');
  let isEnded = false;
  const answer = {
    on: () => undefined,
    write: () => true,
    writableLength: 0,
    end: () => {
      isEnded = true;
    },
  };
  stream.add(
    { userId: 'a', projects: null, answer: answer as never, stays: async () => true },
    null,
  );
  expect(stream.count()).toBe(1);
  stream.close();
  expect(isEnded).toBe(true);
});
