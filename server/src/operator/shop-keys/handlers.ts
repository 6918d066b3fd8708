// Keys of shops: made, listed, revoked.
import { SHOP_FINDINGS } from '../../contract/shop-findings.ts';
import { USUAL_SHOP_PERMISSIONS } from '../../contract/shop-permissions.ts';
import { createShopKey, listShopKeys, revokeShopKey } from '../../projects/shop-keys.ts';
import { checkConnection } from '../../shops/check-connection.ts';
import { webhookUses } from '../../shops/webhooks.ts';
import type { HandlersOf } from '../operator.ts';
import type { shopKeysOperations } from './contract.ts';

export const shopKeysHandlers: HandlersOf<typeof shopKeysOperations> = {
  async 'shop-keys.create'(app, { project, name, permissions }, { actor }) {
    const { id, key } = await createShopKey(app, project, {
      name,
      permissions: permissions ?? USUAL_SHOP_PERMISSIONS,
      madeBy: actor.userId ?? null,
    });
    return { id, server_url: app.publicUrl.value, store_id: project, shop_key: key };
  },
  'shop-keys.list': (app, { project }) => listShopKeys(app, project),
  'shop-keys.webhooks': (app, { project }) => webhookUses(app.db, project),
  async 'shop-keys.test'(app, { project }) {
    const found = await checkConnection(app, project);
    const findings = found.map((finding) => ({
      ...finding,
      severity: SHOP_FINDINGS[finding.kind],
    }));
    return { project_id: project, findings };
  },
  async 'shop-keys.revoke'(app, { project, key_id: id }) {
    await revokeShopKey(app, project, id);
    return { id };
  },
};
