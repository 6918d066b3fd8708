// On other objects customer_id is a free-form reference (the API only calls it a "reference ID"). A project setting
// makes it strict.
import type { App } from '../app.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import type { Project } from '../projects/project.ts';

/** Throws 422 `customer_not_found` when the project is strict and has no such customer. */
export async function checkCustomer(
  app: App,
  project: Project,
  customerId: string | undefined,
): Promise<void> {
  const problems = await customerProblems(app, project, customerId);
  if (problems.length > 0) throw invalid(...problems);
}

export async function customerProblems(
  app: App,
  project: Project,
  customerId: string | undefined,
): Promise<ErrorDetail[]> {
  if (customerId === undefined || project.settings.strictCustomers !== true) return [];
  const rows = await app.db.query('select 1 from customers where project_id = $1 and id = $2', [
    project.id,
    customerId,
  ]);
  return rows.length === 0 ? [rule.customerNotFound('customer_id')] : [];
}
