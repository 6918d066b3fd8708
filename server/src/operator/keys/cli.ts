// Text output of `chaintill keys create|list|revoke`.
import type { AdaptersOf } from '../../cli/adapter.ts';
import type { keysOperations } from './contract.ts';

export const keysAdapters: AdaptersOf<typeof keysOperations> = {
  'keys.create': {
    called: { api_version: '--api-version <1|2>' },
    example: '0199... --api-version 2 --permissions read,write --json',
    show: ({ api_key, api_secret }) =>
      `API key     ${api_key}\nAPI secret  ${api_secret}   (shown once)`,
  },
  'keys.list': { example: '"Corner shop"' },
  'keys.revoke': { example: '0199... DjlHuWlApznJ7vrhPBL0fA', show: ({ key }) => `Revoked ${key}` },
};
