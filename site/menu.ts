// What users find in the documents, in the order of the menu. What is not here is for contributors: it has its
// pages, below /docs/contributors, and is not searched.

export interface MenuEntry {
  readonly title: string;
  /** A document of this repository, or the name of pages that are made from code. */
  readonly source: string;
}

export interface MenuSection {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

/** Each of their second headings is a page of its own: a task. */
export const SPLIT: readonly string[] = ['docs/operations.md'];

/** Pages that are made from the OpenAPI documents (api/pages.ts). */
export const API = 'api';

export const HOME = 'docs/index.md';

export const menu: readonly MenuSection[] = [
  {
    title: 'Start',
    entries: [
      { title: 'Overview', source: HOME },
      { title: 'A shop in fifteen minutes', source: 'docs/tutorial.md' },
    ],
  },
  {
    title: 'How to',
    entries: [
      { title: 'Be paid, pay out, go live', source: 'docs/how-to.md' },
      { title: 'Try the odd cases', source: 'docs/sandbox.md' },
      { title: 'Take money every month', source: 'docs/subscriptions.md' },
      { title: 'Use the dashboard', source: 'docs/dashboard.md' },
      { title: 'Change and translate texts', source: 'docs/translating.md' },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { title: 'The API', source: API },
      { title: 'Callbacks', source: 'docs/callbacks.md' },
      { title: 'Statuses', source: 'docs/statuses.md' },
      { title: "The payer's pages", source: 'docs/payment-pages.md' },
      { title: 'TypeScript client', source: 'client/README.md' },
      { title: 'Command line', source: 'docs/cli.md' },
      { title: 'Configuration', source: 'docs/configuration.md' },
      { title: 'Words', source: 'docs/glossary.md' },
      { title: 'Changes', source: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Operations',
    entries: [
      { title: 'Running a till', source: 'docs/operations.md' },
      { title: 'From a bare server to live', source: 'docs/nodes.md' },
      { title: 'Keys', source: 'docs/keys.md' },
      { title: 'People', source: 'docs/people.md' },
      { title: 'Policy', source: 'docs/policy.md' },
      { title: 'Runbook', source: 'docs/runbook.md' },
      { title: 'High availability', source: 'docs/high-availability.md' },
      { title: 'Standbys and restores', source: 'docs/restores.md' },
      { title: 'Packaging', source: 'docs/packaging.md' },
      { title: 'Security', source: 'SECURITY.md' },
    ],
  },
  { title: 'Accounting', entries: [{ title: 'Money', source: 'docs/money.md' }] },
  {
    title: 'Explanation',
    entries: [
      { title: 'How it works inside', source: 'docs/architecture.md' },
      { title: 'More than one process', source: 'docs/scaling.md' },
    ],
  },
];
