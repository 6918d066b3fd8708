// Saved views and hidden columns of the person who is signed in.
import type { listOperations } from '../contract/people/lists.ts';
import { deleteView, listChoicesOf, saveView, showColumn } from '../people/list-choices.ts';
import { type PeopleHandlersOf, signedIn } from './sessions.ts';

export const listHandlers: PeopleHandlersOf<typeof listOperations> = {
  async 'me.lists'({ db }, _input, visitor) {
    return listChoicesOf(db, signedIn(visitor).user.id);
  },
  async 'me.save-view'({ db }, { list, ...view }, visitor) {
    await saveView(db, { userId: signedIn(visitor).user.id, list }, view);
    return { done: true };
  },
  async 'me.delete-view'({ db }, { list, name }, visitor) {
    await deleteView(db, { userId: signedIn(visitor).user.id, list }, name);
    return { done: true };
  },
  async 'me.show-column'({ db }, { list, column, is_shown: isShown }, visitor) {
    await showColumn(db, { userId: signedIn(visitor).user.id, list }, { column, isShown });
    return { done: true };
  },
};
