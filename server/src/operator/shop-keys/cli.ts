// Text output of `chaintill shop-keys create|list|revoke`.
import type { AdaptersOf } from '../../cli/adapter.ts';
import type { shopKeysOperations } from './contract.ts';

export const shopKeysAdapters: AdaptersOf<typeof shopKeysOperations> = {
  'shop-keys.create': {
    example: '0199... WooCommerce --json',
    show: ({ server_url, store_id, shop_key }) =>
      `Server URL  ${server_url}\nStore ID    ${store_id}\nAPI key     ${shop_key}   (shown once)`,
  },
  'shop-keys.list': { example: '"Corner shop"' },
  'shop-keys.revoke': {
    example: '0199... 0199...',
    show: ({ id }) => `Revoked ${id}`,
  },
};
