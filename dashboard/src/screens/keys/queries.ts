// Queries of the API keys screen.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, wholeList } from '../../shared/queries.ts';

export type ApiKey = OperatorApi['keys.list']['output'][number];
type NewKey = Omit<OperatorApi['keys.create']['input'], 'project'>;

export function keyList(project: string) {
  return listOptions(['api_key', project, 'list'], async (_after, signal) =>
    wholeList((await operator('keys.list', { project }, { signal })).toReversed()),
  );
}

export function createKey(project: string, key: NewKey, confirms: string) {
  return operator('keys.create', { project, ...key }, { confirms });
}

export function revokeKey(project: string, key: string, confirms: string) {
  return operator('keys.revoke', { project, key }, { confirms });
}
