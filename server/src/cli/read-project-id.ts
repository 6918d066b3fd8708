// The project id of a command line, in the spelling of the database.
import { invalid, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';

/** Errors: 422 for what is no UUID. */
export function readProjectId(text: string): string {
  if (!isUuid(text)) throw invalid(rule.uuid('project_id'));
  return text.toLowerCase();
}
