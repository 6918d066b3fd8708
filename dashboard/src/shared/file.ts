// The text of a selected file, in any encoding.
import { fileText } from '../../../server/src/core/file-text.ts';

export async function textOfFile(file: Blob): Promise<string> {
  return fileText(new Uint8Array(await file.arrayBuffer()));
}
