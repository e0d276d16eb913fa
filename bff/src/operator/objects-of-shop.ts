import type { ObjectStore } from '@karigar/events';
import { type ObjectsSettings, objectsVariables } from '../config/objects-variables.ts';
import { openShopObjects } from '../config/open-shop-objects.ts';
import { OperatorError } from './operator-error.ts';
import type { ShopSettings } from './shop-settings.ts';

/** A command has more patience than a server: what it asks for is larger, and it is better late than not at all. */
const timeoutMs = 60_000;

/** Finds the storage of objects, as the servers have it. Throws `OperatorError` for settings that cannot be meant. */
function objectsSettings({ variables, dataDir, production }: ShopSettings): ObjectsSettings {
  const plainHttp = !production || variables.REHEARSAL === 'on';
  return objectsVariables(
    (name, schema) => {
      const read = schema.safeParse(variables[name] || undefined);
      if (read.success) return read.data;
      throw new OperatorError(`${name} ${read.error.issues.map(({ message }) => message).join('; ')}.`);
    },
    { dataDir, plainHttp },
  );
}

/** Opens it. Nothing is asked of it yet. */
export const openOperatorObjects = (shop: ShopSettings): Promise<ObjectStore> =>
  openShopObjects(objectsSettings(shop), shop.dataDir, timeoutMs);
