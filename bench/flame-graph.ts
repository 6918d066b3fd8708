// `npx tsx bench/flame-graph.ts PROFILE... > graph.svg`: draws CPU profiles (BENCH_PROFILE=folder npm run bench) as one
// flame graph. The width of a box is its share of the processor time, without idle time; its parent is below it.
import { readFileSync } from 'node:fs';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Box {
  microseconds: number;
  readonly children: Map<string, Box>;
}

const WIDTH = 1400;
const ROW = 16;
const SHARE_MIN = 0.002;
const LETTER = 6.2;
const IDLE = new Set(['(idle)', '(program)']);

const box = (): Box => ({ microseconds: 0, children: new Map() });

function add(root: Box, { nodes, samples, timeDeltas }: Profile): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const own = new Map<number, number>();
  for (const [n, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[n] ?? 0));
  for (const [id, microseconds] of own) {
    const path: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const name = nameOf(byId.get(at)?.callFrame);
      if (name !== '(root)') path.unshift(name);
    }
    if (IDLE.has(path[0] ?? '')) continue;
    let into = root;
    into.microseconds += microseconds;
    for (const name of path) {
      const child = into.children.get(name) ?? box();
      into.children.set(name, child);
      child.microseconds += microseconds;
      into = child;
    }
  }
}

function nameOf(frame: { functionName: string; url: string } | undefined): string {
  const name = frame?.functionName || 'anonymous';
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(frame?.url ?? '')?.[1];
  const builtIn = /^node:(?:internal\/)?([^/]+)/.exec(frame?.url ?? '')?.[1];
  const from = library ?? (builtIn === undefined ? undefined : `node ${builtIn}`);
  return from === undefined ? name : `${name} (${from})`;
}

function draw(root: Box): string {
  const boxes: string[] = [];
  let deepest = 0;
  const place = (
    name: string,
    { microseconds, children }: Box,
    at: { x: number; depth: number },
  ) => {
    const share = microseconds / root.microseconds;
    if (share < SHARE_MIN) return;
    deepest = Math.max(deepest, at.depth);
    boxes.push(drawn(name, share, at));
    let { x } = at;
    for (const [child, inner] of [...children].sort(([a], [b]) => (a < b ? -1 : 1))) {
      place(child, inner, { x, depth: at.depth + 1 });
      x += (inner.microseconds / root.microseconds) * WIDTH;
    }
  };
  place('all', root, { x: 0, depth: 0 });
  const height = (deepest + 1) * ROW;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10">` +
    `<g transform="translate(0 ${height}) scale(1 1)">${boxes.join('')}</g></svg>\n`
  );
}

function drawn(name: string, share: number, { x, depth }: { x: number; depth: number }): string {
  const width = share * WIDTH;
  const y = -(depth + 1) * ROW;
  const title = escaped(`${name}: ${(100 * share).toFixed(1)} %`);
  const letters = Math.floor((width - 4) / LETTER);
  const label = letters < 3 ? '' : escaped(name.slice(0, letters));
  const rectangle = `<rect width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colorOf(name)}"/>`;
  const text = label === '' ? '' : `<text x="2" y="11">${label}</text>`;
  return `<g transform="translate(${x.toFixed(1)} ${y})"><title>${title}</title>${rectangle}${text}</g>`;
}

/** Libraries and Node in blue, the service in orange. */
function colorOf(name: string): string {
  return name.includes(' (') || name.startsWith('(') ? '#9ecae1' : '#fdae6b';
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const root = box();
for (const file of process.argv.slice(2))
  add(root, JSON.parse(readFileSync(file, 'utf8')) as Profile);
process.stdout.write(draw(root));
