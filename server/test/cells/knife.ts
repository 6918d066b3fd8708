// Cuts a move at one of its places: the statements and commits of both databases, counted together. Whoever dies does
// nothing more; whoever got no answer goes on with that.
import { expect } from 'vitest';
import type { App } from '../../src/app.ts';
import { COPIED } from '../../src/cells/copied-tables.ts';
import { rowsOf } from '../../src/cells/read-copy.ts';
import type { Sql } from '../../src/db/database.ts';
import { isClosed } from '../../src/projects/closed.ts';
import type { TwoCells } from './two-cells.ts';

export class Cut extends Error {}

export interface Knife {
  /** Up to the place; not above zero when it was reached. */
  left: number;
  readonly what: 'dies' | 'gets no answer';
}

/** True: what is done now gets no answer. */
function reached(knife: Knife): boolean {
  knife.left -= 1;
  if (knife.what === 'dies' && knife.left <= 0) throw new Cut();
  return knife.left === 0;
}

async function through<T>(knife: Knife, work: () => Promise<T>): Promise<T> {
  const isLost = reached(knife);
  const result = await work();
  if (isLost) throw new Cut();
  return result;
}

/** `look` is told after whatever others can see. */
export function underKnife(app: App, knife: Knife, look: () => Promise<void>): App {
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
        await look();
        return rows;
      },
    },
    snapshot: {
      value: (read: (sql: Sql) => Promise<unknown>) => app.db.snapshot((sql) => read(cutting(sql))),
    },
    transaction: {
      value: async (work: (tx: never) => Promise<unknown>) => {
        let isLost = false;
        const result = await app.db.transaction(async (tx) => {
          const done = await work(cutting(tx) as never);
          isLost = reached(knife);
          return done;
        });
        await look();
        if (isLost) throw new Cut();
        return result;
      },
    },
  });
  return { ...app, db };
}

/** In which of both cells something can be done for it. */
export async function openIn({ here, there }: TwoCells, projectId: string): Promise<string[]> {
  const open = await Promise.all(
    [here, there].map(({ app }) =>
      app.db.query(`select 1 from projects p where p.id = $1 and not ${isClosed('p.id')}`, [
        projectId,
      ]),
    ),
  );
  return ['here', 'there'].filter((_name, n) => (open[n] ?? []).length > 0);
}

/** Fails as soon as it is open in both. */
export const lookAt = (two: TwoCells, projectId: string) => async (): Promise<void> =>
  expect((await openIn(two, projectId)).length).toBeLessThanOrEqual(1);

export async function allRows({ db }: App, projectId: string): Promise<Record<string, string>> {
  // Sealed for another cell, the same secrets are other texts.
  const tables = COPIED.filter(({ table }) => !/^(api_keys|callback_endpoints)$/.test(table));
  const rows = await Promise.all(tables.map((table) => rowsOf(db, table, projectId)));
  return Object.fromEntries(tables.map(({ table }, n) => [table, rows[n] ?? '']));
}

/** As if it had never been moved: the next cut has the same project, which saves making another. */
export async function moveBack({ here, there }: TwoCells, projectId: string): Promise<void> {
  const names = COPIED.map(({ table }) => table);
  const rows = COPIED.map(({ table, key = 'project_id' }) => `${table} where ${key}`).reverse();
  const words = [
    'set constraints all immediate',
    ...names.map((name) => `alter table ${name} disable trigger user`),
    ...['audit_marks where project_id', ...rows].map((of) => `delete from ${of} = '${projectId}'`),
    ...names.map((name) => `alter table ${name} enable trigger user`),
  ];
  await there.database.owner.query(`do $$ begin ${words.join('; ')}; end $$`);
  for (const { database } of [here, there])
    await database.owner.query('delete from project_moves where project_id = $1', [projectId]);
}
