// What the dashboard's modules and libraries import as `react`: Preact, with the one export that Preact does not have
// (docs/decisions/0203-preact-renders-the-dashboard.md). Types stay those of React.
export * from 'preact/compat';
export { default } from 'preact/compat';

/** Mantine hides the element around it as well, so its children only have to stay mounted. */
export function Activity({ children }) {
  return children;
}
