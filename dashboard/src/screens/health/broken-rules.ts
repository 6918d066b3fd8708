// The violated ledger invariants, each with its project, in the page's language.
interface Broken {
  readonly invariant: string;
  readonly project_id: string | null;
}

export function brokenRules(rules: readonly Broken[], text: (code: string) => string): string {
  return rules
    .map(({ invariant, project_id: id }) => `${text(invariant)} (${id ?? '–'})`)
    .join(', ');
}
