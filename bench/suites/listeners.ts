// Open screens: a thousand listen to the stream of changes. Measures the memory of the process, and how soon the last
// of them gets a change.
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defined } from '../../server/src/core/assert.ts';
import { notifyChanged } from '../../server/src/db/changed.ts';
import { beginSession } from '../../server/src/people/sessions.ts';
import { createUser } from '../../server/src/people/users.ts';
import { type Fixture, openFixture } from '../fixture.ts';
import { type Service, startService } from '../service.ts';
import { type Suite, table } from './suite.ts';

const LISTENERS = 1000;
const LISTENERS_QUICK = 100;
/** For one person. */
const WINDOWS = 20;
const CHANGES = 50;
const GOAL_MEGABYTES = 200;
/** The process is idle again. */
const REST_MILLISECONDS = 3000;
const TIMEOUT_MILLISECONDS = 20_000;

export const listenersSuite: Suite = {
  name: 'listeners',
  title: 'Screens with live updates',
  async run({ isQuick }) {
    const count = isQuick ? LISTENERS_QUICK : LISTENERS;
    const fixture = await openFixture();
    const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
    const crowd = newCrowd();
    try {
      const cookies: string[] = [];
      for (let n = 0; n < count; n += WINDOWS) cookies.push(await signIn(fixture, n));
      await pause(REST_MILLISECONDS);
      const before = service.memoryMegabytes();
      for (let n = 0; n < count; n++)
        await crowd.join(service, defined(cookies[Math.floor(n / WINDOWS)], 'a person'));
      const taken: number[] = [];
      for (let n = 0; n < CHANGES; n++) taken.push(await reportAll(fixture, crowd));
      await pause(REST_MILLISECONDS);
      const after = service.memoryMegabytes();
      return report({ count, before, after, taken });
    } finally {
      crowd.leave();
      await service.stop();
      await fixture.close();
    }
  },
};

/** A user who can see everything. */
async function signIn({ assembled }: Fixture, n: number): Promise<string> {
  const { app } = assembled;
  const user = await createUser(app, { name: `Viewer ${n}`, email: null, role: 'auditor' });
  const client = { address: '127.0.0.1', agent: null };
  const { token } = await beginSession(app, user.id, { authMethod: 'link', client });
  return `chaintill_session=${token}`;
}

interface Crowd {
  join(service: Service, cookie: string): Promise<void>;
  /** Until every listener has received one more change. */
  untilReceived(): Promise<void>;
  leave(): void;
}

function newCrowd(): Crowd {
  const requests: ClientRequest[] = [];
  let received = 0;
  return {
    join: ({ port }, cookie) =>
      new Promise((resolve, reject) => {
        const path = '/admin/api/events';
        const request = get({ host: '127.0.0.1', port, path, headers: { cookie }, agent: false });
        requests.push(request);
        request.once('error', reject);
        request.once('response', (answer) => {
          if (answer.statusCode !== 200) return reject(new Error(`status ${answer.statusCode}`));
          answer.on('error', () => undefined);
          answer.on('data', (piece: Buffer) => {
            received += piece.toString().split('event: changed').length - 1;
          });
          answer.once('data', () => resolve());
        });
      }),
    async untilReceived() {
      const giveUpAt = performance.now() + TIMEOUT_MILLISECONDS;
      const wanted = requests.length;
      while (received < wanted) {
        if (performance.now() > giveUpAt) throw new Error(`${received} of ${wanted} have received`);
        await pause(1);
      }
      received = 0;
    },
    leave() {
      for (const request of requests) request.on('error', () => undefined).destroy();
    },
  };
}

async function reportAll({ assembled }: Fixture, crowd: Crowd): Promise<number> {
  const startedAt = performance.now();
  await notifyChanged(assembled.app.db, [{ projectId: null, type: 'alert', id: null }]);
  await crowd.untilReceived();
  return performance.now() - startedAt;
}

interface Measured {
  readonly count: number;
  readonly before: number;
  readonly after: number;
  readonly taken: readonly number[];
}

function report({ count, before, after, taken }: Measured) {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(0) ?? '-';
  const section = `${table(
    [
      'listeners',
      'process before MB',
      'with them MB',
      'until the last is notified: p50 ms',
      'p99 ms',
    ],
    [[`${count}`, before.toFixed(0), after.toFixed(0), at(0.5), at(0.99)]],
  )}\n\nChanges within 200 ms are sent together, which accounts for most of these times.\n`;
  const text = `a thousand listeners within ${GOAL_MEGABYTES} MB, the process itself included`;
  return {
    section,
    goals: [{ text, isReached: after < GOAL_MEGABYTES, figure: `${after.toFixed(0)} MB` }],
  };
}
