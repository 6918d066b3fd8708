// Starts the processes of the bench: the service, the bare server and the load generator. Each reports on its IPC
// channel when it is ready, and is ended by its own process id.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

export interface Child<Ready> {
  readonly pid: number;
  /** The first message of the process. */
  readonly ready: Ready;
  send(message: object): void;
  next<Message>(): Promise<Message>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The file for its output; discarded by default. */
  readonly outputFile?: string;
  /** Options of Node, for example `--cpu-prof`. */
  readonly nodeArgs?: readonly string[];
}

/** Runs a TypeScript file of this folder. Rejects when it ends before it is ready. */
export async function startChild<Ready>(
  file: string,
  options: ChildOptions = {},
): Promise<Child<Ready>> {
  const output = options.outputFile === undefined ? 'ignore' : openSync(options.outputFile, 'a');
  const process = fork(join(import.meta.dirname, file), [], {
    env: { PATH: globalThis.process.env['PATH'] ?? '', ...options.env },
    execArgv: ['--import', 'tsx', ...(options.nodeArgs ?? [])],
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  return {
    pid: process.pid ?? 0,
    ready: await nextMessage<Ready>(process, file),
    send: (message) => void process.send(message),
    next: () => nextMessage(process, file),
    async stop() {
      if (process.exitCode !== null) return;
      const gone = once(process, 'exit');
      process.kill('SIGTERM');
      await gone;
    },
  };
}

function nextMessage<Message>(process: ChildProcess, file: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      process.off('exit', onExit);
      resolve(message as Message);
    };
    const onExit = (code: number | null) => {
      process.off('message', onMessage);
      reject(new Error(`${file} ended with ${code}`));
    };
    process.once('message', onMessage);
    process.once('exit', onExit);
  });
}
