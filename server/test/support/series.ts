// Reads a metrics page as Prometheus would, line by line (its text format).
export interface Series {
  readonly text: string;
  /** The value of the series with exactly these labels; undefined when there is none. */
  of(name: string, labels: Readonly<Record<string, string>>): number | undefined;
  all(name: string): readonly Line[];
}

interface Line {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Each series as printed, with its labels, and its value. */
export function seriesLines(text: string): [string, number][] {
  return text.split('\n').flatMap((line): [string, number][] => {
    const [whole, name = '', labels, value] = LINE.exec(line) ?? [];
    if (whole === undefined) return [];
    return [[labels === undefined ? name : `${name}{${labels}}`, Number(value)]];
  });
}

export function seriesIn(text: string): Series {
  const lines = new Map<string, Line[]>();
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value] = LINE.exec(line) ?? [];
    if (value === undefined) continue;
    const reported = [...labels.matchAll(LABEL)].map(([, key = '', is = '']) => [key, is] as const);
    const all = lines.get(name) ?? [];
    all.push({ labels: Object.fromEntries(reported), value: Number(value) });
    lines.set(name, all);
  }
  const textOf = (labels: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    text,
    all: (name) => lines.get(name) ?? [],
    of: (name, labels) =>
      lines.get(name)?.find((line) => textOf(line.labels) === textOf(labels))?.value,
  };
}
