// A link from an object to its postings and on-chain transactions.
import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts.ts';

export function TraceLink({ project, id }: { readonly project: string; readonly id: string }) {
  const t = useTexts('trace');
  return (
    <Link to="/projects/$project/transactions/$reference" params={{ project, reference: id }}>
      {t.open}
    </Link>
  );
}
