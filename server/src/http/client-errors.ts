// Requests that Node's HTTP parser gives up on (no HTTP, headers too long, too slow): no framework sees
// them, so the error body of the interface is written to the socket here. Used by server.ts.
import type { Socket } from 'node:net';
import { AppError } from '../core/errors.ts';
import { answerError, type ErrorFacts } from './errors.ts';

/** Codes of Node's `clientError` event that are not simply a bad request. */
const knownCodes: Readonly<Record<string, { code: string; status: number; reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', status: 408, reason: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: {
    code: 'request_header_fields_too_large',
    status: 431,
    reason: 'Request Header Fields Too Large',
  },
};
const badRequest = { code: 'bad_request', status: 400, reason: 'Bad Request' };

export function answerClientError(
  error: { readonly code?: string },
  socket: Socket,
  facts: ErrorFacts & { readonly headers: Readonly<Record<string, string>> },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { code, status, reason } = knownCodes[error.code ?? ''] ?? badRequest;
  const body = JSON.stringify(answerError(new AppError({ code, status }), facts).body);
  const headers = {
    ...facts.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': facts.requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
