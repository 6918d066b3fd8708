// Guarantees of uploaded files: the text is the same in any encoding that a spreadsheet program writes.
import { expect, test } from 'vitest';
import { fileText } from '../../src/core/file-text.ts';

const TEXT = 'Müller;12,50;€';

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  // The euro sign of Windows-1252 does not exist in ISO 8859-1.
  ['Windows-1252', Buffer.concat([Buffer.from('Müller;12,50;', 'latin1'), Buffer.from([0x80])])],
])('%s is read', (_name, bytes) => expect(fileText(bytes)).toBe(TEXT));
