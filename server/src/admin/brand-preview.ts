// GET /admin/api/brand-preview: a page or email for payers with sample data, in the brand of a form that is not saved
// yet. Fields that are invalid so far are shown as they are stored.
import type { FastifyInstance } from 'fastify';
import { previewPages } from '../contract/brand.ts';
import { type Input, oneOf, readFields, required, text } from '../contract/fields.ts';
import { theProject } from '../contract/operator/operation.ts';
import { type ErrorDetail, invalid, notFound } from '../core/errors.ts';
import { locales } from '../core/languages.ts';
import { settingFields } from '../operator/project-settings/contract.ts';
import { findSettingProblems, withChanges } from '../operator/project-settings/handlers.ts';
import { type AccentFacts, accentFacts } from '../projects/accent.ts';
import { brandOf } from '../projects/brand.ts';
import { loadProject, type ProjectSettings } from '../projects/project.ts';
import { renderPreview } from '../web/brand-preview.ts';
import { authorize } from './authorize.ts';
import { type Admin, admit, authenticatePerson, sendData, valuesOf } from './person.ts';

const shownFields = [
  'merchant_name',
  'merchant_contact',
  'accent_color',
  'appearance',
  'legal_name',
  'postal_address',
  'tax_number',
  'terms_url',
  'page_title',
  'mail_sender',
  'mail_language',
] as const;

const fields = {
  project: theProject,
  page: required(oneOf(previewPages)),
  locale: required(oneOf(locales)),
  scheme: required(oneOf(['light', 'dark'])),
  /** `320x80.png`: a logo that is chosen but not stored. `none`: the stored one is removed. */
  draft_logo: text(20),
} as const;

export function addBrandPreviewRoute(fastify: FastifyInstance, admin: Admin): void {
  fastify.get('/admin/api/brand-preview', async (request, reply) => {
    const { app } = admin;
    const person = await authenticatePerson(admin, request, admit(admin, request));
    const name = 'projects.show' as const;
    const { values } = await authorize(app, person, { name, values: valuesOf(request) });
    const problems: ErrorDetail[] = [];
    const codes = { coin: app.coins, currency: app.currencies };
    const asked = readFields(fields, values, { problems, prefix: '', codes });
    if (problems.length > 0) throw invalid(...problems);
    const { project: id, page, locale, scheme, draft_logo } = asked as Input<typeof fields>;
    const project = await loadProject(app.db, id);
    if (project === null) throw notFound();
    const settings = withLogo(drafted(project.settings, values), draft_logo);
    const shown = { ...project, settings };
    const { accent } = brandOf(shown);
    return sendData(reply, request, {
      html: renderPreview(app, shown, { page, locale, scheme }),
      contrasts: accent === null ? null : contrastsOf(accent),
    });
  });
}

/** Empty: not set. */
function drafted(
  settings: ProjectSettings,
  values: Readonly<Record<string, unknown>>,
): ProjectSettings {
  let result = settings;
  for (const name of shownFields) {
    const value = values[name];
    if (typeof value !== 'string') continue;
    if (value === '') {
      result = withChanges(result, { unset: [name] });
      continue;
    }
    const problems: ErrorDetail[] = [];
    const read = settingFields[name].read(value, name, problems);
    const change = { [name]: read };
    findSettingProblems(change, problems);
    if (problems.length === 0) result = withChanges(result, change);
  }
  return result;
}

const HASH = '0'.repeat(32);

/** The dashboard recognizes the address of a logo that is not stored, and inserts the image. */
function withLogo(settings: ProjectSettings, draft: string | undefined): ProjectSettings {
  if (draft === undefined) return settings;
  const { logo: _, ...others } = settings;
  return draft === 'none' ? others : { ...others, logo: `${HASH}-${draft}` };
}

function contrastsOf(accent: string) {
  return {
    light: shownFacts(accentFacts(accent, 'light')),
    dark: shownFacts(accentFacts(accent, 'dark')),
  };
}

function shownFacts({ onButton, link, textContrast, edgeContrast, needsEdge }: AccentFacts) {
  return {
    text_color: onButton,
    link_color: link,
    // Rounded down, so that a contrast is never shown as enough when it is not.
    text_contrast: downTo(textContrast),
    edge_contrast: downTo(edgeContrast),
    needs_edge: needsEdge,
  };
}

function downTo(ratio: number): string {
  const tenths = Math.floor(ratio * 10);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}
