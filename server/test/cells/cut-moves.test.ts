// Guarantee of a move that is cut off at any of its statements, before it or when its answer is lost: asked again it
// ends, and the project is open in one cell, with everything that it had, at no moment in both. Given up is as safe.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { COPIED } from '../../src/cells/copied-tables.ts';
import { moveProject } from '../../src/cells/move.ts';
import { rowsOf } from '../../src/cells/read-copy.ts';
import type { Sql } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { addMember } from '../../src/people/members.ts';
import { isClosed } from '../../src/projects/closed.ts';
import { cutPatience, strideOr } from '../support/cut-stride.ts';
import { addUser, busyMerchant, openTwoCells, type TwoCells } from './two-cells.ts';

let two: TwoCells;
beforeAll(async () => {
  two = await openTwoCells();
});
afterAll(() => two.close());

class Cut extends Error {}

/** Statements and commits of both databases, counted together. */
interface Knife {
  left: number;
  readonly when: 'before' | 'after';
  /** Looks at both databases. */
  readonly look: () => Promise<void>;
}

async function through<T>(knife: Knife, work: () => Promise<T>): Promise<T> {
  knife.left -= 1;
  // Whoever was cut off does nothing more.
  if (knife.left < 0 || (knife.left === 0 && knife.when === 'before')) throw new Cut();
  const result = await work();
  if (knife.left === 0) throw new Cut();
  return result;
}

function underKnife(app: App, knife: Knife): App {
  const cutting = <S extends Sql>(sql: S): S =>
    Object.create(sql, {
      query: {
        value: (text: string, values?: readonly unknown[]) =>
          through(knife, () => sql.query(text, values)),
      },
    });
  const db = Object.create(app.db, {
    query: {
      value: async (text: string, values?: readonly unknown[]) => {
        const rows = await through(knife, () => app.db.query(text, values));
        await knife.look();
        return rows;
      },
    },
    snapshot: {
      value: (read: (sql: Sql) => Promise<unknown>) => app.db.snapshot((sql) => read(cutting(sql))),
    },
    transaction: {
      value: async (work: (tx: never) => Promise<unknown>) => {
        const result = await through(knife, () =>
          app.db.transaction((tx) => work(cutting(tx) as never)),
        );
        await knife.look();
        return result;
      },
    },
  });
  return { ...app, db };
}

/** In how many of both cells something can be done for it. */
async function openIn(projectId: string): Promise<string[]> {
  const places: string[] = [];
  for (const [name, { app }] of Object.entries({ here: two.here, there: two.there })) {
    const rows = await app.db.query(
      `select 1 from projects p where p.id = $1 and not ${isClosed('p.id')}`,
      [projectId],
    );
    if (rows.length > 0) places.push(name);
  }
  return places;
}

async function allRows(app: App, projectId: string): Promise<Record<string, string>> {
  // Sealed for another cell, the same secrets are other texts.
  const tables = COPIED.filter(({ table }) => !/^(api_keys|callback_endpoints)$/.test(table));
  const rows: Record<string, string> = {};
  for (const table of tables) rows[table.table] = await rowsOf(app.db, table, projectId);
  return rows;
}

async function cutOnce(at: number, when: Knife['when']): Promise<boolean> {
  const { cells, here, there } = two;
  const { project } = await busyMerchant(here);
  const before = await allRows(here.app, project.id);
  const look = async () => expect((await openIn(project.id)).length).toBeLessThanOrEqual(1);
  const knife: Knife = { left: at, when, look };
  const cut = { ...cells, from: underKnife(here.app, knife), to: underKnife(there.app, knife) };
  const outcome = await moveProject(cut, project.id).catch((error: unknown) => error);
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Cut);
  await look();
  expect(await moveProject(cells, project.id), `${when} ${at}`).toMatchObject({
    slot: expect.any(String),
  });
  expect(await openIn(project.id)).toEqual(['there']);
  expect(await allRows(there.app, project.id), `${when} ${at}`).toEqual(before);
  return outcome instanceof Cut;
}

test(
  'cut at any statement, it goes on and is open once',
  async () => {
    const stride = strideOr(17);
    let cuts = 0;
    for (const when of ['before', 'after'] as const)
      for (let at = when === 'before' ? 1 : 9; await cutOnce(at, when); at += stride) cuts += 1;
    expect(cuts * stride).toBeGreaterThan(80);
    expect(await auditLedger(two.there.app.db)).toEqual([]);
    expect(await auditLedger(two.here.app.db)).toEqual([]);
  },
  cutPatience(300_000),
);

test(
  'cut while it is given up, it stays where it is or ends that',
  async () => {
    const { cells, here, there } = two;
    const stride = strideOr(4);
    for (let at = 1; ; at += stride) {
      const { project, api } = await here.merchant();
      await api.channels.create({ name: 'c', pay_currency: 'BTC', receiver_currency: 'EUR' });
      const look = async () => expect((await openIn(project.id)).length).toBeLessThanOrEqual(1);
      const knife: Knife = { left: at, when: 'after', look };
      const cut = { ...cells, from: underKnife(here.app, knife), to: underKnife(there.app, knife) };
      const outcome = await moveProject(cut, project.id).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Cut);
      expect(await moveProject(cells, project.id)).toHaveProperty('reasons');
      expect(await openIn(project.id)).toEqual(['here']);
      await api.customers.create({ id: 'customer-9', currency: 'EUR' });
      if (!(outcome instanceof Cut)) break;
    }
  },
  cutPatience(120_000),
);

test('a copy that comes late never comes, when it was given up meanwhile; a later one does', async () => {
  const { cells, here, there } = two;
  const { project } = await busyMerchant(here);
  const userId = await addUser(here.app, 'Zoe');
  await addUser(there.app, 'Zoe');
  await addMember(here.app.db, { projectId: project.id, userId, roles: ['viewer'] });
  const rename = (from: string, to: string) =>
    there.database.owner.query('update users set name = $2 where name = $1', [from, to]);
  // The first is held up where it would store; a second one sees something in the way, and gives up.
  let isHeld = false;
  const db = Object.create(there.app.db, {
    transaction: {
      value: async (work: (tx: never) => Promise<unknown>) => {
        if (!isHeld) {
          isHeld = true;
          await rename('Zoe', 'Somebody');
          expect(await moveProject(cells, project.id)).toHaveProperty('reasons');
          await rename('Somebody', 'Zoe');
        }
        return there.app.db.transaction(work as never);
      },
    },
  });
  const late = moveProject({ ...cells, to: { ...there.app, db } }, project.id);
  await expect(late).rejects.toThrow(/given up meanwhile/);
  expect(await openIn(project.id)).toEqual(['here']);
  expect(await there.app.db.query('select 1 from projects where id = $1', [project.id])).toEqual(
    [],
  );
  expect(await moveProject(cells, project.id)).toHaveProperty('slot');
  expect(await openIn(project.id)).toEqual(['there']);
});

test('two that move it at once move it once', async () => {
  const { cells, here, there } = two;
  const { project } = await busyMerchant(here);
  const before = await allRows(here.app, project.id);
  const moves = Array.from({ length: 3 }, () => moveProject(cells, project.id));
  for (const moved of await Promise.all(moves)) expect(moved).toHaveProperty('slot');
  expect(await openIn(project.id)).toEqual(['there']);
  expect(await allRows(there.app, project.id)).toEqual(before);
});
