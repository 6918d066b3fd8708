// How many deliveries are claimed for an endpoint: as many as it accepts in ten seconds, in few large claims.
import { expect, test } from 'vitest';
import type { DueDelivery } from '../../src/events/claim.ts';
import { createCallbackDispatcher, type Sent } from '../../src/events/dispatcher.ts';

const note = () => Promise.resolve();
const never = new Promise<Sent>(() => undefined);

function deliveriesOf(endpointId: string, count: number): DueDelivery[] {
  return Array.from({ length: count }, (_, n) => ({
    project_id: 'project',
    id: `${endpointId}-${n}`,
    event_id: 'event',
    object_id: 'object',
    endpoint_id: endpointId,
    attempts: 0,
    attempts_before: 0,
    first_failed_at: null,
    url: 'http://127.0.0.1/',
    payload: '{}',
    secret_sealed: '',
    previous_secret_sealed: null,
    previous_secret_until: null,
  }));
}

/** One delivery stays in flight, so that the endpoint's speed is still known after the others. */
async function afterAnswers(acknowledgedAfter: number | null) {
  const dispatcher = createCallbackDispatcher(() => false);
  const [open, ...answered] = deliveriesOf('shop', 8);
  dispatcher.add(open === undefined ? [] : [open], () => never);
  dispatcher.add(answered, async () => ({ acknowledgedAfter, note }));
  await new Promise((resolve) => setImmediate(resolve));
  return dispatcher;
}

test.each([
  [1, 1024],
  [100, 800],
  [250, 320],
  [251, 8],
  [null, 8],
])('an endpoint that responds after %s ms may hold %i', async (milliseconds, may) => {
  const dispatcher = await afterAnswers(milliseconds);
  expect(dispatcher.held()).toEqual([{ endpointId: 'shop', count: 1, room: may - 1 }]);
});

test('while enough is queued, nothing more is claimed, and then as much as it can hold', async () => {
  const dispatcher = await afterAnswers(100);
  const answers: ((sent: Sent) => void)[] = [];
  const send = () => new Promise<Sent>((resolve) => answers.push(resolve));
  dispatcher.held();
  dispatcher.add(deliveriesOf('shop', 210), send);
  // Seven more are in flight.
  expect(dispatcher.held()).toEqual([{ endpointId: 'shop', count: 211, room: 0 }]);
  for (const answered of [1, 2, 3]) {
    answers.shift()?.({ acknowledgedAfter: 100, note });
    await new Promise((resolve) => setImmediate(resolve));
    const room = answered === 3 ? 800 - 208 : 0;
    expect(dispatcher.held()).toEqual([{ endpointId: 'shop', count: 211 - answered, room }]);
  }
});

test('after a response without acknowledgement only as many are held as are sent concurrently', async () => {
  const dispatcher = await afterAnswers(100);
  dispatcher.held();
  const outcomes = [100, null];
  const answer = async () => ({ acknowledgedAfter: outcomes.shift() ?? null, note });
  dispatcher.add(deliveriesOf('shop', 2), answer);
  await new Promise((resolve) => setImmediate(resolve));
  expect(dispatcher.held()).toEqual([{ endpointId: 'shop', count: 1, room: 7 }]);
});

test.each([
  [1, 1],
  [20, 1],
  [21, 2],
  [250, 2],
  [null, 8],
])(
  'during a burst an endpoint that responds after %s ms gets %i concurrently',
  async (milliseconds, atOnce) => {
    const burst = { batches: 1 };
    const dispatcher = createCallbackDispatcher(() => burst.batches > 0);
    const answers: ((sent: Sent) => void)[] = [];
    const send = () => new Promise<Sent>((resolve) => answers.push(resolve));
    const answer = async () => {
      answers.shift()?.({ acknowledgedAfter: milliseconds, note });
      await new Promise((resolve) => setImmediate(resolve));
    };
    // Its speed is not known yet.
    dispatcher.add(deliveriesOf('shop', 80), send);
    expect(answers).toHaveLength(8);
    for (let n = 0; n < 8; n++) await answer();
    expect(answers).toHaveLength(atOnce);
    burst.batches = 0;
    await answer();
    expect(answers).toHaveLength(8);
  },
);
