// Runs an operator operation for any client (CLI, dashboard): resolves project names, parses the fields, reports all
// problems at once, and writes an audit-log entry for a change or a denied one.

import type { App } from '../app.ts';
import { type Fields, readFields } from '../contract/fields.ts';
import {
  isProjectField,
  isReadOnly,
  type OperatorOperation,
  type OutputOf,
} from '../contract/operator/operation.ts';
import {
  type OperatorName,
  type OperatorOperations,
  operatorOperations,
} from '../contract/operator/operations.ts';
import { type AppError, apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { operatorHandlers } from './handlers.ts';
import { journaled } from './journaled.ts';
import type { OperationContext, OperatorApp, OperatorHandler } from './operator.ts';
import { presented } from './present.ts';

export interface OperatorRequest extends OperationContext {
  /** As received: texts or JSON values. */
  readonly values: Values;
}

/** Errors: 404 for an unknown project, 422 `invalid`, and those of the operation. */
export async function perform<Name extends OperatorName>(
  app: OperatorApp,
  name: Name,
  request: OperatorRequest,
): Promise<OutputOf<OperatorOperations[Name]>> {
  const operation: OperatorOperation = operatorOperations[name];
  const handler = handlerOf(name);
  const { values, input, problems } = await readRequest(app, name, request.values);
  const { actor, within, report, objectId } = request;
  const context = {
    actor,
    ...(within && { within }),
    ...(report && { report }),
    ...(objectId && { objectId }),
  };
  const work = async () => {
    if (problems.length > 0) throw refusal(problems);
    return presented(operation.output, await handler(app, input, context));
  };
  const output = isReadOnly(operation.permission)
    ? work()
    : journaled(app, { name, operation, actor, values, input }, work);
  return output as Promise<OutputOf<OperatorOperations[Name]>>;
}

export async function findProblems(
  app: OperatorApp,
  name: OperatorName,
  values: Values,
): Promise<readonly ErrorDetail[]> {
  return (await readRequest(app, name, values)).problems;
}

async function readRequest(app: OperatorApp, name: OperatorName, rawInput: Values) {
  const { input: fields }: OperatorOperation = operatorOperations[name];
  const problems: ErrorDetail[] = [];
  const values = await withProjects(app, { fields, values: rawInput }, problems);
  const codes = { coin: app.coins, currency: app.currencies };
  const known = withoutUnknown(fields, problems);
  const input = readFields(known, values, { problems, prefix: '', codes });
  handlerOf(name).findProblems?.(app, input, problems);
  return { values, input, problems };
}

function handlerOf(name: OperatorName): OperatorHandler<OperatorOperation> {
  return operatorHandlers[name] as OperatorHandler<OperatorOperation>;
}

/** An unknown project is not reported a second time as a missing field. */
function withoutUnknown(
  fields: OperatorOperation['input'],
  problems: readonly ErrorDetail[],
): OperatorOperation['input'] {
  const reported = new Set(problems.map(({ target }) => target));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !reported.has(name)));
}

/** If an unknown project is the only problem, the error is 404, as for any other object. */
function refusal(problems: readonly ErrorDetail[]): AppError {
  const [only] = problems;
  if (problems.length > 1 || only?.code !== 'project_not_found') return invalid(...problems);
  return apiError('not_found.field', { field: only.target, problem: only.message });
}

export type Values = Readonly<Record<string, unknown>>;

/** The values with IDs in place of names. An unknown project is reported as a problem and omitted. */
export async function withProjects(
  app: App,
  { fields, values }: { fields: Fields; values: Values },
  problems: ErrorDetail[],
): Promise<Values> {
  const found: Record<string, unknown> = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    if (!isProjectField(field)) continue;
    const value = values[name] ?? null;
    if (value === null) found[name] = field.whenLeftOut === 'only' ? await onlyProject(app) : null;
    // An empty shell variable must not select the only project.
    else if (value === '') problems.push(rule.filled(name));
    else if (typeof value === 'string') {
      const matches = await namedProjects(app, value);
      if (matches.length === 1) found[name] = matches[0];
      else
        problems.push(matches.length === 0 ? rule.projectNotFound(name) : rule.ambiguousName(name));
    }
  }
  return found;
}

/** Null when there are several, or none. */
async function onlyProject(app: App): Promise<string | null> {
  const rows = await app.db.query<{ id: string }>('select id from projects limit 2');
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** An ID takes precedence over the name of another project that looks like it. */
async function namedProjects(app: App, text: string): Promise<readonly string[]> {
  const rows = await app.db.query<{ id: string; is_id: boolean }>(
    `select id, id::text = lower($1) as is_id from projects where id::text = lower($1) or name = $1
     order by is_id desc limit 2`,
    [text],
  );
  const isById = rows[0]?.is_id === true;
  return rows.slice(0, isById ? 1 : 2).map(({ id }) => id);
}
