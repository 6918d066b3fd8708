// Starts every risk provider in risk/providers/. Used once, when the application is assembled.
import { fileURLToPath } from 'node:url';
import { loadDir } from '../core/load-dir.ts';
import type { RiskContext, RiskProvider, RiskProviderDefinition } from './provider.ts';

const FOLDER = fileURLToPath(new URL('./providers/', import.meta.url));

/** The providers that have a part in this mode. Rejects when one of them cannot start. */
export async function loadRiskProviders(context: RiskContext): Promise<readonly RiskProvider[]> {
  const definitions = await loadDir<RiskProviderDefinition>(FOLDER);
  const started = await Promise.all(definitions.map((definition) => definition.create(context)));
  return started.filter((provider) => provider !== null);
}
