// The rules of the books that are broken, each with its project, in the reader's language.
interface Broken {
  readonly invariant: string;
  readonly project_id: string | null;
}

export function brokenRules(rules: readonly Broken[], text: (code: string) => string): string {
  return rules
    .map(({ invariant, project_id: id }) => `${text(invariant)} (${id ?? '–'})`)
    .join(', ');
}
