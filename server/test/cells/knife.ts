// Cuts a move at one of its places: the statements and commits of both databases, counted together. Whoever dies does
// nothing more; whoever got no answer goes on with that.
import { expect } from 'vitest';
import type { App } from '../../src/app.ts';
import { COPIED } from '../../src/cells/copied-tables.ts';
import { rowsOf } from '../../src/cells/read-rows.ts';
import { isClosed } from '../../src/db/closed-projects.ts';
import type { Sql } from '../../src/db/database.ts';
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
  type Door = Pick<App['db'], 'query' | 'snapshot' | 'transaction'>;
  const guarded = (door: Door) => ({
    query: {
      value: async (text: string, values?: readonly unknown[]) => {
        const rows = await through(knife, () => door.query(text, values));
        await look();
        return rows;
      },
    },
    snapshot: {
      value: (read: (sql: Sql) => Promise<unknown>) => door.snapshot((sql) => read(cutting(sql))),
    },
    transaction: {
      value: async (work: (tx: never) => Promise<unknown>) => {
        let isLost = false;
        const result = await door.transaction(async (tx) => {
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
  const patient = Object.create(app.db.patient, guarded(app.db.patient));
  const db = Object.create(app.db, { ...guarded(app.db), patient: { value: patient } });
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

/** What is final of BTC. */
const DEPTHS = JSON.stringify({ BTC: 6 });

/** As they are copied: what is in block 0 in one cell is in another block of the other one's. */
export async function allRows({ db }: App, projectId: string): Promise<Record<string, string>> {
  // Sealed for another cell, the same secrets are other texts.
  const isSealed = ({ table }: { table: string }) =>
    /^(api_keys|callback_endpoints|coin_withdrawals)$/.test(table);
  const tables = COPIED.filter((table) => !isSealed(table));
  return db.patient.snapshot(async (sql) => {
    const found: Record<string, string> = {};
    for (const table of tables) {
      const rows: string[] = [];
      const asked = { projectId, cell: '0', depths: DEPTHS };
      for await (const some of rowsOf(sql, table, asked)) rows.push(...some);
      found[table.table] = rows.join('\n');
    }
    return found;
  });
}

/** What changes in the cell that a project leaves (cells/leave.ts). */
const CHANGED = [
  ...['deposits', 'payouts', 'invoices', 'channel_payments', 'subscriptions'],
  ...['exchange_transfers', 'coin_withdrawals', 'mails'],
];

/** Kept for `moveBack`. */
export async function keepRows({ here }: TwoCells, projectId: string): Promise<void> {
  const { owner } = here.database;
  await owner.query('drop schema if exists kept cascade');
  await owner.query('create schema kept');
  for (const table of CHANGED)
    await owner.query(
      `create table kept.${table} as select * from ${table} where project_id = '${projectId}'`,
    );
}

/** As if it had never been moved: the next cut has the same project, which saves making another. */
export async function moveBack({ here, there }: TwoCells, projectId: string): Promise<void> {
  const rows = COPIED.map(({ table, key = 'project_id' }) => `${table} where ${key}`).reverse();
  const gone = [...rows, 'callback_packs where project_id', 'audit_marks where project_id'];
  const anew = CHANGED.flatMap((table) => [
    `delete from ${table} where project_id = '${projectId}'`,
    `insert into ${table} select * from kept.${table}`,
  ]);
  const past = (words: readonly string[]) =>
    `do $$ begin ${['set local session_replication_role = replica', ...words].join('; ')}; end $$`;
  await there.database.owner.query(past(gone.map((of) => `delete from ${of} = '${projectId}'`)));
  await here.database.owner.query(past(anew));
  for (const { database } of [here, there])
    await database.owner.query('delete from project_moves where project_id = $1', [projectId]);
}
