// The text of a file that somebody chose, in whichever encoding it was saved.
import { fileText } from '../../../server/src/core/file-text.ts';

export async function textOfFile(file: Blob): Promise<string> {
  return fileText(new Uint8Array(await file.arrayBuffer()));
}
