// Guarantees of the choice among several database hosts: the one that accepts writes is found, even next to an
// unresponsive one; of two that do, the newer; and after a reset it is looked for again.
import { expect, test } from 'vitest';
import { createLog } from '../../src/core/log.ts';
import { type HostStatus, writerHost } from '../../src/db/writer-host.ts';

const [one, two, three] = ['one', 'two', 'three'].map((host) => ({ host, port: 5432 })) as [
  { host: string; port: number },
  { host: string; port: number },
  { host: string; port: number },
];
const writer = (timeline: string): HostStatus => ({ writes: true, timeline });
const standby: HostStatus = { writes: false, timeline: null };
const never = new Promise<HostStatus>(() => undefined);

function choosing(said: Record<string, HostStatus | Promise<HostStatus>>) {
  const moved: string[] = [];
  let requested = 0;
  const chooser = writerHost({
    hosts: [one, two, three],
    query: async ({ host }) => {
      requested += 1;
      return (await said[host]) ?? Promise.reject(new Error('connect ECONNREFUSED'));
    },
    onMoved: ({ host }) => moved.push(host),
    log: createLog('silent'),
  });
  return { chooser, moved, requested: () => requested };
}

test('the host that accepts writes is found next to a standby and an unresponsive host', async () => {
  const { chooser } = choosing({ one: standby, two: never, three: writer('00000001') });
  expect(await chooser.choose()).toEqual(three);
});

test('a connection made during the query shares it, and later ones do not', async () => {
  const { chooser, requested } = choosing({
    one: writer('00000001'),
    two: standby,
    three: standby,
  });
  expect(await Promise.all([chooser.choose(), chooser.choose()])).toEqual([one, one]);
  expect(await chooser.choose()).toEqual(one);
  expect(requested()).toBe(3);
});

test('of two hosts that accept writes, the one promoted last is used', async () => {
  const { chooser } = choosing({ one: writer('00000009'), two: writer('0000000A'), three: never });
  expect(await chooser.choose()).toEqual(two);
});

test('after a reset all are queried again; a change of host is reported', async () => {
  const said: Record<string, HostStatus> = { one: writer('00000001'), two: standby };
  const { chooser, moved } = choosing(said);
  expect(await chooser.choose()).toEqual(one);
  chooser.invalidate();
  expect(await chooser.choose()).toEqual(one);
  Object.assign(said, { one: standby, two: writer('00000002') });
  expect(await chooser.choose()).toEqual(one);
  expect(moved).toEqual([]);
  chooser.invalidate();
  expect(await chooser.choose()).toEqual(two);
  expect(moved).toEqual(['two']);
});

test('a host that is reset during its query is not remembered', async () => {
  let answer = (_: HostStatus) => undefined as unknown;
  const late = new Promise<HostStatus>((resolve) => {
    answer = resolve;
  });
  const { chooser, requested } = choosing({ one: late, two: standby, three: standby });
  const chosen = chooser.choose();
  chooser.invalidate();
  answer(writer('00000001'));
  expect(await chosen).toEqual(one);
  await chooser.choose();
  expect(requested()).toBe(6);
});

test('if no host accepts writes, the response of each is reported', async () => {
  const { chooser } = choosing({ one: standby, two: standby });
  await expect(chooser.choose()).rejects.toThrow(
    /database is away: none .*one:5432 accepts no writes.*three:5432 connect ECONNREFUSED/,
  );
});

test('a host is left when another one is chosen, not while it is only queried again', async () => {
  const said: Record<string, HostStatus> = { one: writer('00000001'), two: standby };
  const { chooser } = choosing(said);
  expect(chooser.hasLeft(one)).toBe(false);
  await chooser.choose();
  chooser.invalidate();
  expect(chooser.hasLeft(one)).toBe(false);
  Object.assign(said, { one: standby, two: writer('00000002') });
  await chooser.choose();
  expect([one, two].map((host) => chooser.hasLeft(host))).toEqual([true, false]);
});
