// Shared by all commands: one error message for people, the application for commands that work on the database (also
// while the service runs), and output as text or JSON.
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { App } from '../app.ts';
import type { Assembled } from '../assemble.ts';
import { type GroundRequest, type OpenGround, openGround } from '../bootstrap.ts';
import { readConfig } from '../coins/read-config.ts';
import { SECOND, sleep, steadyNow } from '../core/clock.ts';
import { type Config, ConfigError } from '../core/config/config.ts';
import { type Environment, processEnvironment } from '../core/config/environment.ts';
import { AppError } from '../core/errors.ts';
import { createLog, type Log } from '../core/log.ts';
import { terminalLine, terminalText } from '../core/terminal-text.ts';
import { unlessAborted } from '../core/unless-aborted.ts';
import { interruptible } from './interruptible.ts';

export class InstanceUnavailable extends Error {
  override readonly name = 'TillAway';
}

const FIRST_WAIT = 250;
const LAST_WAIT = 5 * SECOND;

/** Rejections are permanent; all other errors are temporary. */
function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return error.status >= 500;
  return error instanceof InstanceUnavailable || isConnection(error);
}

/** Driver or system errors: the database is stopping, starting or unreachable. */
function isConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: unknown; message?: unknown };
  return /^(E[A-Z]+|57P0\d|08\d\d\d)$/.test(String(code)) || /connection/i.test(String(message));
}

/** Null when the signal aborts it first. `back` is called when the service is back after a wait. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { signal, back }: { signal: AbortSignal; back: () => string },
): Promise<T | null> {
  for (let wait = 0; !signal.aborted; wait = Math.min(LAST_WAIT, wait * 2 || FIRST_WAIT)) {
    try {
      const found = await work();
      if (wait > 0) note(back());
      return found;
    } catch (error) {
      if (signal.aborted) return null;
      if (!isPassing(error)) throw error;
      if (wait === 0) note(`The instance is not reachable (${reasonOf(error)}). Retrying`);
    }
    await sleep(wait || FIRST_WAIT, signal);
  }
  return null;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function print(text: string): void {
  process.stdout.write(`${terminalText(text)}\n`);
}

/** For a line with external text, which must not add lines of its own. */
export function printLine(text: string): void {
  print(terminalLine(text));
}

/** Progress and notes go to standard error, apart from output that a script may read. */
export function note(text: string): void {
  process.stderr.write(`${terminalText(text)}\n`);
}

/** The help of a command ends with it. */
export function example(text: string): ['after', string] {
  return ['after', `\nExample:\n  chaintill ${text}`];
}

/** Wraps a command's action: an expected error prints one sentence and exits with 1, a bug keeps its stack trace. */
export function action<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    try {
      await work(...args);
    } catch (error) {
      note(explain(error));
      process.exitCode = 1;
    }
  };
}

function explain(error: unknown): string {
  if (error instanceof AppError) {
    const details = error.details.map((detail) => `\n  ${detail.target} ${detail.message}`);
    return `${error.message}${details.join('')}`;
  }
  if (error instanceof ConfigError) return error.message;
  if (isOfFile(error)) return `${error.message} (running as user ${currentSystemUser()})`;
  if (error instanceof Error && error.constructor !== Error && error.name !== 'TypeError')
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Root switches to the service's user (deploy/chaintill), so the effective permissions are not obvious. Containers may
 * have no user names.
 */
function currentSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** The system denied access to a file or folder; the user can fix that without a stack trace. */
function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && syscall !== undefined && path !== undefined;
}

export interface AppRequest extends GroundRequest {
  readonly environment?: Environment;
}

/** Passes the application to the command, without workers, and closes everything afterwards. */
export async function withApp(
  work: (app: App, assembled: Assembled, ground: OpenGround) => Promise<void>,
  requested: AppRequest = {},
): Promise<void> {
  const onlyOpens = requested.creates !== true;
  await withGround(
    (ground) =>
      withAssembled(ground, (assembled) => work(assembled.app, assembled, ground), { onlyOpens }),
    requested,
  );
}

/** Like `withApp`, over a database that is open already. */
export async function withAssembled<T>(
  ground: OpenGround,
  work: (assembled: Assembled) => Promise<T>,
  { onlyOpens } = { onlyOpens: true },
): Promise<T> {
  const { assemble } = await import('../assemble.ts');
  const assembled = await assemble(ground, {
    seed: 'chaintill sandbox',
    minesByItself: true,
    deliveryFault: null,
    onlyOpens,
  });
  try {
    return await work(assembled);
  } finally {
    await assembled.close();
  }
}

/** The configuration with the full path of its data folder, and a log that leaves standard output to programs. */
export function surroundings(environment = processEnvironment()): { config: Config; log: Log } {
  const config = readConfig(environment);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, process.stderr);
  return { config: { ...config, dataDir: resolve(config.dataDir) }, log };
}

export async function withGround(
  work: (bootstrap: OpenGround) => Promise<void>,
  requested: AppRequest = {},
): Promise<void> {
  const { config, log } = surroundings(requested.environment);
  await interruptible(async (signal) => {
    const bootstrap = await openGround(config, log, { ...requested, signal });
    try {
      await unlessAborted(signal, work(bootstrap));
    } finally {
      await bootstrap.close();
    }
  });
}

const REPORT_EVERY = 2 * SECOND;

export function nowAndThen(): (progress: string) => void {
  let reportedAt = steadyNow();
  return (progress) => {
    if (steadyNow() - reportedAt < REPORT_EVERY) return;
    reportedAt = steadyNow();
    note(progress);
  };
}
