// The top of every screen: heading and tab title, back link, and actions.
import {
  Alert,
  Button,
  Card,
  Code,
  Group,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { mayMend, useErrorMessages } from '../errors.ts';
import { useTexts } from '../i18n.tsx';
import { Icon, type IconName } from './icon.tsx';
import classes from './text.module.css';

interface Props {
  readonly title: string;
  readonly back?: Back;
  /** At the other end of the line of `back`. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The list above a detail page, in the same project. */
export interface Back {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly search?: LinkProps['search'];
}

let isHeadingFocused = false;

/** The heading of the next page gets the keyboard focus: the page of an object that was just created. */
export function focusNextHeading(): void {
  isHeadingFocused = true;
}

export function Page({ title, back, beside, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Chaintill`;
  }, [title]);
  useEffect(() => {
    if (isHeadingFocused) heading.current?.focus();
    isHeadingFocused = false;
  }, []);
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      {back !== undefined && (
        <Group justify="space-between" gap="sm">
          <Link className={classes.back} to={back.to} params={true} search={back.search ?? {}}>
            ← {back.label}
          </Link>
          {beside}
        </Group>
      )}
      <Group justify="space-between" gap="sm">
        <Title order={1} className={classes.breaks ?? ''} ref={heading} tabIndex={-1}>
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
  readonly shape?: Shape;
}

/** Rendered in place of a query's data: that it is loading, or why it failed, with a button to retry. */
export function QueryStatus({ of: query, what, shape }: QueryStatusProps) {
  if (query.isPending) return <Loading what={what} shape={shape} />;
  if (!query.isError) return null;
  return <Failed error={query.error} what={what} onRetry={() => void query.refetch()} />;
}

export interface LoadedProps<Data> {
  readonly query: QueryStatusProps['of'] & { readonly data: Data | undefined };
  /** What is being loaded, as text. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** A query's data, below its status. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  return (
    <>
      <QueryStatus of={query} what={what} />
      {query.data !== undefined && children(query.data)}
    </>
  );
}

interface FailedProps {
  readonly error: unknown;
  /** What was being loaded, as text, if the person did not request it explicitly. */
  readonly what?: string;
  readonly onRetry?: () => void;
}

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

interface SectionProps {
  readonly title: string;
  readonly about?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ title, about, actions, children }: SectionProps) {
  return (
    <Card withBorder>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2}>{title}</Title>
            {about !== undefined && <Text c="dimmed">{about}</Text>}
          </div>
          {actions !== undefined && <Group gap="sm">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}

interface TitledProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page or dialog, without a frame. */
export function Titled({ title, children }: TitledProps) {
  return (
    <section>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Links to a full list as files. `href` is their URL. */
export function FileButtons({ href }: { readonly href: (format: 'csv' | 'xlsx') => string }) {
  const t = useTexts('common');
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button key={format} component="a" variant="default" href={href(format)} download>
      {t[`${format}File`]}
    </Button>
  ));
}

/** What will be there: the rows of a list, or the text of a card. */
type Shape = 'rows' | 'text';

interface LoadingProps {
  readonly what: string;
  readonly shape?: Shape | undefined;
}

/** The outline of what is being loaded. Screen readers are told what it is. */
export function Loading({ what, shape = 'text' }: LoadingProps) {
  const t = useTexts('common');
  return (
    <div className={classes.skeleton} data-shape={shape} role="status">
      <VisuallyHidden>{t.loading({ what })}</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
        <span key={line} className={classes.bone} />
      ))}
    </div>
  );
}

export interface EmptyParts {
  readonly icon?: IconName | undefined;
  /** What will appear here. */
  readonly text: ReactNode;
  /** What makes it appear, if the person may do it. */
  readonly action?: ReactNode;
}

interface EmptyProps extends EmptyParts {
  readonly onClear?: (() => void) | undefined;
}

export function Empty({ onClear, icon, text, action }: EmptyProps) {
  const t = useTexts('common');
  const shown = icon ?? (onClear === undefined ? undefined : 'search');
  return (
    <Stack className={classes.quiet ?? ''} align="center" gap="sm">
      {shown !== undefined && (
        <span className={classes.medal}>
          <Icon name={shown} />
        </span>
      )}
      <Text>{text}</Text>
      {action}
      {onClear !== undefined && (
        <Button variant="default" onClick={onClear}>
          {t.clearFilters}
        </Button>
      )}
    </Stack>
  );
}
