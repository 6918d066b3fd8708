// Linear time. The expression `x+$` would take quadratic time when a run of `x` is not at the end.

export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
