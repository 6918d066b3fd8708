// The requester of a withdrawal as stored with it, to prevent people from approving their own requests.
import type { Actor } from '../contract/operator/operation.ts';
import type { OperationContext } from './operator.ts';

/** The requester in the format of the dashboard API. */
export function keyOf({ userId, name }: Actor): string {
  return `user:${userId ?? name}`;
}

/** The person who requests it, who then cannot approve it, and the project if they act in only one. */
export function requestedWithin({ actor, within }: OperationContext): {
  projectId?: string;
  requestedBy?: string;
} {
  return {
    ...(within !== undefined && { projectId: within }),
    ...(actor.userId !== undefined && { requestedBy: keyOf(actor) }),
  };
}
