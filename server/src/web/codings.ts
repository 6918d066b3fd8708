// Selects the content coding of a file that a client accepts (RFC 9110, 8.4.1 and 12.5.3).
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Keyed by content coding, best first; `identity` always exists. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** A file in its content codings. */
export interface CodedFile {
  readonly contentType: string;
  readonly bodies: ReadonlyMap<Coding, Buffer>;
  readonly version: string;
}

/**
 * Sends the best coding that the client accepts, or 304 if the client has the file. The caller has set all other
 * headers.
 */
export function sendCoded(
  file: CodedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const coding = codingFor(file, request.headers['accept-encoding'] ?? '');
  const etag = `"${file.version}-${coding}"`;
  reply.header('etag', etag);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.send(file.bodies.get(coding));
}

/** The best available coding that the client accepts; `q=0` means not accepted. */
function codingFor({ bodies }: CodedFile, accepted: string | readonly string[]): Coding {
  const taken = String(accepted)
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return codings.find((coding) => bodies.has(coding) && taken.includes(coding)) ?? 'identity';
}
