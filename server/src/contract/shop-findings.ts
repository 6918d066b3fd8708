// What a test of the connection of shops can find, with how bad it is. The texts are in `locales/*/keys.json`.

export const SHOP_FINDINGS = {
  /** The address that shops are given. */
  address_answers: 'ok',
  address_unencrypted: 'careful',
  address_redirects: 'bad',
  /** Something else answers there, for example a proxy. */
  address_foreign: 'bad',
  /** From the server itself, which some networks prevent. */
  address_unreachable: 'careful',
  /** A proxy removes the Authorization header. */
  key_removed: 'bad',

  no_key: 'bad',
  key_unused: 'careful',
  key_used: 'ok',

  no_webhook: 'careful',
  webhook_disabled: 'careful',
  webhook_answers: 'ok',
  /** It refuses a test about an invoice that it does not know, which many plugins do. */
  webhook_refuses: 'careful',
  webhook_redirects: 'bad',
  webhook_fails: 'bad',
  webhook_unreachable: 'bad',
  deliveries_waiting: 'careful',
  deliveries_failed: 'bad',
} as const satisfies Readonly<Record<string, 'ok' | 'careful' | 'bad'>>;

export type ShopFindingKind = keyof typeof SHOP_FINDINGS;

export const SHOP_FINDING_KINDS = Object.keys(SHOP_FINDINGS) as readonly ShopFindingKind[];
