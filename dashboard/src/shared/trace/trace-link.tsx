// The way from an object to all that it booked and moved.
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
