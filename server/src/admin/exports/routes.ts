// GET /admin/api/exports/…: any list that goes on page by page as a file, with the same filters, for whom may read
// it: `operations/withdrawals.list.csv`, `projects/ID/listTransactions.xlsx`. It is written as it is read, at the
// reader's pace.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFields } from '../../contract/fields.ts';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { OperatorOperation } from '../../contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../../contract/operator/operations.ts';
import { ADMIN_BASE, PROJECT_PARAMETER, permissionFor } from '../../contract/people/paths.ts';
import { AppError, type ErrorDetail, invalid } from '../../core/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { AnyHandler } from '../../http/serve.ts';
import { type Admin, adminHeaders, admit, valuesOf, whoAsks } from '../admin.ts';
import { authorize } from '../authorize.ts';
import { projectAsked } from '../merchant-routes.ts';
import { forbidden, permissionsIn } from '../person.ts';
import { type Column, columnsOf, rowSchema } from './columns.ts';
import { csvOf } from './csv.ts';
import { cellsOf, isExportable, merchantRows, operatorRows } from './rows.ts';
import { xlsxOf } from './xlsx.ts';

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: xlsxOf,
  },
} as const;
type Format = keyof typeof formats;

/** Of one process: each reads as fast as its reader takes it. */
const AT_ONCE_MAX = 4;
const RETRY_SECONDS = 10;

type Rows = AsyncIterable<Readonly<Record<string, unknown>>>;

export function addExportRoutes(fastify: FastifyInstance, admin: Admin, merchants: Handlers): void {
  let running = 0;
  const send = (
    reply: FastifyReply,
    request: FastifyRequest,
    { name, format, columns, rows }: File,
  ) => {
    if (running >= AT_ONCE_MAX) throw tooMany();
    running += 1;
    const { type, write } = formats[format];
    const file = Readable.from(
      write(
        columns.map(({ head }) => head),
        cellsOf(rows, columns),
      ),
    );
    file.once('close', () => {
      running -= 1;
    });
    reply.headers({ ...adminHeaders, 'content-type': type, 'x-request-id': request.id });
    return reply
      .header('content-disposition', `attachment; filename="${name}.${format}"`)
      .send(file);
  };
  for (const format of Object.keys(formats) as Format[]) {
    for (const name of Object.keys(operatorOperations) as OperatorName[]) {
      const { output, permission }: OperatorOperation = operatorOperations[name];
      const row = rowSchema(output);
      if (row === null || permission !== 'read') continue;
      fastify.get(`${ADMIN_BASE}/exports/operations/${name}.${format}`, async (request, reply) => {
        const person = await whoAsks(admin, request, admit(admin, request));
        const { after: _, limit: __, ...asked } = valuesOf(request);
        const values = await authorize(admin.app, person, { name, values: asked });
        const rows = await begun(operatorRows(admin, person, { name, values }));
        return send(reply, request, { name, format, columns: columnsOf(row), rows });
      });
    }
    for (const operation of Object.values(operations) as Operation[]) {
      if (!isExportable(operation)) continue;
      const handler = merchants[operation.id as keyof Handlers] as AnyHandler;
      const url = `${ADMIN_BASE}/exports/projects/:${PROJECT_PARAMETER}/${operation.id}.${format}`;
      fastify.get(url, async (request, reply) => {
        const rows = await begun(await rowsOfMerchant(admin, { operation, handler }, request));
        const columns = columnsOf(operation.response);
        return send(reply, request, { name: operation.id, format, columns, rows });
      });
    }
  }
}

interface File {
  readonly name: string;
  readonly format: Format;
  readonly columns: readonly Column[];
  readonly rows: Rows;
}

async function rowsOfMerchant(
  admin: Admin,
  { operation, handler }: { operation: Operation; handler: AnyHandler },
  request: FastifyRequest,
): Promise<Rows> {
  const person = await whoAsks(admin, request, admit(admin, request));
  const project = await projectAsked(admin, person, request);
  if (!permissionsIn(person, project.id).has(permissionFor(operation))) throw forbidden();
  const problems: ErrorDetail[] = [];
  const codes = { coin: admin.app.coins, currency: admin.app.currencies };
  const { starting_after: _, limit: __, ...fields } = { ...operation.params, ...operation.query };
  const input = readFields(fields, valuesOf(request), { problems, prefix: '', codes });
  if (problems.length > 0) throw invalid(...problems);
  const apiKey = `user:${person.user.id}`;
  const caller = { project, apiKey, apiVersion: 2, mayPayOut: false, objectId: '' } as const;
  return merchantRows(admin, { handler, caller, input });
}

/** What is wrong with the filters is told before the file begins. */
async function begun<Row>(rows: AsyncIterable<Row>): Promise<AsyncIterable<Row>> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let each = first; each.done !== true; each = await iterator.next()) yield each.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

function tooMany(): AppError {
  const message = 'other exports are running: ask again in a moment';
  return new AppError({
    ...{ code: 'rate_limit_exceeded', status: 429, message },
    retryAfterSeconds: RETRY_SECONDS,
  });
}
