// The import graph of server/src, parsed from the text: which file imports which, and whether only types. Used by the
// layer test (floors.test.ts).
import { dirname, join, relative } from 'node:path';
import { codeOf, type SourceFile } from './files.ts';

export interface Import {
  /** Paths below server/src. */
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
  /** The text between the braces, without `type`. */
  readonly names: readonly string[];
}

const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm;
const DYNAMIC = /\bimport\('(\.[^']+)'\)/g;

export function importsOf(file: SourceFile): Import[] {
  const from = relative('server/src', file.path);
  const target = (specifier: string) => relative('.', join(dirname(from), specifier));
  const code = codeOf(file.text);
  return [
    ...[...code.matchAll(STATEMENT)].map(([text, type, specifier = '']) => ({
      from,
      to: target(specifier),
      isTypeOnly: type !== undefined || hasOnlyTypes(text),
      names: namesOf(text).map((name) => name.replace(/^type /, '')),
    })),
    ...[...code.matchAll(DYNAMIC)].map(([, specifier = '']) => ({
      from,
      to: target(specifier),
      isTypeOnly: false,
      names: [],
    })),
  ];
}

/** `import { type A, type B } from`. */
function hasOnlyTypes(statement: string): boolean {
  const names = namesOf(statement);
  return names.length > 0 && names.every((name) => name.startsWith('type '));
}

function namesOf(statement: string): string[] {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? [];
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** Parts of operator operations, which share a folder per noun: the contract imports no server code. */
const PARTS: Readonly<Record<string, string>> = { 'contract.ts': 'contract', 'cli.ts': 'cli' };

/** The folder of a file; a top-level file stands for itself. */
export function placeOf(path: string): string {
  const [place = path, , file = ''] = path.split('/');
  return place === 'operator' ? (PARTS[file] ?? place) : place;
}

/** The cycles of a graph, each once, as `a > b > a`. */
export function cyclesOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const cycles = new Set<string>();
  const isDone = new Set<string>();
  const visit = (node: string, trail: readonly string[]) => {
    const at = trail.indexOf(node);
    if (at >= 0) {
      cycles.add([...trail.slice(at), node].join(' > '));
      return;
    }
    if (isDone.has(node)) return;
    for (const next of arrows.get(node) ?? []) visit(next, [...trail, node]);
    isDone.add(node);
  };
  for (const node of arrows.keys()) visit(node, []);
  return [...cycles];
}

/** Groups of nodes that all reach each other, the largest first; a single node is no group. */
export function groupsOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...arrows.keys()].map((node) => [node, reachedFrom(node, arrows)]));
  const groups = new Map<string, string[]>();
  for (const [node, others] of reached) {
    const group = [...others].filter((other) => reached.get(other)?.has(node)).sort();
    if (group.length > 1) groups.set(group.join(), group);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

function reachedFrom(node: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const next = [...(arrows.get(node) ?? [])];
  for (let other = next.pop(); other !== undefined; other = next.pop()) {
    if (reached.has(other)) continue;
    reached.add(other);
    next.push(...(arrows.get(other) ?? []));
  }
  return reached;
}
