// What happens when somebody was signed in: whatever was known of before is forgotten, and the way goes on.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';

/** `next` is a whole address of ours, with `/dashboard`. */
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
