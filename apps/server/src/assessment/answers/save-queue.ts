import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import type { Save, WriteOutcome } from './save.ts'
import type { SaveMeter } from './save-meter.ts'
import { writeSaves } from './write-saves.ts'
import { writeSavesTogether } from './write-saves-together.ts'

export interface SaveQueue {
  /** Resolves once the save is committed to disk; rejects when it isn't. */
  save(save: Save): Promise<WriteOutcome>
}

/** Saves wait for each other here, and are written together; never two of one form run at once, so that they keep their order. */
export const createSaveQueue = (database: Database, graceMs: number, meter?: SaveMeter): SaveQueue => {
  const write = database.dialect === 'postgres' ? writeSavesTogether : writeSaves
  const put = createBatches<Save, WriteOutcome>({
    ...sizesOf(database.dialect),
    keyOf: ({ event }) => `${event.org_id}/${event.form_run_guid}`,
    run: (saves) => write(database, saves, graceMs),
  })
  if (!meter) return { save: put }
  return {
    save: async (save) => {
      const fromMs = performance.now()
      meter.began()
      let outcome = 'failed'
      try {
        const written = await put(save)
        outcome = written === 'undecided' ? written : written.outcome
        return written
      } finally {
        meter.ended(outcome, performance.now() - fromMs)
      }
    },
  }
}
