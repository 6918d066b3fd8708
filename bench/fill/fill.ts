// A database with a given number of paid invoices and projects: a short hour is played through the product, then copied
// by the database itself. Used by fill-database.ts, by the suites on full databases and by tests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Assembled } from '../../server/src/assemble.ts';
import { MINUTE } from '../../server/src/core/clock.ts';
import type { Database } from '../../server/src/db/database.ts';
import type { Project } from '../../server/src/projects/project.ts';
import { multiply } from './multiply.ts';
import { playHour } from './play-hour.ts';

export interface FillRequest {
  /** The owner of the tables, who can skip their checks. */
  readonly owner: Database;
  /** Their endpoints respond. */
  readonly projects: readonly Project[];
  /** Of all projects together. */
  readonly invoices: number;
  /** Of one project, in the hour that is played. */
  readonly played: number;
  say?(line: string): void;
}

/** Between two copies: playing takes less. */
export const EVERY_MILLISECONDS = 2 * MINUTE;

export function copiesFor({
  projects,
  invoices,
  played,
}: Pick<FillRequest, 'projects' | 'invoices' | 'played'>): number {
  return Math.max(0, Math.ceil(invoices / (projects.length * played)) - 1);
}

/** The last copy is later than the played hour by EVERY_MILLISECONDS for each copy: the clock has to follow. */
export async function fill(assembled: Assembled, requested: FillRequest): Promise<void> {
  const { clock } = assembled.app;
  const startedAt = clock.now();
  await playHour(assembled, { projects: requested.projects, invoices: requested.played });
  if (clock.now() - startedAt >= EVERY_MILLISECONDS) throw new Error('playing took too long');
  await copyPlayed(requested);
}

/** The second half of `fill`, for what must be read between the two. */
export async function copyPlayed(requested: FillRequest): Promise<void> {
  const { say } = requested;
  await multiply(requested.owner, {
    projectIds: requested.projects.map(({ id }) => id),
    copies: copiesFor(requested),
    everyMilliseconds: EVERY_MILLISECONDS,
    ...(say && { say }),
  });
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

/** A receiver that responds 200 to every callback. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
