// `chaintill sandbox ...`: controls the running service's simulated network through its routes.
import { type Command, Option } from 'commander';
import { type SandboxRequest, sandboxRequests } from '../sandbox/requests.ts';
import { plainAmount } from './add-operation.ts';
import { findCredentials } from './request.ts';
import { action, example, print } from './run.ts';

export function addSandboxCommands(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('Control the simulated networks of the running sandbox');
  for (const [route, request] of Object.entries(sandboxRequests)) addVerb(sandbox, route, request);
}

function addVerb(sandbox: Command, route: string, request: SandboxRequest): void {
  const { command: name, description, input } = request;
  const command = sandbox.command(name).description(description);
  command.option('--base-url <url>', 'URL of the service');
  const options = Object.entries(input).map(([field, { flags, schema }]) => {
    const option = new Option(flags, (schema as { description?: string }).description);
    command.addOption(option);
    return { field, option, isAmount: flags.endsWith('<amount>') };
  });
  command.addHelpText(...example(`sandbox ${name} ${request.example}`));
  command.action(
    action(async (values: Record<string, string | boolean> & { baseUrl?: string }) => {
      const body: Record<string, string | boolean> = {};
      for (const { field, option, isAmount } of options) {
        const value = values[option.attributeName()];
        if (value === undefined) continue;
        body[field] = isAmount && typeof value === 'string' ? plainAmount(field, value) : value;
      }
      const { baseUrl } = findCredentials({ baseUrl: values.baseUrl });
      print(JSON.stringify(await callSandbox(baseUrl, route, body), null, 2));
    }),
  );
}

/** Posts to a sandbox route; throws the service's error when it rejects the request. */
export async function callSandbox(baseUrl: string, route: string, body: object): Promise<unknown> {
  const response = await fetch(`${baseUrl}/sandbox/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new SandboxRefusal(route, response.status, text);
  return JSON.parse(text);
}

export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
  readonly status: number;
  constructor(route: string, status: number, text: string) {
    super(`${route}: ${status} ${text}`);
    this.status = status;
  }
}
