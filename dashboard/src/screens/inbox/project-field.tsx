// Selects the project that sends a deposit without an owner.
import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';

interface Props {
  readonly value: string;
  readonly onChange: (project: string) => void;
}

export function ProjectField({ value, onChange }: Props) {
  const t = useTexts('inbox');
  const { projects } = useMe();
  return (
    <NativeSelect
      label={t.project}
      data={[
        { value: '', label: t.choose },
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  );
}
