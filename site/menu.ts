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
      { title: 'Connect a shop', source: 'docs/integrations.md' },
      { title: 'Use the dashboard', source: 'docs/dashboard.md' },
    ],
  },
  {
    title: 'Accept payments and pay out',
    entries: [
      { title: 'How-to guides', source: 'docs/how-to.md' },
      { title: 'Payment pages', source: 'docs/payment-pages.md' },
      { title: 'Subscriptions', source: 'docs/subscriptions.md' },
      { title: 'Reports and statements', source: 'docs/reports.md' },
      { title: 'Statuses', source: 'docs/statuses.md' },
      { title: 'Withdrawal policy', source: 'docs/policy.md' },
    ],
  },
  { title: 'Webhooks', entries: [{ title: 'Webhooks (callbacks)', source: 'docs/callbacks.md' }] },
  { title: 'Test', entries: [{ title: 'The sandbox', source: 'docs/sandbox.md' }] },
  {
    title: 'API reference',
    entries: [
      { title: 'The API', source: API },
      { title: 'TypeScript client', source: 'client/README.md' },
    ],
  },
  {
    title: 'Run it',
    entries: [
      { title: 'From a bare server to live', source: 'docs/nodes.md' },
      { title: 'Operations', source: 'docs/operations.md' },
      { title: 'Configuration', source: 'docs/configuration.md' },
      { title: 'Command line', source: 'docs/cli.md' },
      { title: 'Keys', source: 'docs/keys.md' },
      { title: 'People', source: 'docs/people.md' },
      { title: 'Runbook', source: 'docs/runbook.md' },
      { title: 'High availability', source: 'docs/high-availability.md' },
      { title: 'Standbys and restores', source: 'docs/restores.md' },
      { title: 'Packages and images', source: 'docs/packaging.md' },
      { title: 'Security', source: 'SECURITY.md' },
    ],
  },
  { title: 'Account for it', entries: [{ title: 'Money', source: 'docs/money.md' }] },
  {
    title: 'Explain',
    entries: [
      { title: 'Architecture', source: 'docs/architecture.md' },
      { title: 'Scaling', source: 'docs/scaling.md' },
      { title: 'Glossary', source: 'docs/glossary.md' },
      { title: 'Texts and translations', source: 'docs/translating.md' },
      { title: 'Design system', source: 'docs/design-system.md' },
      { title: 'Changes', source: 'CHANGELOG.md' },
    ],
  },
];
