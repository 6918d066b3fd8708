// A file that is exported: its name, its columns, and its rows as they are read.
import type { FastifyReply } from 'fastify';
import type { Column } from './columns.ts';

export type Rows = AsyncIterable<Readonly<Record<string, unknown>>>;

export interface ExportedFile {
  /** Parts of the name, which says what is in it. Without format. */
  readonly name: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: Rows;
}

/** RFC 6266: a name of ASCII for whoever reads no other, and the whole name. */
export function nameFile(reply: FastifyReply, parts: readonly string[], format: string): void {
  const part = (text: string) =>
    text.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^-+(?!\d)|-+$/g, '');
  const name = `${parts.map(part).join('_')}.${format}`;
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7E]/g, '');
  const whole = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  reply.header('content-disposition', `attachment; filename="${ascii}"${whole}`);
}
