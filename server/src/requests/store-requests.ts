// Stores and lists logged requests of API keys.
import { DAY } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest, type Span } from '../db/newest-page.ts';

export interface Problem {
  readonly target: string;
  readonly code: string;
  readonly message: string;
}

export interface NewRequest {
  readonly projectId: string;
  readonly id: string;
  readonly requestId: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly apiKey: string;
  readonly isSigned: boolean;
  readonly status: number;
  readonly milliseconds: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly details: readonly Problem[] | null;
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly ignored: string | null;
  readonly leftOut: number;
}

const INSERT = `
insert into request_log (project_id, id, request_id, at, method, path, api_key, is_signed, status, milliseconds, code,
  message, details, input, ignored, left_out)
select "projectId", id, "requestId", at, method, path, "apiKey", "isSigned", status, milliseconds, code,
  message, details, input, ignored, "leftOut"
from jsonb_to_recordset($1::jsonb) as t("projectId" uuid, id uuid, "requestId" text, at timestamptz, method text,
  path text, "apiKey" text, "isSigned" boolean, status smallint, milliseconds integer, code text, message text,
  details jsonb, input jsonb, ignored text, "leftOut" integer)`;

export async function storeRequests(sql: Sql, requests: readonly NewRequest[]): Promise<void> {
  await sql.query(INSERT, [JSON.stringify(requests)]);
}

export interface RequestRow {
  readonly id: string;
  readonly request_id: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly api_key: string;
  readonly key_name: string | null;
  readonly is_signed: boolean;
  readonly status: number;
  readonly milliseconds: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly details: Problem[] | null;
  readonly input: Record<string, unknown> | null;
  readonly ignored: string | null;
  readonly left_out: number;
}

export interface RequestListQuery extends PageRequest {
  /** The first digit of the status, times 100. */
  readonly statuses: number | null;
  readonly path: string | null;
  readonly apiKey: string | null;
  readonly requestId: string | null;
  readonly span: Span;
}

/** Newest first. Errors: 404 when `after` is not a request of the project. */
export async function pageOfRequests(
  sql: Sql,
  projectId: string,
  { statuses, path, apiKey, requestId, span, ...place }: RequestListQuery,
): Promise<NewestPage<RequestRow>> {
  return newestPage<RequestRow>(sql, {
    table: 'request_log',
    alias: 'r',
    columns: 'r.*, k.name as key_name',
    joins: 'left join api_keys k on k.key = r.api_key and k.project_id = r.project_id',
    projectId,
    indexed: [[requestId, (at) => `r.request_id = ${at}`]],
    filters: [
      [statuses, (at) => `r.status / 100 = ${at}::int`],
      [path, (at) => `starts_with(r.path, ${at})`],
      [apiKey, (at) => `r.api_key = ${at}`],
    ],
    span: { ...span, column: 'at' },
    ...place,
  });
}

export const expiredRequests = {
  age: ({ requestLogDays }: Config) => requestLogDays * DAY,
  statement: `delete from request_log where ctid = any(array(
    select ctid from request_log where at < $1 limit $2)) returning 1`,
};
