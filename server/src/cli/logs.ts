// `chaintill logs`: follows the requests to a project (the request log, decision 108).
import type { Command } from 'commander';
import type { OutputOf } from '../contract/operator/operation.ts';
import type { OperatorOperations } from '../contract/operator/operations.ts';
import { SECOND } from '../core/clock.ts';
import { apiError } from '../core/errors.ts';
import { itemsOf } from './add-operation.ts';
import { type Instance, type InstanceOptions, untilInterrupted, withInstance } from './instance.ts';
import { clockText } from './listen.ts';
import { action, example, note, printLine, withRetries } from './run.ts';

interface Options extends InstanceOptions {
  readonly method?: string;
  readonly path?: string;
  readonly status?: string;
  readonly errors?: boolean;
  readonly json?: boolean;
}

type Request = OutputOf<OperatorOperations['requests.list']>['rows'][number];

export function addLogsCommand(program: Command): void {
  program
    .command('logs')
    .description('Show API requests of a project as they happen, with their errors')
    .option('--project <id>', 'ID or name of the project; optional if there is only one')
    .option('--method <list>', 'only these methods: POST,PATCH')
    .option('--path <beginning>', 'only paths with this prefix: /api/invoices')
    .option('--status <list>', 'only these status codes: 404,5xx')
    .option('--errors', 'only rejected or failed requests')
    .option('--json', 'print each entry as one line of JSON that includes the request')
    .option('--base-url <url>', 'URL of a remote instance (with CHAINTILL_PERSONAL_TOKEN)')
    .addHelpText(...example('logs --errors'))
    .action(action(logs));
}

async function logs(options: Options): Promise<void> {
  const isWanted = filterOf(options);
  const signal = untilInterrupted();
  await withInstance(options, signal, async (instance) => {
    const project = options.project ?? instance.project ?? undefined;
    const { path, json } = options;
    await tail(instance, { signal, requested: { project, path } }, (request) => {
      if (isWanted(request)) printLine(json === true ? JSON.stringify(request) : lineOf(request));
    });
  });
}

interface Tailing {
  readonly signal: AbortSignal;
  readonly requested: Readonly<Record<string, string | undefined>>;
}

/** Each process stores requests with its own short delay. */
const STORED_WITHIN = 15 * SECOND;
const PAGE = 200;

/** Prints each request once, from now on until the signal. */
async function tail(
  { call, change }: Instance,
  { signal, requested }: Tailing,
  report: (request: Request) => void,
): Promise<void> {
  const seen = new Map<string, number>();
  let newest: number | null = null;
  let isFirst = true;
  const back = () => 'Reconnected';
  while (!signal.aborted) {
    const from = newest === null ? undefined : new Date(newest - STORED_WITHIN).toISOString();
    const poll = () => all(call, { ...requested, from }, isFirst);
    const found = await withRetries(poll, { signal, back });
    if (found === null) return;
    for (const request of found.filter(({ id }) => !seen.has(id))) {
      const at = Date.parse(request.at);
      seen.set(request.id, at);
      newest = Math.max(newest ?? at, at);
      if (!isFirst) report(request);
    }
    for (const [id, at] of seen) if (at < (newest ?? at) - 2 * STORED_WITHIN) seen.delete(id);
    if (isFirst) note('Ready (Ctrl-C to stop)');
    isFirst = false;
    await change();
  }
}

/** Oldest first. The first call only determines which requests existed before. */
async function all(
  call: Instance['call'],
  requested: Tailing['requested'],
  isFirst: boolean,
): Promise<readonly Request[]> {
  const found: Request[] = [];
  let after: string | undefined;
  do {
    const page = await call('requests.list', { ...requested, after, limit: String(PAGE) });
    found.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined && !isFirst);
  return found.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function lineOf(request: Request): string {
  const { method, path, status, milliseconds, code, problems, left_out } = request;
  const wrong = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  const why = wrong === '' ? (request.message ?? '') : wrong;
  const suffix = code === null ? '' : `  ${code}${why === '' ? '' : `: ${why}`}`;
  const missing = left_out === 0 ? '' : `  (${left_out} before it are not in the log)`;
  const time = clockText(Date.parse(request.at));
  return `${time}  ${status}  ${method.padEnd(METHOD_WIDTH)}  ${path}  ${milliseconds} ms${suffix}${missing}`;
}

const METHOD_WIDTH = 'DELETE'.length;
const REFUSED_FROM = 400;

function filterOf(options: Options): (request: Request) => boolean {
  const methods = itemsOf(options.method).map((method) => method.toUpperCase());
  const statuses = itemsOf(options.status);
  const wrong = statuses.filter((status) => !/^[1-5](\d\d|xx)$/.test(status));
  if (wrong.length > 0) throw apiError('bad_request.status_pattern', { statuses: wrong });
  return ({ method, status }) =>
    (methods.length === 0 || methods.includes(method)) &&
    // 5xx: every status that starts with 5.
    (statuses.length === 0 ||
      statuses.some((each) => String(status).startsWith(each.replace('xx', '')))) &&
    (options.errors !== true || status >= REFUSED_FROM);
}
