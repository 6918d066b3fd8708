// The permissions of shop keys, as the plugins of BTCPay Server name them (docs/plugins.md).
const STORE = 'btcpay.store.';

/** What a shop may ask for, and what it allows besides itself. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  canviewinvoices: [],
  cancreateinvoice: [],
  canmodifyinvoices: ['canviewinvoices', 'cancreateinvoice'],
  canviewstoresettings: ['canviewinvoices', 'canviewpullpayments'],
  // Changes nothing. Plugins ask for it to prove that the key belongs to the owner of the store.
  canmodifystoresettings: [
    'canviewstoresettings',
    'canmodifyinvoices',
    'webhooks.canmodifywebhooks',
  ],
  'webhooks.canmodifywebhooks': [],
  canviewpullpayments: [],
  cancreatenonapprovedpullpayments: ['canviewpullpayments'],
};

/** What most plugins compare their key with, as a set. */
export const USUAL_SHOP_PERMISSIONS: readonly string[] = [
  'canviewinvoices',
  'cancreateinvoice',
  'canviewstoresettings',
  'canmodifyinvoices',
  'webhooks.canmodifywebhooks',
].map((name) => STORE + name);

export type Allowed =
  | 'canviewinvoices'
  | 'cancreateinvoice'
  | 'canmodifyinvoices'
  | 'canviewstoresettings'
  | 'webhooks.canmodifywebhooks'
  | 'canviewpullpayments'
  | 'cancreatenonapprovedpullpayments';

/** All that a key may be given. Approving a payout is not among them. */
export const SHOP_PERMISSIONS: readonly string[] = Object.keys(IMPLIED).map((name) => STORE + name);

/** Whether permissions, as they were granted, allow a call. */
export function allows(granted: readonly string[], wanted: Allowed): boolean {
  return granted.some((policy) => reach(policy.slice(STORE.length), wanted));
}

function reach(name: string, wanted: string): boolean {
  return name === wanted || (IMPLIED[name] ?? []).some((implied) => reach(implied, wanted));
}

export function policyOf(name: Allowed): string {
  return STORE + name;
}

/** As a key shows them: each with its store. */
export function scoped(granted: readonly string[], storeId: string): readonly string[] {
  return granted.map((policy) => `${policy}:${storeId}`);
}
