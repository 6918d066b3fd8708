// A developer who integrates from another machine: they have the instance's address and a personal token, and run
// commands until they stop them.
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { defined } from '../../src/core/assert.ts';
import { ownEnvironment } from './own-environment.ts';
import { type Service, until } from './service.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/chaintill.js', import.meta.url));

/** Commands can be slow on a busy machine. */
const LIMIT = 400_000;

export interface Running {
  out(): string;
  err(): string;
  /** Waits for a text on standard error. */
  says(text: string): Promise<void>;
  /** Waits until this many lines are printed. */
  lines(count: number): Promise<readonly string[]>;
  /** Sends Ctrl-C; resolves with the exit code. */
  stop(): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

export function runs(args: readonly string[], environment: Record<string, string>): Running {
  const env = { ...ownEnvironment(), ...environment };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (part) => (texts.out += String(part)));
  child.stderr.on('data', (part) => (texts.err += String(part)));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      process.removeListener('exit', kill);
      resolve(code);
    }),
  );
  const linesOf = () => texts.out.split('\n').slice(0, -1);
  const waitFor = <T>(what: string, check: () => T | false) =>
    until(what, async () => check(), LIMIT).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${texts.out}\n${texts.err}`);
    });
  return {
    out: () => texts.out,
    err: () => texts.err,
    says: async (text) => void (await waitFor(text, () => texts.err.includes(text))),
    lines: (count) => waitFor(`${count} lines`, () => linesOf().length >= count && linesOf()),
    async stop() {
      child.kill('SIGINT');
      return ended;
    },
    ended,
  };
}

export interface Owner {
  /** Runs an operation as the owner; resolves with its output. */
  request<T>(name: string, body: object): Promise<T>;
  /** Adds a developer to a project, and returns their token. */
  developer(projectId: string, permissions: readonly string[]): Promise<string>;
}

/** Signs in with the link that the service printed. */
export async function ownerOf(service: Service): Promise<Owner> {
  const browser = () => {
    let cookie = '';
    return async <T>(path: string, body: object): Promise<T> => {
      const answer = await fetch(`${service.url}/admin/api${path}`, {
        method: 'POST',
        headers: { origin: service.url, 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
      const set = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
      if (set.length > 0) cookie = set.join('; ');
      if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
      return ((await answer.json()) as { data: T }).data;
    };
  };
  const signIn = async (link: string) => {
    const post = browser();
    await post('/session/link', { token: defined(link.split('#')[1], 'a token') });
    return post;
  };
  const printed = /https?:\/\/\S+#[\w-]+/.exec(service.output())?.[0];
  const post = await signIn(defined(printed, 'a link for the owner'));
  const send = <T>(name: string, body: object) => post<T>(`/operations/${name}`, body);
  return {
    request: send,
    async developer(project, permissions) {
      const requested = { project, name: `Developer of ${project}`, roles: ['developer'] };
      const { link } = await send<{ link: string }>('members.invite', requested);
      const his = await signIn(link);
      const made = await his<{ token: string }>('/me/tokens', { name: 'laptop', permissions });
      return made.token;
    },
  };
}

export interface Connection {
  readonly url: string;
  /** Drops all connections; clients may reconnect. */
  cut(): void;
  close(): Promise<void>;
}

/** A proxy as the network between the two machines. */
export async function connectTo(url: string): Promise<Connection> {
  const { port: to } = new URL(url);
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(Number(to), '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    async close() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
