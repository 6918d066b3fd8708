// Checks a request's HMAC credential, date and IP address (wire.md part 2 (a)). The client gets the same 401 for
// every failure. Only the log and the sandbox's response contain the reason.
import type { App } from '../app.ts';
import type { Operation } from '../contract/operation.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { type AppError, apiError } from '../core/errors.ts';
import { isInIpRanges } from '../core/ip-ranges.ts';
import { sitePath } from '../core/site-path.ts';
import { findApiKey, type KnownKey } from '../projects/api-keys.ts';
import { type Claim, parseAuthorization, parseRequestDate, verifySignature } from './signature.ts';

export interface KeyCache {
  find(key: string): Promise<KnownKey | null>;
  /** Whether the cache has the key, without a query. The key may have been revoked since. */
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

export interface SignedRequest {
  readonly method: string;
  /** As received: path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly ip: string;
  /** Length of `target` before the merchant-defined id that ends its path; null if there is none. */
  readonly ownIdAt: number | null;
}

export interface Authenticated {
  readonly key: KnownKey;
  readonly signature: string;
}

export async function authenticate(
  app: App,
  keys: KeyCache,
  request: SignedRequest,
): Promise<Authenticated> {
  const credential = parseAuthorization(single(request.headers['authorization']));
  if (credential === null)
    throw unauthenticated('no Authorization header of the form HMAC <key>:<signature>');
  const by = { key: credential.key };
  const date = single(request.headers['date']);
  if (date === undefined) throw unauthenticated('no Date header', by);
  checkDate(app, date, by);
  const key = await keys.find(credential.key);
  if (key === null) throw unauthenticated('unknown or revoked API key', by);
  const verdict = verifyBelow(sitePath(app.config), {
    secret: key.secret,
    signature: credential.signature,
    method: request.method,
    contentType: single(request.headers['content-type']) ?? '',
    date,
    target: request.target,
    body: request.body,
    ownIdAt: request.ownIdAt,
  });
  if (!verdict.isValid) {
    throw unauthenticated('the signature does not match', by, {
      string_to_sign: verdict.stringToSign,
      received_signature: credential.signature,
    });
  }
  return { key, signature: credential.signature };
}

export function authorize(key: KnownKey, operation: Operation, ip: string): void {
  if (!isAddressAllowed(ip, key.ipAllowList)) {
    throw apiError('ip_not_allowed', { ip }, { log: { ip } });
  }
  if (!key.permissions.has(operation.permission)) {
    throw apiError(
      'unauthorized.permission',
      { permission: operation.permission },
      { log: { missing: operation.permission } },
    );
  }
}

interface By {
  readonly key: string;
}

function unauthenticated(
  reason: string,
  by: By | null = null,
  hint: Readonly<Record<string, unknown>> = {},
): AppError {
  return apiError(
    'unauthenticated',
    {},
    {
      log: { reason, ...(by === null ? {} : { api_key: shown(by.key) }) },
      hint: { reason, ...hint },
    },
  );
}

/** 16 bytes in base64url (projects/api-keys.ts). */
const KEY_LENGTH = 22;
const SHOWN_OF_OTHERS = 6;

/** Text longer than a key is shortened, because it may be a secret that was sent by mistake. */
function shown(key: string): string {
  return key.length <= KEY_LENGTH ? key : `${key.slice(0, SHOWN_OF_OTHERS)}...`;
}

function checkDate(app: App, date: string, by: By): void {
  const time = parseRequestDate(date);
  if (time === null) throw unauthenticated('the Date header is not a date', by, { date });
  const skew = Math.abs(wallNow() - time);
  if (skew > app.config.dateSkewSeconds * SECOND) {
    throw unauthenticated('the Date header is too far from the server clock', by, {
      date,
      server_date: new Date(wallNow()).toUTCString(),
    });
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function isAddressAllowed(ip: string, list: readonly string[]): boolean {
  return list.length === 0 || isInIpRanges(ip, list);
}

/** A client signs the target relative to its base URL, with or without the base path. */
function verifyBelow(path: string, claim: Claim): ReturnType<typeof verifySignature> {
  const verdict = verifySignature(claim);
  if (verdict.isValid || path === '') return verdict;
  const { ownIdAt = null } = claim;
  const { isValid } = verifySignature({
    ...claim,
    target: `${path}${claim.target}`,
    ownIdAt: ownIdAt === null ? null : ownIdAt + path.length,
  });
  return { ...verdict, isValid };
}
