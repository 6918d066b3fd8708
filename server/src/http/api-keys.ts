// The keys that sign requests, cached for a few seconds with their decrypted secrets, so that a request needs no query.
// Revoking a key notifies every process; the cache lifetime is the fallback.
import type { App } from '../app.ts';
import type { Permission } from '../contract/operation.ts';
import { wallNow } from '../core/clock.ts';
import { findApiKey } from '../projects/api-keys.ts';
import type { Project } from '../projects/project.ts';
import type { ApiVersion } from './versions.ts';

export interface KnownKey {
  readonly id: string;
  /** The public part of the key. */
  readonly key: string;
  readonly project: Project;
  readonly secret: string;
  readonly apiVersion: ApiVersion;
  readonly permissions: ReadonlySet<Permission>;
  readonly ipAllowList: readonly string[];
}

export interface KeyCache {
  find(key: string): Promise<KnownKey | null>;
  /** Answers from the cache, without a query: whether the key was found before. It may have been revoked since. */
  wasFound(key: string): boolean;
  clear(): void;
}

const LIFETIME_MILLISECONDS = 5000;
const KEYS_MAX = 10_000;

export function keyCache(app: App): KeyCache {
  let cache = new Map<string, { until: number; key: KnownKey | null }>();
  return {
    async find(key) {
      const known = cache;
      const cached = known.get(key);
      if (cached !== undefined && cached.until > wallNow()) return cached.key;
      const found = await findApiKey(app, key);
      if (known.size >= KEYS_MAX) known.clear();
      // A lookup that started before a change must not fill the cache after it was cleared.
      known.set(key, { until: wallNow() + LIFETIME_MILLISECONDS, key: found });
      return found;
    },
    wasFound: (key) => (cache.get(key)?.key ?? null) !== null,
    clear() {
      cache = new Map();
    },
  };
}
