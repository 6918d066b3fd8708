// A link to an object's customer.
import { Link, useParams } from '@tanstack/react-router';

/** Renders nothing without a customer. */
export function CustomerLink({ id }: { readonly id: string | null }) {
  const { project } = useParams({ strict: false });
  if (id === null || project === undefined) return id ?? '–';
  return (
    <Link to="/projects/$project/customers/$customer" params={{ project, customer: id }}>
      {id}
    </Link>
  );
}
