// The top of every screen: heading and tab title, back link, and actions.
import { Group, Stack, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import classes from './text.module.css';

interface Props {
  readonly title: string;
  readonly back?: { readonly label: string; readonly link: LinkProps };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, back, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Chaintill`;
  }, [title]);
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      {back !== undefined && (
        <div>
          <Link {...back.link}>← {back.label}</Link>
        </div>
      )}
      <Group justify="space-between" gap="sm">
        <Title order={1} className={classes.breaks ?? ''}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
