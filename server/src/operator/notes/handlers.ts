// Notes and assignees: the operator's functions.
import type { App } from '../../app.ts';
import { permissionsOfRole, permissionsOfRoles } from '../../contract/roles.ts';
import { invalid, notFound, rule } from '../../core/errors.ts';
import { addNote, assigneeOf, assignTo, isNoted, type Noted, notesOf } from '../../notes/notes.ts';
import { membershipsOf } from '../../people/members.ts';
import { findUser } from '../../people/users.ts';
import type { HandlersOf } from '../operator.ts';
import type { notesOperations } from './contract.ts';

export const notesHandlers: HandlersOf<typeof notesOperations> = {
  async 'notes.show'(app, input) {
    const noted = await existing(app, input);
    const [assignee, notes] = await Promise.all([
      assigneeOf(app.db, noted),
      notesOf(app.db, noted),
    ]);
    return { assignee, notes };
  },
  async 'notes.add'(app, { note, ...input }, { actor }) {
    const text = note.trim();
    if (text === '') throw invalid(rule.filled('note'));
    const noted = await existing(app, input);
    const author = { id: actor.userId ?? null, name: actor.name };
    return { id: await app.db.transaction((tx) => addNote(tx, noted, { author, text })) };
  },
  async 'notes.assign'(app, { user_id: userId = null, ...input }) {
    const noted = await existing(app, input);
    if (userId !== null) await insistOnAssignable(app, noted.projectId, userId);
    await app.db.transaction((tx) => assignTo(tx, noted, userId));
    return { id: noted.id };
  },
};

interface Input {
  readonly project: string;
  readonly object_type: Noted['type'];
  readonly object_id: string;
}

/** Errors: 404 for an object of another project. */
async function existing(app: App, { project, object_type: type, object_id: id }: Input) {
  const noted = { projectId: project, type, id };
  if (!(await isNoted(app.db, noted))) throw notFound();
  return noted;
}

/** Errors: 404 for a person who cannot work on objects of the project. */
async function insistOnAssignable(app: App, projectId: string, userId: string): Promise<void> {
  const user = await findUser(app.db, userId);
  const memberships = await membershipsOf(app.db, userId);
  const roles = memberships.find(({ project_id }) => project_id === projectId)?.roles ?? [];
  const isAble =
    permissionsOfRoles(roles).has('annotate') ||
    permissionsOfRole(user?.role ?? null).has('annotate');
  if (user === null || user.disabled_at !== null || !isAble) throw notFound();
}
