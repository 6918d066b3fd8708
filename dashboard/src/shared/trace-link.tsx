// The link from an object to everything behind it. Apart from the tables of that page, which pages with the link do not
// load.
import { Link } from '@tanstack/react-router';
import { useTexts } from './i18n.tsx';
import { toTrace } from './links.ts';

export function TraceLink({ project, id }: { readonly project: string; readonly id: string }) {
  const t = useTexts('trace');
  return <Link {...toTrace(project, id)}>{t.open}</Link>;
}
