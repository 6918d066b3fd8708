// Queries of the users screen: who may operate the instance, and their roles.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, wholeList } from '../../shared/queries.ts';

export type User = OperatorApi['users.list']['output'][number];
export type InstallationRole = NonNullable<OperatorApi['users.set-role']['input']['role']>;

export const userKey = ['user'] as const;

export const userList = listOptions([...userKey, 'list'], async (_after, signal) =>
  wholeList(await operator('users.list', {}, { signal })),
);
