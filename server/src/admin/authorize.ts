// Authorizes an operation by the person's role in the instance, or by their roles in the one project that it concerns.
// Objects of other projects are reported as not found.
import { type FoundBy, ofProjects, permissionInProject } from '../contract/operator/of-projects.ts';
import { type OperatorName, operatorOperations } from '../contract/operator/operations.ts';
import { needsStepUp } from '../contract/roles.ts';
import { notFound } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { objectFacts } from '../operator/object-facts.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { findProblems, type Values } from '../operator/perform.ts';
import { forbidden, insistOnStepUpOfValid, type Person, permissionsIn } from './person.ts';

export interface Authorized {
  readonly values: Values;
  /** The project to which the operation is limited, for a person without instance-wide permission. */
  readonly within?: string;
}

/** Errors: 403 `forbidden`, `step_up_needed`; 404. */
export async function authorize(
  app: OperatorApp,
  person: Person,
  { name, values }: { name: OperatorName; values: Values },
): Promise<Authorized> {
  const { permission } = operatorOperations[name];
  const allowed = person.everywhere.has(permission)
    ? { values }
    : await withinProject(app, person, { name, values });
  if (name === 'keys.create') insistOnOwnRights(person, allowed.values);
  if (needsStepUp(permission))
    await insistOnStepUpOfValid(person, () => findProblems(app, name, allowed.values));
  return allowed;
}

async function withinProject(
  app: OperatorApp,
  person: Person,
  { name, values }: { name: OperatorName; values: Values },
): Promise<Authorized> {
  const foundBy = ofProjects[name];
  const permission = permissionInProject(name);
  if (foundBy === undefined || permission === null) throw forbidden();
  const projectId = await projectOf(app, person, { foundBy, values });
  const place = projectId === null ? undefined : person.places.get(projectId);
  // A person with instance-wide read access may know that the object exists.
  if (projectId === null || place === undefined)
    throw person.everywhere.size > 0 ? forbidden() : notFound();
  if (!place.permissions.has(permission)) throw forbidden();
  return {
    values: foundBy === 'project' ? { ...values, project: projectId } : values,
    within: projectId,
  };
}

/** Only by ID: resolving a name would reveal that the project exists. A person's only project may be omitted. */
async function projectOf(
  app: OperatorApp,
  { places }: Person,
  { foundBy, values }: { foundBy: FoundBy; values: Values },
): Promise<string | null> {
  if (foundBy === 'project') {
    const [only] = places.size === 1 ? places.keys() : [];
    const named = values['project'] ?? only;
    return typeof named === 'string' ? named.toLowerCase() : null;
  }
  const id = values[foundBy.field];
  if (typeof id !== 'string' || !isUuid(id)) return null;
  return (await objectFacts(app, { type: foundBy.type, input: foundBy.field }, values)).projectId;
}

/** A key with more permissions than its creator would bypass the creator's role. */
function insistOnOwnRights(person: Person, { project, permissions }: Values): void {
  const wanted = Array.isArray(permissions) ? permissions : ['read'];
  const own = permissionsIn(person, typeof project === 'string' ? project : null);
  if (wanted.some((each) => !own.has(each))) throw forbidden();
}
