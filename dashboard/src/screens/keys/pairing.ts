// What a plugin asks for when it leads the browser to the dashboard (docs/plugins.md).
import { SHOP_PERMISSIONS } from '../../../../server/src/contract/shop-permissions.ts';
import type { OperatorApi } from '../../shared/api-types.ts';

export type ShopPermission = NonNullable<
  OperatorApi['shop-keys.create']['input']['permissions']
>[number];

export interface Pairing {
  readonly name: string;
  /** Where the key is sent. Null: it is shown here, to be copied. */
  readonly redirect: URL | null;
  /** The plugin named an address to which a key must not be sent. */
  readonly isMisdirected: boolean;
  /** Each once, in the order of the request. */
  readonly permissions: readonly ShopPermission[];
  /** Asked for, but never given to shops. */
  readonly refused: readonly string[];
  /** All permissions or none. */
  readonly isStrict: boolean;
  /** The only project that the plugin accepts. */
  readonly project: string | null;
}

const NAME_LENGTH_MAX = 255;

/** `query` is that of the plugin's link, as it was written. */
export function readPairing(query: string): Pairing {
  const asked = new URLSearchParams(query);
  const policies = [...asked.getAll('permissions'), ...asked.getAll('permissions[]')];
  const names = [...new Set(policies.map((policy) => policy.split(':')[0] ?? ''))];
  const target = asked.get('redirect') ?? '';
  const redirect = webAddress(target);
  return {
    name: (asked.get('applicationName') ?? '').trim().slice(0, NAME_LENGTH_MAX),
    redirect,
    isMisdirected: target !== '' && redirect === null,
    permissions: names.filter(isGiven),
    refused: names.filter((name) => name !== '' && !isGiven(name)),
    isStrict: asked.get('strict')?.toLowerCase() !== 'false',
    project: policies.map((policy) => policy.split(':')[1]).find(Boolean) ?? null,
  };
}

function isGiven(name: string): name is ShopPermission {
  return SHOP_PERMISSIONS.includes(name);
}

function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/** The key would cross the network in the clear. Developers run their shop on their own machine. */
export function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname);
}
