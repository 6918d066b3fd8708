// `chaintill request METHOD PATH [BODY]`: a curl for this API that signs the request.
import type { Command } from 'commander';
import { action, note, print } from './run.ts';
import { findCredentials, signedFetch } from './signed-fetch.ts';

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
    .addHelpText('after', '\nExample:\n  chaintill request GET "/api/transactions?currency=EUR"')
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
      ...(options.apiVersion === undefined ? {} : { 'api-version': options.apiVersion }),
      ...(options.idempotencyKey === undefined
        ? {}
        : { 'idempotency-key': options.idempotencyKey }),
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
