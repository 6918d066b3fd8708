// Finds the functions of a file by their text. The formatter makes that simple: a function ends at the first line that
// begins with a brace at the function's own indentation.
import { codeOf, type SourceFile } from './files.ts';

export interface FoundFunction {
  /** `path name`. */
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

const DECLARATION = /^(\s*)(?:export )?(?:default )?(?:async )?function\*? (\w+)/;
const CONSTANT = /^(\s*)(?:export )?const (\w+)(?:: [^=]+)? = (?:async )?(?=\(.*=> \{$|\($)/;

export function functionsOf(file: SourceFile): FoundFunction[] {
  const lines = codeOf(file.text).split('\n');
  return lines.flatMap((line, n) => {
    const match = DECLARATION.exec(line) ?? CONSTANT.exec(line);
    if (match === null) return [];
    const [start, indentation = '', name = ''] = match;
    const rest = lines.slice(n);
    const length = rest.findIndex((next, k) => k > 0 && isEnd(next, indentation));
    const header = [line.slice(start.length), ...rest.slice(1)].join('\n');
    return [
      {
        name: `${file.path} ${name}`,
        lines: isOneLine(line) ? 1 : length + 1,
        parameters: countParameters(header),
      },
    ];
  });
}

function isOneLine(line: string): boolean {
  return /[;}]$/.test(line.trim());
}

/** `): Promise<void> {` starts a body, `}` ends one. */
function isEnd(line: string, indentation: string): boolean {
  return line.startsWith(`${indentation}}`) && !/\{$/.test(line);
}

/** Commas between the outer parentheses, outside of all inner brackets. */
function countParameters(header: string): number {
  let depth = 0;
  let count = 0;
  let hasText = false;
  const begin = header.indexOf('(');
  for (let n = begin; n < header.length; n++) {
    const sign = header[n] ?? '';
    if (sign === '>' && header[n - 1] === '=') continue;
    if (/[([{<]/.test(sign)) depth += 1;
    else if (/[)\]}>]/.test(sign)) depth -= 1;
    if (depth === 0) return count + (hasText ? 1 : 0);
    if (sign === ',' && depth === 1) {
      count += 1;
      hasText = false;
    } else if (depth === 1 && sign !== '(' && /\S/.test(sign)) hasText = true;
  }
  return count;
}
