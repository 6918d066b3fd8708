// Who of a project asks, as withdrawals name him: nobody approves what he asked for himself.
import type { Actor } from '../contract/operator/operation.ts';
import type { Asking } from './operator.ts';

/** As the interface of people names who asks. */
export function keyOf({ userId, name }: Actor): string {
  return `user:${userId ?? name}`;
}

/** The person who requests it, who then cannot approve it; and the project, if they act in only one. */
export function requestedWithin({ actor, within }: Asking): {
  projectId?: string;
  requestedBy?: string;
} {
  return {
    ...(within !== undefined && { projectId: within }),
    ...(actor.userId !== undefined && { requestedBy: keyOf(actor) }),
  };
}
