// GET /admin/api/exports/…: any paginated list as a file, with the same filters and permissions:
// `operations/withdrawals.list.csv`, `projects/ID/listTransactions.xlsx`. Streamed at the reader's pace.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFields } from '../../contract/fields.ts';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { OperatorOperation } from '../../contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../../contract/operator/operations.ts';
import { ADMIN_BASE, PROJECT_PARAMETER, permissionFor } from '../../contract/people/paths.ts';
import { type ErrorDetail, invalid } from '../../core/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { AnyHandler } from '../../http/serve.ts';
import type { Project } from '../../projects/project.ts';
import { authorize } from '../authorize.ts';
import { requestedProject } from '../merchant-routes.ts';
import {
  type Admin,
  adminHeaders,
  admit,
  authenticatePerson,
  forbidden,
  type Person,
  permissionsIn,
  stillThere,
  valuesOf,
} from '../person.ts';
import { columnsOf, csvOf, type ExportedFile, nameFile, type Rows, rowSchema } from './columns.ts';
import { reportFile, summaryFile } from './report.ts';
import { cellsOf, isExportable, merchantRows, operatorRows } from './rows.ts';
import { openSlots } from './slots.ts';
import { entriesFile, statementFile } from './statement.ts';
import { transactionsFile } from './transactions.ts';
import { xlsxOf } from './xlsx.ts';

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: xlsxOf,
  },
} as const;
type Format = keyof typeof formats;

/** Exports with their own description of the content. */
const ownFiles: Partial<Record<OperatorName, typeof statementFile>> = {
  'accounts.statement': statementFile,
  'reports.entries': entriesFile,
  'reports.lines': reportFile,
  'reports.summary': summaryFile,
};

export function addExportRoutes(fastify: FastifyInstance, admin: Admin, merchants: Handlers): void {
  const slots = openSlots();
  const send = (
    reply: FastifyReply,
    request: FastifyRequest,
    { format, person, file: { name, columns, rows } }: Sent,
  ) => {
    const giveBack = slots.take(person.user.id);
    const { type, write } = formats[format];
    const file = Readable.from(write(columns, cellsOf(rows, columns)));
    file.once('close', giveBack);
    reply.headers({ ...adminHeaders, 'content-type': type, 'x-request-id': request.id });
    nameFile(reply, name, format);
    return reply.send(file);
  };
  for (const format of Object.keys(formats) as Format[]) {
    for (const name of Object.keys(operatorOperations) as OperatorName[]) {
      const { output, permission }: OperatorOperation = operatorOperations[name];
      const row = rowSchema(output);
      if (row === null || permission !== 'read') continue;
      fastify.get(`${ADMIN_BASE}/exports/operations/${name}.${format}`, async (request, reply) => {
        const person = await authenticatePerson(admin, request, admit(admin, request));
        const { after: _, limit: __, ...requested } = valuesOf(request);
        const { values } = await authorize(admin.app, person, { name, values: requested });
        const ownFile = ownFiles[name];
        const file =
          ownFile !== undefined
            ? await ownFile(admin, person, values)
            : {
                name: [name],
                columns: columnsOf(row),
                rows: operatorRows(admin, person, { name, values }),
              };
        return send(reply, request, { format, person, file: await begunFile(file) });
      });
    }
    for (const operation of Object.values(operations) as Operation[]) {
      if (!isExportable(operation)) continue;
      const handler = merchants[operation.id as keyof Handlers] as AnyHandler;
      const url = `${ADMIN_BASE}/exports/projects/:${PROJECT_PARAMETER}/${operation.id}.${format}`;
      fastify.get(url, async (request, reply) => {
        const person = await authenticatePerson(admin, request, admit(admin, request));
        const requested = { operation, handler, person };
        const { project, rows } = await rowsOfMerchant(admin, requested, request);
        const file =
          operation.id === 'listTransactions'
            ? await transactionsFile(admin.app, project.id, rows)
            : { name: [operation.id], columns: columnsOf(operation.response), rows };
        return send(reply, request, { format, person, file: await begunFile(file) });
      });
    }
  }
}

interface Sent {
  readonly format: Format;
  readonly person: Person;
  readonly file: ExportedFile;
}

async function rowsOfMerchant(
  admin: Admin,
  { operation, handler, person }: { operation: Operation; handler: AnyHandler; person: Person },
  request: FastifyRequest,
): Promise<{ readonly project: Project; readonly rows: Rows }> {
  const project = await requestedProject(admin, person, request);
  if (!permissionsIn(person, project.id).has(permissionFor(operation))) throw forbidden();
  const problems: ErrorDetail[] = [];
  const codes = { coin: admin.app.coins, currency: admin.app.currencies };
  const { starting_after: _, limit: __, ...fields } = { ...operation.params, ...operation.query };
  const input = readFields(fields, valuesOf(request), { problems, prefix: '', codes });
  if (problems.length > 0) throw invalid(...problems);
  const apiKey = `user:${person.user.id}`;
  const may = { mayPayOut: false, mayWrite: false };
  const caller = { project, apiKey, apiVersion: 2, ...may, objectId: '' } as const;
  const insist = async () => {
    const now = await stillThere(admin.app, person);
    if (!permissionsIn(now, project.id).has(permissionFor(operation))) throw forbidden();
  };
  return { project, rows: merchantRows(admin, { handler, caller, input, insist }) };
}

async function begunFile(file: ExportedFile): Promise<ExportedFile> {
  return { ...file, rows: await begun(file.rows) };
}

/** Reads the first row, so that invalid filters are reported before the file starts. */
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
