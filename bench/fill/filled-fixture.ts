// An application on a filled database: newly filled in a folder, with its newest payments at the current time, or
// opened where `npm run fill` created one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createEndpoint } from '../../server/src/events/endpoints.ts';
import { listProjects } from '../../server/src/projects/create.ts';
import {
  type Account,
  BENCH,
  createAccount,
  createKey,
  type Fixture,
  openFixture,
} from '../fixture.ts';
import { copiesFor, EVERY_MILLISECONDS, fill, startReceiver } from './fill.ts';
import { pileUp } from './multiply.ts';

/** Invoices of one project in the hour that is copied. */
const PLAYED = 10;
const VARIABLES = { CHAINTILL_ADDRESS_POOL: '50' };

export interface Filling {
  readonly projects: number;
  readonly invoices: number;
  /** Callbacks that wait for unreachable endpoints. */
  readonly backlog?: number;
  /** A folder that is kept; otherwise the database is removed when the fixture is closed. */
  readonly folder?: string;
  say?(line: string): void;
}

export interface FilledFixture {
  readonly fixture: Fixture;
  readonly accounts: readonly Account[];
}

export async function openFilledFixture(filling: Filling): Promise<FilledFixture> {
  const { invoices, backlog = 0, folder, say } = filling;
  const empty = { invoices, played: PLAYED, ...(say && { say }) };
  const placeholders = { ...empty, projects: new Array(filling.projects) };
  const span = copiesFor(placeholders) * EVERY_MILLISECONDS;
  const fixture = await openFixture(VARIABLES, {
    durable: false,
    offsetMilliseconds: -span,
    ...(folder !== undefined && { folder }),
  });
  const receiver = await startReceiver();
  try {
    const accounts: Account[] = [];
    for (let n = 0; n < filling.projects; n++)
      accounts.push(await newAccount(fixture, receiver.url));
    const projects = accounts.map(({ project }) => project);
    const { owner } = fixture;
    await fill(fixture.assembled, { ...empty, owner, projects });
    fixture.clock.offsetMilliseconds = 0;
    if (backlog > 0) await pileUp(owner, backlog);
    await owner.unhurried.query('vacuum analyze');
    return { fixture, accounts };
  } catch (error) {
    await fixture.close();
    throw error;
  } finally {
    await receiver.close();
  }
}

/** The database of `npm run fill` in the folder; without a folder a new one with this many invoices. */
export function openOrFill(
  filling: Omit<Filling, 'folder'>,
  full: string | undefined,
): Promise<FilledFixture> {
  if (full === undefined) return openFilledFixture(filling);
  if (!existsSync(join(full, 'postgres'))) throw new Error(`nothing was filled in ${full}`);
  return reopen(full);
}

async function reopen(folder: string): Promise<FilledFixture> {
  const fixture = await openFixture(VARIABLES, { durable: false, folder });
  const accounts: Account[] = [];
  // The service adds a project of its own when it starts on it.
  const projects = await listProjects(fixture.assembled.app);
  for (const project of projects.filter(({ name }) => name === BENCH))
    accounts.push(await createKey(fixture, project));
  return { fixture, accounts };
}

async function newAccount(fixture: Fixture, url: string): Promise<Account> {
  const account = await createAccount(fixture);
  await createEndpoint(fixture.assembled.app, account.project.id, url);
  return account;
}
