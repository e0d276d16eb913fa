import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Config } from './config/config.ts';
import type { AppEnv } from './http/app-env.ts';
import { mountImages } from './images/image-calls.ts';
import { pictureFolder } from './images/picture-store.ts';
import { emulatorPaths, mountPassThrough, simulatorPath } from './static/pass-through.ts';
import { archiveAssets } from './static/release-files.ts';
import { mountSearchEngines } from './static/search-engines.ts';
import { mountPages } from './static/serve-pages.ts';
import type { Catalogue } from './tools/catalogue.ts';

/**
 * Mounts everything that is served beside the API: pictures, the demo's stand-ins, the pages. Archives this release's assets for the
 * releases to come. The pages take every path that is left, so they come last.
 */
export async function mountRest(app: Hono<AppEnv>, config: Config, catalogue: Catalogue): Promise<void> {
  mountImages(app, pictureFolder(config.dataDir));
  const { emulatorHost } = config.auth;
  if (emulatorHost !== null) mountPassThrough(app, emulatorPaths, `http://${emulatorHost}`);
  const { simulatorUrl } = config.payments;
  if (simulatorUrl !== null) mountPassThrough(app, [simulatorPath], simulatorUrl, '/simulator');
  mountSearchEngines(app, async () => (await catalogue.snapshot()).tools);
  if (config.pwaDist === null) return;
  const archive = join(config.dataDir, 'releases');
  await archiveAssets(config.pwaDist, archive);
  await mountPages(app, config.pwaDist, archive, catalogue);
}
