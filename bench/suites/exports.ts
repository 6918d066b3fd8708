// A list exported as a file: the additional memory of the process, and the duration, for a short and a long list. It is
// streamed, so the length must not matter.
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beginSession } from '../../server/src/people/sessions.ts';
import { createUser } from '../../server/src/people/users.ts';
import { BATCH, BATCH_EVERY_MILLISECONDS, load } from '../fill/long-list.ts';
import { createAccount, type Fixture, openFixture } from '../fixture.ts';
import { type Service, startService } from '../service.ts';
import { type Suite, type SuiteReport, table } from './suite.ts';

/** By the second one, Node's heap has reached its steady size. */
const SIZES = [10_000, 100_000, 1_000_000];
const SIZES_QUICK = [1000, 10_000, 20_000];
const FORMATS = ['csv', 'xlsx'] as const;
const GOAL_RATIO = 1.5;
const SAMPLE_MILLISECONDS = 100;
const REST_MILLISECONDS = 3000;

interface Written {
  readonly rows: number;
  readonly format: (typeof FORMATS)[number];
  readonly seconds: number;
  readonly megabytes: number;
  /** The peak while it wrote. */
  readonly memory: number;
}

export const exportsSuite: Suite = {
  name: 'exports',
  title: 'List exports',
  async run({ isQuick, say }) {
    const fixture = await openFixture();
    try {
      const sizes = isQuick ? SIZES_QUICK : SIZES;
      const projects: string[] = [];
      for (const rows of sizes) projects.push(await fill(fixture, rows));
      const cookie = await signIn(fixture);
      const written: Written[] = [];
      for (const format of FORMATS)
        for (const [n, rows] of sizes.entries()) {
          const file = await inFreshService(fixture, (service) =>
            write(service, { project: projects[n] ?? '', format, cookie }),
          );
          written.push({ rows, format, ...file });
          say(
            `  ${rows} rows as ${format}: ${file.seconds.toFixed(1)} s, ${file.memory.toFixed(0)} MB`,
          );
        }
      return report(written);
    } finally {
      await fixture.close();
    }
  },
};

async function fill(fixture: Fixture, rows: number): Promise<string> {
  const { project } = await createAccount(fixture);
  const startedAt = Date.now() - (rows / BATCH) * BATCH_EVERY_MILLISECONDS;
  await load(fixture, project, { from: 0, to: rows, startedAt });
  return project.id;
}

/** A user who can see everything. */
async function signIn({ assembled: { app } }: Fixture): Promise<string> {
  const user = await createUser(app, { name: 'Accountant', email: null, role: 'auditor' });
  const client = { address: '127.0.0.1', agent: null };
  const { token } = await beginSession(app, user.id, { authMethod: 'link', client });
  return `chaintill_session=${token}`;
}

/** So that no file is written with the memory of the previous one. */
async function inFreshService<T>(
  fixture: Fixture,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
  try {
    await pause(REST_MILLISECONDS);
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function write(
  service: Service,
  { project, format, cookie }: { project: string; format: string; cookie: string },
): Promise<{ seconds: number; megabytes: number; memory: number }> {
  let memory = 0;
  const sample = setInterval(() => {
    memory = Math.max(memory, service.memoryMegabytes());
  }, SAMPLE_MILLISECONDS);
  const startedAt = performance.now();
  try {
    const path = `/admin/api/exports/projects/${project}/listTransactions.${format}`;
    const bytes = await sizeOf({ port: service.port, path, headers: { cookie } });
    return { seconds: (performance.now() - startedAt) / 1000, megabytes: bytes / 1e6, memory };
  } finally {
    clearInterval(sample);
  }
}

interface Request {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Read, and discarded. */
function sizeOf(requested: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', agent: false, ...requested }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`status ${answer.statusCode}`));
      let bytes = 0;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve(bytes));
    });
    request.once('error', reject);
  });
}

function report(written: readonly Written[]): SuiteReport {
  const rows = written.map(({ rows: count, format, seconds, megabytes, memory }) => [
    format,
    String(count),
    seconds.toFixed(1),
    Math.round(count / seconds).toString(),
    megabytes.toFixed(1),
    memory.toFixed(0),
  ]);
  const ratios = FORMATS.map((format) => {
    const [before, last] = written.filter((one) => one.format === format).slice(-2);
    return (last?.memory ?? Number.NaN) / (before?.memory ?? Number.NaN);
  });
  const worst = Math.max(...ratios);
  const head = ['file', 'rows', 'seconds', 'rows a second', 'MB', 'most memory of the process, MB'];
  const [before, last] = written.slice(-2).map(({ rows: count }) => count);
  return {
    section: `${table(head, rows)}\n\nEach in a process that has just begun.\n`,
    goals: [
      {
        text: `a file of ${last} rows within ${GOAL_RATIO} times the memory of one of ${before}`,
        isReached: worst <= GOAL_RATIO,
        figure: worst.toFixed(2),
      },
    ],
  };
}
