// The text of a chosen file, in any common encoding.
import { fileText } from '../../../server/src/core/file-text.ts';

export async function textOfFile(file: Blob): Promise<string> {
  return fileText(new Uint8Array(await file.arrayBuffer()));
}
