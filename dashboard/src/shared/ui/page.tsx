// The top of every screen: heading and tab title, back link, and actions.
import { Alert, Button, Code, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { mayMend, useErrorMessages } from '../errors.ts';
import { useTexts } from '../i18n.tsx';
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

interface QueryStatusProps {
  readonly of: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    refetch(): Promise<unknown>;
  };
  /** What is being loaded, as text. */
  readonly what: string;
}

/** Rendered in place of a query's data: that it is loading, or why it failed, with a button to retry. */
export function QueryStatus({ of: query, what }: QueryStatusProps) {
  if (query.isPending) return <Loading what={what} />;
  if (!query.isError) return null;
  return <Failed error={query.error} what={what} onRetry={() => void query.refetch()} />;
}

interface FailedProps {
  readonly error: unknown;
  /** What was being loaded, as text, if the person did not request it explicitly. */
  readonly what?: string;
  readonly onRetry?: () => void;
}

/** An error: what could not be loaded or done, why, what to do next, and the request ID for a report. */
export function Failed({ error, what, onRetry }: FailedProps) {
  const t = useTexts('common');
  const { text, requestId } = useErrorMessages()(error);
  const retry = mayMend(error) ? onRetry : undefined;
  return (
    <Alert color="red" role="alert" title={what === undefined ? undefined : t.loadFailed({ what })}>
      <Text size="sm">{text}</Text>
      <Group mt={retry === undefined && requestId === null ? 0 : 'xs'} gap="sm">
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.retry}
          </Button>
        )}
        {requestId !== null && <Code>{t.requestWithId({ id: requestId })}</Code>}
      </Group>
    </Alert>
  );
}

/** A loading indicator that names what is loading. */
export function Loading({ what }: { readonly what: string }) {
  const t = useTexts('common');
  return (
    <Group justify="center" p="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{t.loading({ what })}</Text>
    </Group>
  );
}

interface EmptyProps {
  readonly text: ReactNode;
  readonly onClear?: (() => void) | undefined;
}

/** An empty list: the text that there is nothing yet and what to do, or that no row matches the filters. */
export function Empty({ text, onClear }: EmptyProps) {
  const t = useTexts('common');
  return (
    <Stack className={classes.quiet ?? ''} align="center" gap="sm">
      <Text>{text}</Text>
      {onClear !== undefined && (
        <Button variant="default" onClick={onClear}>
          {t.clearFilters}
        </Button>
      )}
    </Stack>
  );
}
