// A mail server for tests: speaks SMTP (RFC 5321) over a real socket, keeps received mail, and can reject commands. No
// TLS and no login, so clients send in the clear.
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as sent, with dots unstuffed. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Connections so far. */
  connections(): number;
  /** The response to a command instead of success; null: the usual response again. */
  answer(command: 'MAIL' | 'RCPT' | 'DATA', reply: string | null): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const answers = new Map<string, string>();
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    converse(socket, { received, answers });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    answer(command, reply) {
      if (reply === null) answers.delete(command);
      else answers.set(command, reply);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Post {
  readonly received: ReceivedMail[];
  readonly answers: ReadonlyMap<string, string>;
}

function converse(socket: Socket, post: Post): void {
  let buffer = '';
  let envelope: { from: string; to: string[] } = { from: '', to: [] };
  let isInData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const handleLine = (line: string) => {
    const command = line.slice(0, 4).toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    const refusal = post.answers.get(command);
    if (refusal !== undefined && command !== 'DATA') return say(refusal);
    if (command === 'QUIT') {
      say('221 bye');
      return socket.end();
    }
    if (command === 'MAIL') envelope = { from: address, to: [] };
    if (command === 'RCPT') envelope.to.push(address);
    if (command !== 'DATA') return say('250 ok');
    isInData = true;
    return say('354 go on');
  };
  socket.setEncoding('utf8');
  say('220 test');
  socket.on('data', (text) => {
    buffer += String(text);
    for (;;) {
      const end = buffer.indexOf(isInData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (isInData ? 5 : 2));
      if (!isInData) {
        handleLine(part);
        continue;
      }
      isInData = false;
      const refusal = post.answers.get('DATA');
      if (refusal === undefined)
        post.received.push({ ...envelope, source: part.replaceAll('\r\n..', '\r\n.') });
      say(refusal ?? '250 taken');
    }
  });
}

/** Headers by lower-case name, unfolded; of duplicates, the last. */
export function headersOf(mail: ReceivedMail): Readonly<Record<string, string>> {
  const [head = ''] = mail.source.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** The plain and the HTML part, decoded. */
export function partsOf(mail: ReceivedMail): { readonly text: string; readonly html: string } {
  const boundary = /boundary="?([^";\r\n]+)/.exec(mail.source)?.[1] ?? '';
  const parts = mail.source.split(`--${boundary}`).slice(1);
  const find = (type: string) =>
    decodePart(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '');
  return { text: find('text/plain'), html: find('text/html') };
}

function decodePart(part: string): string {
  const at = part.indexOf('\r\n\r\n');
  const body = part.slice(at + 4);
  const head = part.slice(0, at).toLowerCase();
  if (head.includes('base64')) return Buffer.from(body, 'base64').toString('utf8');
  if (!head.includes('quoted-printable')) return body.trimEnd();
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8').trimEnd();
}
