// After sign-in: clears cached data of the previous person and continues to the next page.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';

/** `next` is a full path within the dashboard, including `/dashboard`. */
export function useEnter(): (next?: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  return async (next) => {
    client.clear();
    if (next === undefined) await navigate({ to: '/', replace: true });
    else router.history.replace(next);
  };
}
