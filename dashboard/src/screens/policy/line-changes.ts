// A line diff of two texts: removed, added and unchanged lines (longest common subsequence).

export interface Line {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** Pretty-prints JSON that was written on one line. Other text is unchanged. */
export function inLines(document: string): string {
  if (document.includes('\n')) return document;
  try {
    return JSON.stringify(JSON.parse(document), null, 2);
  } catch {
    return document;
  }
}

export function linesBetween(before: string, after: string): readonly Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const common = commonLengths(old, now);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, come] = [old[i], now[j]];
    if (gone !== undefined && gone === come) {
      lines.push({ text: gone, kind: 'same' });
      i += 1;
      j += 1;
    } else if (
      come === undefined ||
      (gone !== undefined && at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      lines.push({ text: gone ?? '', kind: 'removed' });
      i += 1;
    } else {
      lines.push({ text: come, kind: 'added' });
      j += 1;
    }
  }
  return lines;
}

type Lengths = readonly (readonly number[])[];

const at = (lengths: Lengths, i: number, j: number) => lengths[i]?.[j] ?? 0;

/** Lengths of the common subsequence after each pair of lines. */
function commonLengths(old: readonly string[], now: readonly string[]): Lengths {
  const lengths = old.map(() => [] as number[]);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === now[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  return lengths;
}
