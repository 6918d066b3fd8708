// A bash in its own folder, in which the documents' commands are typed. `chaintill` and `npm start` run in this
// process, which saves a second each: the shell passes on the folder, arguments, variables and standard input.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

export interface Call {
  readonly program: string;
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
}

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Gate {
  /** Types the script into one shell, which ends at the first command that fails. */
  type(script: string, environment: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

const HANDED = ['chaintill', 'npm'];

/** Writes a call into a folder, signals it, and returns the result from the folder. */
const HAND_OVER = `#!/bin/bash
call=$(mktemp -d "$CALLS_FOLDER/call-XXXXXX")
basename "$0" > "$call/program"
printf '%s\\0' "$@" > "$call/words"
printf '%s' "$PWD" > "$call/folder"
env -0 > "$call/environment"
cat > "$call/input"
curl -sS --fail --unix-socket "$CALLS_FOLDER/socket" -d "$call" http://calls/ || exit 70
cat "$call/stdout"
cat "$call/stderr" >&2
exit "$(cat "$call/code")"
`;

/** `folder`: where the commands are typed; it contains `chaintill`, like the checkout. */
export async function openGate(
  folder: string,
  carryOut: (call: Call) => Promise<Answer>,
): Promise<Gate> {
  const own = join(folder, '.calls');
  mkdirSync(own);
  for (const name of HANDED) writeProgram(join(own, name));
  writeProgram(join(folder, 'chaintill'));
  const server = createServer((request, response) => {
    let place = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      place += part;
    });
    request.on('end', async () => {
      const answer = await carryOut(readCall(place)).catch((error: Error) => ({
        code: 1,
        stdout: '',
        stderr: String(error.stack),
      }));
      for (const [name, value] of Object.entries(answer))
        writeFileSync(join(place, name), `${value}`);
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(join(own, 'socket'), done));
  return {
    type: (script, environment) =>
      shell(script, folder, {
        ...environment,
        PATH: `${own}:${process.env['PATH'] ?? ''}`,
        CALLS_FOLDER: own,
        HOME: folder,
      }),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function writeProgram(path: string): void {
  writeFileSync(path, HAND_OVER);
  chmodSync(path, 0o755);
}

function readCall(place: string): Call {
  const read = (name: string) => readFileSync(join(place, name), 'utf8');
  const pairs = read('environment').split('\0').filter(Boolean);
  return {
    program: read('program').trim(),
    words: read('words').split('\0').slice(0, -1),
    folder: read('folder'),
    environment: Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    input: read('input'),
  };
}

/** Processes that it leaves running end with it. */
async function shell(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Answer> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once('exit', () => endGroup(child.pid));
  return resultOf(child);
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGTERM');
  } catch {
    // No process was left.
  }
}

export function resultOf(child: ChildProcess): Promise<Answer> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (part: string) => {
      texts[name] += part;
    });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code: code ?? 1, ...texts }));
  });
}
