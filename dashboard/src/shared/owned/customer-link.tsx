// The customer that an object of a project names, leading to what is known of him.
import { Link, useParams } from '@tanstack/react-router';

/** Nothing where none is named. */
export function CustomerLink({ id }: { readonly id: string | null }) {
  const { project } = useParams({ strict: false });
  if (id === null || project === undefined) return id ?? '–';
  return (
    <Link to="/projects/$project/customers/$customer" params={{ project, customer: id }}>
      {id}
    </Link>
  );
}
