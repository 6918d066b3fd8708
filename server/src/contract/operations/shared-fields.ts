// Shared by several areas of the API: references, and the paging of lists.
import { integer, reference as referenceField, text, uuid } from '../fields.ts';

export const ID_TEXT_MAX = 255;
/** A reference in a filter, a path, or a new object. A blank one is an ordinary value or counts as missing. */
export const idText = (description: string) => text(ID_TEXT_MAX, description);
/** A reference in a body: a blank one counts as missing. */
export const reference = (description: string) => referenceField(ID_TEXT_MAX, description);
export const paging = {
  starting_after: uuid('Id of the last row that you received. 404 if it does not exist'),
  limit: integer({ min: 1, max: 200 }, 'Rows per page. Default: 50'),
};
