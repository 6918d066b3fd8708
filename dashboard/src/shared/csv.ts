// Tables as people's spreadsheets save them: commas or semicolons, quoted cells, either kind of line end (RFC 4180).

/** Rows of cells, without empty ones. The first line says which of the two separates. */
export function readCsv(file: string): readonly (readonly string[])[] {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [first = ''] = text.split('\n', 1);
  const separator = !first.includes(',') && first.includes(';') ? ';' : ',';
  const rows: string[][] = [[]];
  let [cell, isQuoted] = ['', false];
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let n = 0; n < text.length; n++) {
    const letter = text.charAt(n);
    if (isQuoted && letter === '"' && text.charAt(n + 1) === '"') {
      cell += '"';
      n++;
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (!isQuoted && letter === separator) endCell();
    else if (!isQuoted && letter === '\n') {
      endCell();
      rows.push([]);
    } else cell += letter;
  }
  endCell();
  return rows.filter((cells) => cells.some((value) => value !== ''));
}
