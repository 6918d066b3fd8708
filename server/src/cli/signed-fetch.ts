// Signs and sends one request to the service, for `chaintill request` and `chaintill demo`.
import { resolve } from 'node:path';
import { readConfig } from '../coins/read-config.ts';
import { wallNow } from '../core/clock.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { AppError, badRequest } from '../core/errors.ts';
import { sign, stringToSign } from '../http/signature.ts';
import { readCredentials } from '../sandbox/demo-project.ts';

export interface RequestCredentials {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface SignedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * From CHAINTILL_API_KEY and CHAINTILL_API_SECRET, otherwise from the sandbox's credentials file. Calls the service on
 * this machine unless another one is specified.
 */
export function findCredentials(overrides: {
  baseUrl?: string;
  key?: string;
  secret?: string;
}): RequestCredentials {
  const environment = processEnvironment();
  const config = readConfig(environment);
  const stored = readCredentials(config.dataDir);
  const baseUrl =
    overrides.baseUrl ??
    environment['CHAINTILL_BASE_URL'] ??
    stored?.base_url ??
    `http://127.0.0.1:${config.port}`;
  const apiKey = overrides.key ?? environment['CHAINTILL_API_KEY'] ?? stored?.api_key;
  const apiSecret = overrides.secret ?? environment['CHAINTILL_API_SECRET'] ?? stored?.api_secret;
  if (apiKey === undefined || apiSecret === undefined) {
    throw new AppError({
      code: 'no_credentials',
      status: 0,
      message:
        `no credentials in ${resolve(config.dataDir)}. Start the sandbox there first (npm start), or set CHAINTILL_API_KEY ` +
        'and CHAINTILL_API_SECRET',
    });
  }
  return { baseUrl, apiKey, apiSecret };
}

/** The connection fails: the service is stopped or restarting. */
export class ServiceAway extends Error {
  override readonly name = 'ServiceAway';
}

export async function signedFetch(
  credentials: RequestCredentials,
  request: {
    method: string;
    target: string;
    body?: string;
    headers?: Readonly<Record<string, string>>;
  },
): Promise<SignedAnswer> {
  const date = new Date(wallNow()).toUTCString();
  const contentType = 'application/json';
  const body = Buffer.from(request.body ?? '', 'utf8');
  const text = stringToSign({
    method: request.method,
    contentType,
    date,
    target: request.target,
    body,
  });
  if (!request.target.startsWith('/'))
    throw badRequest('the path must start with /, as in /api/accounts');
  const response = await fetch(credentials.baseUrl + request.target, {
    method: request.method,
    headers: {
      ...request.headers,
      authorization: `HMAC ${credentials.apiKey}:${sign(credentials.apiSecret, text)}`,
      'content-type': contentType,
      date,
    },
    ...(body.length === 0 ? {} : { body }),
  }).catch((error: unknown) => {
    const { cause } = error as { cause?: unknown };
    const reason = cause instanceof Error ? cause.message : String(error);
    throw new ServiceAway(
      `cannot reach the service at ${credentials.baseUrl}: ${reason}. Is it running?`,
    );
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
