// Queries of the members screen.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, wholeList } from '../../shared/queries.ts';

export type Member = OperatorApi['members.list']['output'][number];

export function memberList(project: string) {
  return listOptions(['member', project], async (_after, signal) =>
    wholeList(await operator('members.list', { project }, { signal })),
  );
}
