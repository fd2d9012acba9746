import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import type { Save, WriteOutcome } from './save.ts'
import { writeSaves } from './write-saves.ts'
import { writeSavesTogether } from './write-saves-together.ts'

export interface SaveQueue {
  /** Resolves once the save is committed to disk; rejects when it isn't. */
  save(save: Save): Promise<WriteOutcome>
}

/** Saves wait for each other here, and are written together; never two of one form run at once, so that they keep their order. */
export const createSaveQueue = (database: Database, graceMs: number): SaveQueue => {
  const write = database.dialect === 'postgres' ? writeSavesTogether : writeSaves
  return {
    save: createBatches<Save, WriteOutcome>({
      ...sizesOf(database.dialect),
      keyOf: ({ event }) => `${event.org_id}/${event.form_run_guid}`,
      run: (saves) => write(database, saves, graceMs),
    }),
  }
}
