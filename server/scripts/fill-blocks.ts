// Documents whose prose is written by hand and whose examples are generated: what stands between
// `<!-- generated: NAME -->` and `<!-- end -->` is replaced by the block of that name.

const BLOCK = /(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g;

/** Errors: a name without block, and a block that the document does not show. */
export function fillBlocks(document: string, blocks: ReadonlyMap<string, string>): string {
  const unused = new Set(blocks.keys());
  const filled = document.replace(BLOCK, (_, start: string, name: string, end: string) => {
    const block = blocks.get(name);
    if (block === undefined) throw new Error(`there is no generated block "${name}"`);
    unused.delete(name);
    return `${start}\n${block.trimEnd()}\n\n${end}`;
  });
  if (unused.size > 0) throw new Error(`the document does not show ${[...unused].join(', ')}`);
  return filled;
}

export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`;
}
