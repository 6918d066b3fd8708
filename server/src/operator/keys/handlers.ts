// API keys of a project: the operator creates and revokes them.

import { createApiKey, listApiKeys, revokeApiKey } from '../../projects/api-keys.ts';
import type { HandlersOf } from '../operator.ts';
import { timeOf, timeOrNull } from '../present.ts';
import type { keysOperations } from './contract.ts';

export const keysHandlers: HandlersOf<typeof keysOperations> = {
  async 'keys.create'(app, input, { actor }) {
    const { key, secret } = await createApiKey(app, input.project, {
      name: input.name ?? 'unnamed',
      apiVersion: input.api_version === '2' ? 2 : 1,
      permissions: input.permissions ?? ['read'],
      ipAllowList: input.ip_allow_list ?? [],
      ...(actor.userId !== undefined && { madeBy: actor.userId }),
    });
    return { api_key: key, api_secret: secret };
  },
  async 'keys.list'(app, { project }) {
    return (await listApiKeys(app, project)).map((row) => ({
      key: row.key,
      name: row.name,
      api_version: row.api_version,
      permissions: [...row.permissions],
      ip_allow_list: [...row.ip_allow_list],
      made_by: row.made_by ?? row.system_user,
      made_by_system_user: row.made_by === null && row.system_user !== null,
      created_at: timeOf(row.created_at),
      used_at: timeOrNull(row.used_at),
      revoked_at: timeOrNull(row.revoked_at),
    }));
  },
  async 'keys.revoke'(app, { project, key }) {
    await revokeApiKey(app, project, key);
    return { project_id: project, key };
  },
};
