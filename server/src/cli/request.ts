// `chaintill request METHOD PATH [BODY]`: a curl for this API that signs the request.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../coins/read-config.ts';
import { wallNow } from '../core/clock.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { apiError } from '../core/errors.ts';
import { sign, stringToSign } from '../http/signature.ts';
import { readCredentials } from '../sandbox/demo-project.ts';
import { action, example, note, print } from './run.ts';

export interface RequestCredentials {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

interface SignedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * From CHAINTILL_API_KEY and CHAINTILL_API_SECRET, otherwise from the sandbox's credentials file. Calls the service on
 * this machine unless another one is specified.
 */
export function findCredentials(overrides: {
  baseUrl?: string | undefined;
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
    throw apiError('no_credentials', { folder: resolve(config.dataDir) });
  }
  return { baseUrl, apiKey, apiSecret };
}

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
  const { method, target } = request;
  const text = stringToSign({ method, contentType, date, target, body });
  if (!target.startsWith('/')) throw apiError('bad_request.path_without_slash');
  const response = await fetch(credentials.baseUrl + target, {
    method,
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

interface Options {
  readonly baseUrl?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly apiVersion?: string;
  readonly idempotencyKey?: string;
  readonly include?: boolean;
}

export function addRequestCommand(program: Command): void {
  program
    .command('request <method> <path> [body]')
    .description('Sign an API request, send it and print the response')
    .option('--base-url <url>', 'URL of the service')
    .option('--key <key>', 'API key')
    .option('--secret <secret>', 'API secret (prefer CHAINTILL_API_SECRET)')
    .option('--api-version <1|2>', "API version, if not the key's own")
    .option('--idempotency-key <text>', 'make a repeated POST safe')
    .option('-i, --include', 'also print status and headers')
    .addHelpText(...example('request GET "/api/transactions?currency=EUR"'))
    .action(action(request));
}

async function request(
  method: string,
  path: string,
  body: string | undefined,
  options: Options,
): Promise<void> {
  const answer = await signedFetch(findCredentials(options), {
    method: method.toUpperCase(),
    target: path,
    headers: {
      ...(options.apiVersion !== undefined && { 'api-version': options.apiVersion }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(body === undefined ? {} : { body }),
  });
  if (options.include === true) {
    note(`HTTP ${answer.status}`);
    for (const [name, value] of answer.headers) note(`${name}: ${value}`);
    note('');
  }
  print(pretty(answer.text));
  if (answer.status >= 400) process.exitCode = 1;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
