// `chaintill keys create|list|revoke`.
import type { Command } from 'commander';
import type { Permission } from '../contract/operation.ts';
import { invalid, rule } from '../core/errors.ts';
import { isAllowListEntry } from '../http/ip-allow-list.ts';
import { createApiKey, listApiKeys, permissions, revokeApiKey } from '../projects/api-keys.ts';
import { findProjectId } from './find-project.ts';
import { action, print, printRows, withApp } from './run.ts';

interface CreateOptions {
  readonly name: string;
  readonly apiVersion: string;
  readonly permissions: string;
  readonly ipAllowList?: string;
  readonly json?: boolean;
}

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('API keys of a project');
  keys
    .command('create <project_id>')
    .description('Make an API key; its secret is shown once')
    .option('--name <text>', 'what it is for', 'unnamed')
    .option('--api-version <1|2>', 'dialect that the key speaks', '1')
    .option('--permissions <list>', 'comma-separated: read, write, payout', 'read')
    .option('--ip-allow-list <list>', 'comma-separated addresses or ranges it may be used from')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill keys create 0199... --api-version 2 --permissions read,write --json',
    )
    .action(
      action((projectId: string, options: CreateOptions) =>
        withApp(async (app) => {
          const wish = { name: options.name, ...readWish(options) };
          const key = await createApiKey(app, await findProjectId(app, projectId), wish);
          if (options.json) print(JSON.stringify({ api_key: key.key, api_secret: key.secret }));
          else print(`API key     ${key.key}\nAPI secret  ${key.secret}   (shown once)`);
        }),
      ),
    );
  keys
    .command('list <project_id>')
    .description('List the keys of a project')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill keys list 0199...')
    .action(
      action((projectId: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listApiKeys(app, await findProjectId(app, projectId));
          printRows(
            rows.map((row) => ({
              key: row.key,
              name: row.name,
              api_version: row.api_version,
              permissions: row.permissions.join(','),
              ip_allow_list: row.ip_allow_list.join(','),
              created_at: row.created_at.toISOString(),
              revoked_at: row.revoked_at?.toISOString() ?? null,
            })),
            options.json === true,
          );
        }),
      ),
    );
  keys
    .command('revoke <project_id> <key>')
    .description('Revoke a key; every process refuses it within seconds')
    .addHelpText('after', '\nExample:\n  chaintill keys revoke 0199... DjlHuWlApznJ7vrhPBL0fA')
    .action(
      action((projectId: string, key: string) =>
        withApp(async (app) => {
          await revokeApiKey(app, await findProjectId(app, projectId), key);
          print(`Revoked ${key}`);
        }),
      ),
    );
}

function readWish(options: CreateOptions) {
  const split = (text: string) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const wanted = split(options.permissions);
  const unknown = wanted.filter((item) => !permissions.includes(item as Permission));
  if (unknown.length > 0) throw invalid(rule.oneOf('permissions', permissions));
  if (options.apiVersion !== '1' && options.apiVersion !== '2')
    throw invalid(rule.oneOf('api-version', ['1', '2']));
  const ipAllowList = split(options.ipAllowList ?? '');
  const wrong = ipAllowList.find((entry) => !isAllowListEntry(entry));
  if (wrong !== undefined)
    throw invalid(rule.oneOf('ip-allow-list', ['an address', 'a range such as 10.0.0.0/8']));
  return {
    apiVersion: options.apiVersion === '2' ? (2 as const) : (1 as const),
    permissions: wanted as Permission[],
    ipAllowList,
  };
}
