// `chaintill callbacks set|list|test|rotate|log|show|resend`: where a project is told of events.
import { type Command, Option } from 'commander';
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import {
  createEndpoint,
  finishRotation,
  listEndpoints,
  rotateSecret,
  setEndpoint,
} from '../events/endpoints.ts';
import {
  listDeliveries,
  resendDelivery,
  sendTestCallback,
  showDelivery,
} from '../events/resend.ts';
import { standardWebhooksSecret } from '../events/sign-callback.ts';
import { findProjectId } from './find-project.ts';
import { action, print, printRows, withApp } from './run.ts';

const LOG_ROWS = 50;

export function addCallbacksCommands(program: Command): void {
  const callbacks = program
    .command('callbacks')
    .description('Callbacks: how a project is told of events');
  addEndpointCommands(callbacks);
  addSwitchCommands(callbacks);
  addTestCommand(callbacks);
  addLogCommands(callbacks);
}

function addEndpointCommands(callbacks: Command): void {
  callbacks
    .command('set <project_id> <url>')
    .description(
      "Point the project's callbacks at a URL (--add: at one more); prints the secret of a new endpoint",
    )
    .option('--add', 'add an endpoint instead of changing the first')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill callbacks set 0199... https://shop.example/chaintill',
    )
    .action(
      action((projectId: string, url: string, options: { add?: boolean }) =>
        withApp((app) => set(app, projectId, { url, ...options })),
      ),
    );
  callbacks
    .command('list <project_id>')
    .description('List the endpoints')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill callbacks list 0199...')
    .action(
      action((projectId: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listEndpoints(app, await findProjectId(app, projectId));
          printRows(
            rows.map((row) => ({ id: row.id, url: row.url, enabled: row.is_enabled })),
            options.json === true,
          );
        }),
      ),
    );
}

function addSwitchCommands(callbacks: Command): void {
  callbacks
    .command('enable <project_id> <endpoint_id>')
    .description('Deliver to an endpoint again')
    .addHelpText('after', '\nExample:\n  chaintill callbacks enable 0199... 0199...')
    .action(
      action((projectId: string, id: string) =>
        withApp((app) => switchEndpoint(app, projectId, { id, isEnabled: true })),
      ),
    );
  callbacks
    .command('disable <project_id> <endpoint_id>')
    .description('Deliver nothing more to an endpoint; what is undelivered waits')
    .addHelpText('after', '\nExample:\n  chaintill callbacks disable 0199... 0199...')
    .action(
      action((projectId: string, id: string) =>
        withApp((app) => switchEndpoint(app, projectId, { id, isEnabled: false })),
      ),
    );
  callbacks
    .command('rotate <project_id> <endpoint_id>')
    .description(
      'Make a new secret; the old one stays in force for 24 hours (--finish: ends that now)',
    )
    .option('--finish', 'end the overlap: the new secret alone signs')
    .addHelpText('after', '\nExample:\n  chaintill callbacks rotate 0199... 0199...')
    .action(
      action((projectId: string, id: string, options: { finish?: boolean }) =>
        withApp(async (app) => {
          if (options.finish) {
            await finishRotation(app, projectId, id);
            print('The new secret alone is in force.');
          } else printSecret(await rotateSecret(app, projectId, id));
        }),
      ),
    );
}

function addTestCommand(callbacks: Command): void {
  callbacks
    .command('test <project_id>')
    .description('Send a test callback to every endpoint (the running service delivers it)')
    .addHelpText('after', '\nExample:\n  chaintill callbacks test 0199...')
    .action(
      action((projectId: string) =>
        withApp(async (app) => {
          const endpoints = await listEndpoints(app, projectId);
          if (endpoints.length === 0) throw notFound();
          for (const endpoint of endpoints) {
            const id = await sendTestCallback(app, projectId, endpoint.id);
            print(
              `Test callback ${id} to ${endpoint.url}: see chaintill callbacks show ${projectId} ${id}`,
            );
          }
        }),
      ),
    );
}

function addLogCommands(callbacks: Command): void {
  callbacks
    .command('log <project_id>')
    .description('List the newest deliveries')
    .addOption(
      new Option('--status <status>', 'only those').choices(['pending', 'delivered', 'failed']),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill callbacks log 0199... --status failed')
    .action(
      action((projectId: string, options: { status?: string; json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listDeliveries(app, await findProjectId(app, projectId), {
            status: options.status ?? null,
            limit: LOG_ROWS,
          });
          printRows(
            rows.map((row) => ({
              id: row.id,
              event: `${row.type}.${row.event}`,
              object_id: row.object_id,
              status: row.status,
              attempts: row.attempts,
              next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
              url: row.url,
            })),
            options.json === true,
          );
        }),
      ),
    );
  callbacks
    .command('show <project_id> <delivery_id>')
    .description('Show what was sent and what came back')
    .addHelpText('after', '\nExample:\n  chaintill callbacks show 0199... 0199...')
    .action(
      action((projectId: string, id: string) =>
        withApp(async (app) =>
          print(JSON.stringify(await showDelivery(app, projectId, id), null, 2)),
        ),
      ),
    );
  callbacks
    .command('resend <project_id> <delivery_id>')
    .description('Send a callback once more, now')
    .addHelpText('after', '\nExample:\n  chaintill callbacks resend 0199... 0199...')
    .action(
      action((projectId: string, id: string) =>
        withApp(async (app) => {
          await resendDelivery(app, projectId, id);
          print('It will be sent again at once.');
        }),
      ),
    );
}

async function set(
  app: App,
  projectId: string,
  wish: { url: string; add?: boolean },
): Promise<void> {
  const [first] = await listEndpoints(app, await findProjectId(app, projectId));
  if (first === undefined || wish.add === true) {
    const endpoint = await createEndpoint(app, projectId, wish.url);
    print(`Callbacks of ${projectId} go to ${endpoint.url} (endpoint ${endpoint.id})`);
    printSecret(endpoint.secret);
    return;
  }
  await setEndpoint(app, projectId, { id: first.id, url: wish.url, isEnabled: true });
  print(
    `Callbacks of ${projectId} go to ${wish.url} (endpoint ${first.id}); its secret stays the same`,
  );
}

async function switchEndpoint(
  app: App,
  projectId: string,
  change: { id: string; isEnabled: boolean },
): Promise<void> {
  const endpoint = await setEndpoint(app, projectId, change);
  print(`${endpoint.url} is ${endpoint.is_enabled ? 'enabled' : 'disabled'}`);
}

function printSecret(secret: string): void {
  print(`Callback secret   ${secret}\nStandard Webhooks ${standardWebhooksSecret(secret)}`);
}
