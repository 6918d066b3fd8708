// One caller of the load generator: a kept-alive TCP connection on which one request after the other is
// sent, each when the answer to the last is complete. Understands as much HTTP as the two servers speak.
import { connect, type Socket } from 'node:net';

export interface Caller {
  /** Sends a request; the status and the body of the answer. */
  send(request: Buffer): Promise<{ status: number; body: Buffer }>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export async function openCaller(port: number): Promise<Caller> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    send: (request) => exchange(socket, request),
    close: () => socket.destroy(),
  };
}

function exchange(socket: Socket, request: Buffer) {
  return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    let received: Buffer | null = null;
    const finish = (act: () => void) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      act();
    };
    const onClose = () => finish(() => reject(new Error('the server closed the connection')));
    const onData = (chunk: Buffer) => {
      received = received === null ? chunk : Buffer.concat([received, chunk]);
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = received.toString('latin1', 0, headEnd);
      const bodyBytes = contentLength(head);
      const body = received.subarray(headEnd + HEAD_END.length);
      if (body.length < bodyBytes) return;
      finish(() => resolve({ status: Number(head.slice(9, 12)), body }));
    };
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.write(request);
  });
}

function contentLength(head: string): number {
  const match = /\r\ncontent-length: (\d+)/i.exec(head);
  if (match === null) throw new Error(`an answer without Content-Length: ${head}`);
  return Number(match[1]);
}
