// Shown in place of a screen: loading, not found, or failed.
import { Anchor, Button, Group } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n.tsx';
import { Failed, Loading, Page } from '../shared/ui/page.tsx';
import classes from './frame.module.css';

export function LoadingPage() {
  const t = useTexts('common');
  return <Loading what={t.thePage} />;
}

export function NotFoundScreen() {
  const t = useTexts('common');
  return (
    <Page title={t.notFoundTitle}>
      <p>{t.notFound}</p>
      <Anchor component={Link} to="/">
        {t.goHome}
      </Anchor>
    </Page>
  );
}

export function NotFoundPage() {
  return (
    <main className={classes.lone}>
      <NotFoundScreen />
    </main>
  );
}

export function FailedPage({ error }: ErrorComponentProps) {
  const t = useTexts('common');
  return (
    <main className={classes.lone}>
      <Page title={t.unexpectedErrorTitle}>
        <Failed error={error} />
        <Group>
          <Button onClick={() => window.location.reload()}>{t.reload}</Button>
        </Group>
      </Page>
    </main>
  );
}
