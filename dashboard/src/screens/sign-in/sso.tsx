// The callback page of single sign-on: the provider's response is in the URL, and the matching challenge was stored in
// this browser.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { people } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Lone } from '../../shared/ui/lone.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { useEnter } from './enter.ts';

const STORAGE_KEY_NAME = 'chaintill-sso';

interface Kept {
  readonly challenge_id: string;
  readonly next?: string | undefined;
}

/** Redirects to the provider. `next` is the page to open after sign-in. */
export async function goToProvider(next: string | undefined): Promise<void> {
  const { challenge_id, url } = await people('session.sso', {});
  sessionStorage.setItem(STORAGE_KEY_NAME, JSON.stringify({ challenge_id, next } satisfies Kept));
  window.location.assign(url);
}

/** Removes it, so that it is used only once. */
function takeStored(): Kept | null {
  const kept = sessionStorage.getItem(STORAGE_KEY_NAME);
  sessionStorage.removeItem(STORAGE_KEY_NAME);
  return kept === null ? null : (JSON.parse(kept) as Kept);
}

export function Sso() {
  const t = useTexts('sign-in');
  const enter = useEnter();
  const work = useAction({
    run: async ({ kept, answer }: { kept: Kept; answer: string }) => {
      await people('session.sso-finish', { challenge_id: kept.challenge_id, answer });
      return kept.next;
    },
    onDone: (next: string | undefined) => enter(next),
  });
  const isRequested = useRef(false);
  useEffect(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    const answer = window.location.search;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const kept = takeStored();
    // The service rejects an unknown challenge with the right error message.
    work.start({ kept: kept ?? { challenge_id: crypto.randomUUID() }, answer: answer || '?' });
  });
  return (
    <Lone title={t.welcome}>
      {!work.isError && <Text role="status">{t.signingIn}</Text>}
      {work.isError && (
        <>
          <Failed error={work.error} />
          <Anchor component={Link} to="/sign-in">
            {t.otherWays}
          </Anchor>
        </>
      )}
    </Lone>
  );
}
