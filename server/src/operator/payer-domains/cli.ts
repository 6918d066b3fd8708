// Text output of `chaintill payer-domains show|set|check|remove`.
import type { AdaptersOf } from '../../cli/adapter.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { fill } from '../../core/texts/fill.ts';
import { textsOf } from '../../core/texts/texts.ts';
import type { payerDomainsOperations } from './contract.ts';

type Shown = OutputOf<(typeof payerDomainsOperations)['payer-domains.show']>;

export const payerDomainsAdapters: AdaptersOf<typeof payerDomainsOperations> = {
  'payer-domains.show': { example: '"Corner shop"', show: textOf },
  'payer-domains.set': { example: '0199... pay.shop.example', show: textOf },
  'payer-domains.check': {
    example: '0199...',
    show: textOf,
    isBad: ({ problem }) => problem !== null,
  },
  'payer-domains.remove': { example: '0199...', show: textOf },
};

function textOf({ domain, pages_url: url, verified_at: at, problem, detail }: Shown): string {
  const status = at === null ? 'not verified' : `verified ${at}`;
  const { problems, reasons } = textsOf('projects', 'en').domain;
  const reason = reasons[detail as keyof typeof reasons] ?? detail;
  return [
    `Domain  ${domain === null ? '-' : `${domain} (${status})`}`,
    `Pages   ${url}`,
    ...(problem === null ? [] : [`BAD     ${fill(problems[problem], { domain, detail: reason })}`]),
  ].join('\n');
}
