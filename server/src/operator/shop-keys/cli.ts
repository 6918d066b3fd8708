// Text output of `chaintill shop-keys create|list|webhooks|test|revoke`.
import type { AdaptersOf } from '../../cli/adapter.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { fill } from '../../core/texts/fill.ts';
import { textsOf } from '../../core/texts/texts.ts';
import type { shopKeysOperations } from './contract.ts';

export const shopKeysAdapters: AdaptersOf<typeof shopKeysOperations> = {
  'shop-keys.create': {
    example: '0199... WooCommerce --json',
    show: ({ server_url, store_id, shop_key }) =>
      `Server URL  ${server_url}\nStore ID    ${store_id}\nAPI key     ${shop_key}   (shown once)`,
  },
  'shop-keys.list': { example: '"Corner shop"' },
  'shop-keys.webhooks': { example: '"Corner shop"' },
  'shop-keys.test': {
    example: '"Corner shop"',
    show: ({ findings }) => findings.map(lineOf).join('\n'),
    isBad: ({ findings }) => findings.some(({ severity }) => severity === 'bad'),
  },
  'shop-keys.revoke': {
    example: '0199... 0199...',
    show: ({ id }) => `Revoked ${id}`,
  },
};

type Finding = OutputOf<(typeof shopKeysOperations)['shop-keys.test']>['findings'][number];

const MARKS = { ok: 'ok  ', careful: 'NOTE', bad: 'BAD ' } as const;

function lineOf({ kind, severity, about, detail }: Finding): string {
  const { failures } = textsOf('callbacks', 'en');
  const values = { about, detail: fill(failures[detail as keyof typeof failures] ?? detail ?? '') };
  return `${MARKS[severity]} ${fill(textsOf('keys', 'en').findings[kind], values)}`;
}
