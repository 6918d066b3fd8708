// Runs an operation with an audit-log entry: stored before it starts, because a process can crash at any time, and
// completed when it ends. An entry without a result was interrupted or is still running.
import type { App } from '../app.ts';
import {
  type Actor,
  isProjectField,
  type OperatorOperation,
  SELF,
} from '../contract/operator/operation.ts';
import { AppError } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { changedTypes, notifyChanged } from '../db/changed.ts';
import { noteBegin, noteEnd, type Result } from '../journal/store-actions.ts';
import { type ObjectFacts, objectFacts } from './object-facts.ts';
import type { Values } from './perform.ts';
import { inputWithoutSecrets, outputWithoutSecrets, storableText } from './without-secrets.ts';

export interface Request {
  readonly name: string;
  readonly operation: Pick<OperatorOperation, 'input' | 'output' | 'about'>;
  readonly actor: Actor;
  /** The values with resolved project IDs. */
  readonly values: Values;
  /** The project of an operation within a project. */
  readonly projectId?: string;
  /** The fields that could be parsed. */
  readonly input: Readonly<Record<string, unknown>>;
}

const SERVER_ERRORS = 500;

export async function journaled<T>(
  app: App,
  requested: Request,
  work: () => Promise<T>,
): Promise<T> {
  const { id, ...about } = await begin(app, requested);
  let output: T;
  try {
    output = await work();
  } catch (error) {
    await end(app, { id, requested }, () => resultOf(error));
    throw error;
  }
  await end(app, { id, requested }, () => ({
    result: 'done',
    ...madeBy(requested.operation, output),
  }));
  await report(app, about);
  return output;
}

interface Begun {
  readonly id: string;
  readonly projectId: string | null;
  readonly objectType: string | null;
  readonly objectId: string | null;
}

async function begin(app: App, requested: Request): Promise<Begun> {
  const { name, operation, actor, input, values } = requested;
  const object = await objectFacts(app, operation.about, { ...input, [SELF]: actor.userId });
  const reason = values['reason'];
  const projectId = requested.projectId ?? projectOf(requested) ?? object.projectId;
  const begun = {
    actor: { ...actor, name: storableText(actor.name) },
    operation: name,
    projectId,
    objectType: object.type,
    objectId: object.id,
    before: mayBeRead(object, requested, projectId) ? object.before : null,
    input: inputWithoutSecrets(operation.input, values),
    reason: typeof reason === 'string' ? storableText(reason) : null,
  };
  app.log.info({ operation: name, actor: actor.name, reason: begun.reason }, 'by the operator');
  return { ...begun, id: await noteBegin(app, begun) };
}

/** A project's members can read its entries, so objects of other projects must not appear in them. */
function mayBeRead(object: ObjectFacts, { projectId: within }: Request, line: string | null) {
  return object.projectId === line || (object.projectId === null && within === undefined);
}

/** Updates open screens immediately. A lost notification only delays the update. */
async function report(app: App, { projectId, objectType, objectId }: Omit<Begun, 'id'>) {
  const type = changedTypes.find((each) => each === objectType) ?? 'other';
  await notifyChanged(app.db, [{ projectId, type, id: objectId }]).catch((error: unknown) =>
    app.log.warn({ err: error }, 'change not sent to screens'),
  );
}

/**
 * The operation has succeeded and its secrets are shown only once, so a failure to write the audit log must not discard
 * them.
 */
async function end(
  app: App,
  { id, requested }: { id: string; requested: Request },
  result: () => Result,
): Promise<void> {
  try {
    await noteEnd(app, id, result());
  } catch (error) {
    const facts = { err: error, journal: id, operation: requested.name };
    app.log.error(facts, 'audit log entry has no result');
  }
}

function projectOf({ operation, input }: Request): string | null {
  for (const [name, field] of Object.entries(operation.input)) {
    const value = input[name];
    if (isProjectField(field) && typeof value === 'string' && isUuid(value)) return value;
  }
  return null;
}

function resultOf(error: unknown): Result {
  if (!(error instanceof AppError))
    return {
      result: 'failed',
      code: error instanceof Error ? error.name : 'unknown',
      problems: [],
    };
  return {
    result: error.status < SERVER_ERRORS ? 'refused' : 'failed',
    code: error.code,
    problems: error.details.map(({ target, code }) => ({ field: target, code })),
  };
}

function madeBy({ about, output: schema }: Request['operation'], output: unknown) {
  const row = output as Readonly<Record<string, unknown>>;
  const made = about !== undefined && 'output' in about ? row[about.output] : undefined;
  const objectId = made === undefined || made === null ? null : String(made);
  const projectId = about?.type === 'project' ? objectId : null;
  return { made: { projectId, objectId }, after: outputWithoutSecrets(schema, output) };
}
