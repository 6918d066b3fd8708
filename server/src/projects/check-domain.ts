// Proves that a domain leads to this instance, and that proxies pass its name on. The request takes the way of a payer,
// with the rules of webhooks: it cannot reach an internal address.
import { createHmac } from 'node:crypto';
import type { App, Instance } from '../app.ts';
import { hostName, siteAt } from '../core/payer-site.ts';
import { guardedPost, type PostResult } from '../events/guarded-post.ts';
import { type CheckedDomain, noteCheck, type PayerDomainRow } from './payer-domains.ts';

export const PROOF_PATH = '/.well-known/chaintill-domain';

export interface DomainProof {
  /** As the service received it. */
  readonly host: string;
  readonly proof: string;
}

const HOST_LENGTH_MAX = 300;

export function proofOf({ intentKey }: Pick<Instance, 'intentKey'>, header = ''): DomainProof {
  const host = hostName(header).slice(0, HOST_LENGTH_MAX);
  const proof = createHmac('sha256', intentKey).update(`payer domain ${host}`).digest('base64url');
  return { host, proof };
}

/** Names of this machine for the sandbox. Not every resolver knows them (RFC 6761, 6.3). */
const LOCAL = /\.localhost$/;
const LOOPBACK = { resolve: async () => ['127.0.0.1'] };

export async function checkDomain(app: App, row: PayerDomainRow): Promise<void> {
  const { rules, callbackAllow } = app.config;
  const outcome = await guardedPost(
    {
      url: siteAt(app.publicUrl.value, row.domain) + PROOF_PATH,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{}',
    },
    {
      allowLoopback: rules.plainCallbacks,
      allowHttp: rules.plainCallbacks,
      allowRanges: callbackAllow,
      ...(LOCAL.test(row.domain) && LOOPBACK),
    },
  );
  await noteCheck(app, row, judge(app, row, outcome));
}

function judge(app: App, { domain }: PayerDomainRow, outcome: PostResult): CheckedDomain {
  if (!outcome.ok) return { problem: 'unreachable', detail: outcome.reason };
  const { status, bodyExcerpt } = outcome;
  if (status >= 300 && status < 400) return { problem: 'redirects', detail: String(status) };
  const { host, proof } = readProof(bodyExcerpt);
  if (status !== 200 || proof !== proofOf(app, host).proof)
    return { problem: 'foreign', detail: String(status) };
  return host === domain
    ? { problem: null, detail: null }
    : { problem: 'host_changed', detail: host };
}

function readProof(text: string): DomainProof {
  try {
    const { host, proof } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof host === 'string' && typeof proof === 'string')
      return { host: host.slice(0, HOST_LENGTH_MAX), proof };
  } catch {
    // It is another service.
  }
  return { host: '', proof: '' };
}
