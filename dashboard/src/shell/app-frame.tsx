// The frame around every screen of signed-in people: project, navigation, search, account. It follows live events and
// contains the step-up dialog.
import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import icon from '../icon.svg';
import { useStoredSettings } from '../shared/display-settings.ts';
import { useTexts } from '../shared/i18n.tsx';
import { followChanges } from '../shared/live.ts';
import { useMe } from '../shared/session.ts';
import { StepUpDialog } from '../shared/ui/step-up-dialog.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './frame.module.css';
import { Navigation, SectionTabs } from './navigation.tsx';
import { ScreenOutlet } from './screen-outlet.tsx';
import { SearchBox } from './search-box.tsx';

export function AppFrame() {
  const t = useTexts('common');
  const me = useMe();
  const client = useQueryClient();
  useStoredSettings();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(() => followChanges(client), [client]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a small screen every navigation closes the menu.
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className={classes.skip} href="#content">
        {t.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.openNavigation}
              aria-expanded={isOpen}
            />
            <Link to="/" className={classes.brand ?? ''}>
              <img src={icon} alt="" width="24" height="24" />
              Chaintill
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchBox />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes.navbar ?? ''} aria-label={t.navigation}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main ?? ''} id="content" tabIndex={-1}>
        {me.mode === 'sandbox' && <div className={classes.sandbox}>{t.sandbox}</div>}
        <div className={classes.content}>
          <SectionTabs />
          <ScreenOutlet />
        </div>
      </AppShell.Main>
      <StepUpDialog />
    </AppShell>
  );
}
