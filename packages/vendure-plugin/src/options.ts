// What the shop's owner configures, and the client that is made of it. A wrong value stops the start of the shop with a
// sentence that says what to change.
import { type Client, createClient } from '@chaintill/client';

export interface ChaintillOptions {
  /** Address of your Chaintill, such as `https://pay.example.com`. */
  readonly url: string;
  /** API key of the project, which may create checkouts and refunds. */
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Secret of the callback endpoint. During a rotation, the new and the old one. */
  readonly callbackSecret: string | readonly [string, string];
  /** Page of your storefront to which the customer returns, paid or not. Without it, the payment page stays open. */
  readonly returnUrl?: (order: { readonly code: string }) => string;
  /** Seconds for which an order can be paid: 300 to 2,592,000. Default: 3600. */
  readonly expiresIn?: number;
  /** Coins to choose from, in this order. Default: all coins of the project. */
  readonly payCurrencies?: readonly { readonly currency: string; readonly network?: string }[];
}

const TEXTS = ['url', 'apiKey', 'apiSecret'] as const;
const EXPIRES_IN = { min: 300, max: 2_592_000 };
/** A customer waits, and the order is locked meanwhile. */
const TIMEOUT_MILLISECONDS = 10_000;
const RETRIES_MAX = 1;

export function createClientOf(options: ChaintillOptions): Client {
  checkOptions(options);
  return createClient({
    baseUrl: options.url,
    apiKey: options.apiKey,
    apiSecret: options.apiSecret,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    retriesMax: RETRIES_MAX,
  });
}

export const secretsOf = ({ callbackSecret }: ChaintillOptions): readonly string[] =>
  typeof callbackSecret === 'string' ? [callbackSecret] : callbackSecret;

function checkOptions(options: ChaintillOptions): void {
  for (const name of TEXTS) if (!isFilled(options[name])) fail(`set ${name}`);
  if (!/^https?:\/\/[^/]/.test(options.url)) fail('url must begin with https:// (or http://)');
  const secrets = secretsOf(options);
  if (!Array.isArray(secrets) || secrets.length === 0 || !secrets.every(isFilled))
    fail('set callbackSecret');
  const { expiresIn } = options;
  if (expiresIn !== undefined && !isBetween(expiresIn, EXPIRES_IN))
    fail(`expiresIn must be a whole number from ${EXPIRES_IN.min} to ${EXPIRES_IN.max}`);
}

const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const isBetween = (value: number, { min, max }: { min: number; max: number }) =>
  Number.isInteger(value) && value >= min && value <= max;

function fail(what: string): never {
  throw new Error(`chaintillPlugin: ${what}`);
}
