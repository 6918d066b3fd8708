// An exported file: its name, its columns, and a stream of its rows.
import type { FastifyReply } from 'fastify';
import type { Column } from './columns.ts';

export type Rows = AsyncIterable<Readonly<Record<string, unknown>>>;

export interface ExportedFile {
  /** Parts of the file name that describe its content, without the extension. */
  readonly name: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: Rows;
}

/** RFC 6266: an ASCII name as fallback, and the full name. */
export function nameFile(reply: FastifyReply, parts: readonly string[], format: string): void {
  const name = `${parts.map(fileNamePart).join('_')}.${format}`;
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7E]/g, '');
  const whole = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  reply.header('content-disposition', `attachment; filename="${ascii}"${whole}`);
}

/** Words joined by single hyphens. A negative number keeps its sign. */
function fileNamePart(text: string): string {
  const words = text.split(/[^\p{L}\p{N}.]+/u).filter((word) => word !== '');
  return (/^-\d/.test(text) ? '-' : '') + words.join('-');
}
