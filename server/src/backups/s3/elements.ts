// Reads elements of S3's XML responses by searching for their tags, so that a long or broken response is read only
// once.

/** The contents of every element of this name, in order. Elements of the same name must not be nested. */
export function elementsIn(xml: string, name: string): string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(open); at >= 0; ) {
    const start = at + open.length;
    const end = xml.indexOf(close, start);
    if (end < 0) break;
    found.push(xml.slice(start, end));
    at = xml.indexOf(open, end);
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The text of the first element of this name; empty when there is none. */
export function textIn(xml: string, name: string): string {
  const [text = ''] = elementsIn(xml, name);
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, entity: string) => ENTITIES[entity] ?? '');
}
