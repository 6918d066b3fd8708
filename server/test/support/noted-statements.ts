// Records the pages and rows that every statement touches, as reported by PostgreSQL itself (auto_explain): from the
// actual execution, including the statements in triggers and foreign keys.
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { TestDatabase } from './database.ts';

export interface NotedStatement {
  readonly text: string;
  /** Pages of tables and indexes that were read. */
  readonly pages: number;
  /** Rows that were read in tables and indexes. */
  readonly visited: number;
  /** Rows that were returned or written. */
  readonly rows: number;
  readonly plan: string;
}

export interface NotedDatabase {
  /** The same database with its own connections; `drop` closes both. */
  readonly database: TestDatabase;
  /** Statements since the last call. */
  take(): NotedStatement[];
}

/** Rows that a join filter compared and discarded. */
export function compared({ plan }: Pick<NotedStatement, 'plan'>): number {
  const removed = [...plan.matchAll(/"Rows Removed by Join Filter": (\d+)/g)];
  return sum(removed.map(([, n]) => Number(n)));
}

const SETTINGS = {
  log_min_duration: '0',
  log_analyze: 'on',
  log_buffers: 'on',
  log_timing: 'off',
  log_format: 'json',
  log_level: 'notice',
  log_nested_statements: 'on',
};

/** Tables are never ANALYZEd, unless a test does it. */
export async function noteStatements(database: TestDatabase): Promise<NotedDatabase> {
  const name = databaseName(database);
  await withoutAutovacuum(database);
  const set = (setting: string) => database.owner.query(`alter database ${name} set ${setting}`);
  await set(`session_preload_libraries = 'auto_explain'`);
  for (const [setting, value] of Object.entries(SETTINGS))
    await set(`auto_explain.${setting} = '${value}'`);
  let noted: NotedStatement[] = [];
  const write = (line: string) => {
    const statement = readNotice(JSON.parse(line).notice);
    if (statement !== null) noted.push(statement);
  };
  const db = openDatabase(database.connection, createLog('debug', { write }));
  return {
    database: {
      ...database,
      db,
      async drop() {
        await db.close();
        await database.drop();
      },
    },
    take() {
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}

/** Also invalidates the plans that use a table: the planner then knows nothing of its rows, however many they are. */
export async function withoutAutovacuum({ owner }: TestDatabase): Promise<void> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'simulation')`,
  );
  for (const { name } of tables)
    await owner.query(`alter table ${name} set (autovacuum_enabled = false)`);
}

function databaseName({ url }: TestDatabase): string {
  return new URL(url.replace('postgres:///', 'postgres://localhost/')).pathname.slice(1);
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

/** Null for other messages of the database. */
function readNotice(notice: unknown): NotedStatement | null {
  const found = /^duration: .*? plan:\n(\{[\s\S]*)$/.exec(typeof notice === 'string' ? notice : '');
  if (found?.[1] === undefined) return null;
  const { 'Query Text': text, Plan: top }: { 'Query Text': string; Plan: Node } = JSON.parse(
    found[1],
  );
  const nodes = allNodes(top);
  const written = nodes.filter((node) => node['Node Type'] === 'ModifyTable');
  const answered = [top, ...written.flatMap((node) => node.Plans?.slice(0, 1) ?? [])];
  return {
    text,
    pages: sum(nodes.map(ownPages)),
    visited: sum(nodes.map(ownVisits)),
    rows: sum(answered.map((node) => node['Actual Rows'] * node['Actual Loops'])),
    plan: found[1],
  };
}

function allNodes(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}

/** The counts of a node include those of its children. */
function ownPages(node: Node): number {
  const isOfTable = node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
  if (!isOfTable && node['Node Type'] !== 'LockRows') return 0;
  const of = (one: Node) => one['Shared Hit Blocks'] + one['Shared Read Blocks'];
  return Math.max(0, of(node) - sum((node.Plans ?? []).map(of)));
}

function ownVisits(node: Node): number {
  const isScan = /Scan$/.test(node['Node Type']);
  const isOfTable = node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
  if (!isScan || !isOfTable) return 0;
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
