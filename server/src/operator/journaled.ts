// Does something with a line in the journal: stored before it begins, as a process can be cut at any moment, and again
// when it has ended. What has no second line was cut, or still runs.
import type { App } from '../app.ts';
import { isProjectField } from '../contract/operator/fields.ts';
import { type Actor, type OperatorOperation, SELF } from '../contract/operator/operation.ts';
import { AppError } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { changedTypes, notifyChanged } from '../db/changed.ts';
import { noteBegin, noteEnd, type Result } from '../journal/store.ts';
import type { Values } from './find-projects.ts';
import { type ObjectFacts, objectFacts } from './object-facts.ts';
import { inputWithoutSecrets, outputWithoutSecrets, storableText } from './without-secrets.ts';

export interface Request {
  readonly name: string;
  readonly operation: Pick<OperatorOperation, 'input' | 'output' | 'about'>;
  readonly actor: Actor;
  /** With ids of projects, as they were found. */
  readonly values: Values;
  /** Of what is asked for within a project. */
  readonly projectId?: string;
  /** The fields that could be read. */
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
    outcome: 'done',
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
    ...{ actor: { ...actor, name: storableText(actor.name) }, operation: name },
    projectId,
    ...{ objectType: object.type, objectId: object.id },
    before: mayBeRead(object, requested, projectId) ? object.before : null,
    input: inputWithoutSecrets(operation.input, values),
    reason: typeof reason === 'string' ? storableText(reason) : null,
  };
  app.log.info({ operation: name, actor: actor.name, reason: begun.reason }, 'by the operator');
  return { ...begun, id: await noteBegin(app, begun) };
}

/** The people of a project read its lines: an object of another one stands in none of them. */
function mayBeRead(object: ObjectFacts, { projectId: within }: Request, line: string | null) {
  return object.projectId === line || (object.projectId === null && within === undefined);
}

/** Screens of others show it at once; what is not told is seen later. */
async function report(app: App, { projectId, objectType, objectId }: Omit<Begun, 'id'>) {
  const type = changedTypes.find((each) => each === objectType) ?? 'other';
  await notifyChanged(app.db, [{ projectId, type, id: objectId }]).catch((error: unknown) =>
    app.log.warn({ err: error }, 'screens are not told of a change'),
  );
}

/** That it was done is true, and its secrets are shown once: a journal that cannot take it now must not hide them. */
async function end(
  app: App,
  { id, requested }: { id: string; requested: Request },
  outcome: () => Result,
): Promise<void> {
  try {
    await noteEnd(app, id, outcome());
  } catch (error) {
    const facts = { err: error, journal: id, operation: requested.name };
    app.log.error(facts, 'the journal does not say how it ended');
  }
}

/** The project that the input names. */
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
      outcome: 'failed',
      code: error instanceof Error ? error.name : 'unknown',
      problems: [],
    };
  return {
    outcome: error.status < SERVER_ERRORS ? 'refused' : 'failed',
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
