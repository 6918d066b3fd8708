// Every documented callback event is sent: its type and its name occur in one folder of server/src other than the
// contract, which only lists it. The features' tests cover the right moment.
import { expect, test } from 'vitest';
import { callbackEvents } from '../../src/contract/callback-events.ts';
import { codeOf, sources } from './files.ts';

const CONTRACT = 'server/src/contract/';

/** The code of each folder of server/src, in one text. */
const folders = new Map<string, string>();
for (const { path, text } of sources('server/src')) {
  if (path.startsWith(CONTRACT)) continue;
  const folder = path.split('/').slice(0, 3).join('/');
  folders.set(folder, (folders.get(folder) ?? '') + codeOf(text));
}

const sends = (type: string, event: string) =>
  [...folders.values()].some(
    (code) => code.includes(`type: '${type}'`) && code.includes(`'${event}'`),
  );

test('every event of the list is sent by a feature', () => {
  const unsent = Object.entries(callbackEvents).flatMap(([type, { events }]) =>
    Object.keys(events)
      .filter((event) => !sends(type, event))
      .map((event) => `${type} ${event}`),
  );
  expect(unsent).toEqual([]);
  expect(sends('Invoice', 'no_such_event')).toBe(false);
});
