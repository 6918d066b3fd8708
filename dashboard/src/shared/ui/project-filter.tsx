// The filter for a project, in lists of all projects.
import { useMe } from '../session.ts';
import { ChoiceFilter } from './filters.tsx';

interface Props {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (project: string | undefined) => void;
}

export function ProjectFilter(props: Props) {
  const { projects } = useMe();
  return (
    <ChoiceFilter
      {...props}
      choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
