// Text output of `chaintill keys create|list|revoke`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { keysOperations } from './contract.ts';

export const keysAdapters: AdaptersOf<typeof keysOperations> = {
  'keys.create': {
    arguments: ['project'],
    called: { api_version: '--api-version <1|2>' },
    example: 'chaintill keys create 0199... --api-version 2 --permissions read,write --json',
    show: ({ api_key, api_secret }) =>
      `API key     ${api_key}\nAPI secret  ${api_secret}   (shown once)`,
  },
  'keys.list': {
    arguments: ['project'],
    example: 'chaintill keys list "Corner shop"',
    show: table,
  },
  'keys.revoke': {
    arguments: ['project', 'key'],
    example: 'chaintill keys revoke 0199... DjlHuWlApznJ7vrhPBL0fA',
    show: ({ key }) => `Revoked ${key}`,
  },
};
