// The way from an object to all that it booked and moved.
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n.tsx';
import { traceMessages } from './messages.ts';

export function TraceLink({ project, id }: { readonly project: string; readonly id: string }) {
  const t = useMessages(traceMessages);
  return (
    <Link to="/projects/$project/transactions/$reference" params={{ project, reference: id }}>
      {t.open}
    </Link>
  );
}
