import type { Database } from '../db/database.ts'
import type { AnswerEventTable } from '../db/schema.ts'
import { writeSaves } from './write-saves.ts'
import { writeSavesTogether } from './write-saves-together.ts'

/** One answer to be saved, checked already; its form run is the caller's own. */
export interface Save {
  readonly event: Omit<AnswerEventTable, 'outcome' | 'late_ms'>
  /** The part of the paper in which the question stands; empty where no part of the exam has an end of its own. */
  readonly partId: string
  /** Id of the question that the learner is at. */
  readonly page: string
  readonly timeRemainingMs: number
  readonly elapsedMs: number
}

/**
 * What became of it. `late`: the form run was completed before. `over-time`: its time was over for longer than the grace. Both are
 * kept in the history and replace nothing.
 */
export type SaveOutcome = AnswerEventTable['outcome']

export interface SaveQueue {
  /** Resolves once the save is committed to disk; rejects when it isn't. */
  save(save: Save): Promise<SaveOutcome>
}

interface Waiting {
  readonly save: Save
  resolve(outcome: SaveOutcome): void
  reject(error: unknown): void
}

/** More than this in one transaction makes the last one wait longer than a transaction of its own would take. */
const mostInOneWrite = 64

/**
 * Saves that arrive while one transaction is being written go together into the next: one sync of the disk serves them all.
 * One transaction at a time: with two or four at once, each was smaller and all of them together were slower, on both databases.
 * Where such a batch fails, each of its saves is tried alone, so that a bad one takes no other down.
 */
export const createSaveQueue = (database: Database, graceMs: number): SaveQueue => {
  const writeBatchOf = database.dialect === 'postgres' ? writeSavesTogether : writeSaves
  const write = (saves: readonly Save[]) => writeBatchOf(database, saves, graceMs)
  const waiting: Waiting[] = []
  let isWriting = false

  const writeOneByOne = async (batch: readonly Waiting[]) => {
    for (const one of batch)
      try {
        const [outcome] = await write([one.save])
        one.resolve(outcome ?? 'older')
      } catch (error) {
        one.reject(error)
      }
  }

  const writeBatch = async (batch: readonly Waiting[]) => {
    try {
      const outcomes = await write(batch.map((one) => one.save))
      for (const [index, one] of batch.entries()) one.resolve(outcomes[index] ?? 'older')
    } catch {
      await writeOneByOne(batch)
    }
  }

  /** What may be written together: two saves of one form run never are, so that they keep their order. */
  const takeBatch = (): Waiting[] => {
    const batch: Waiting[] = []
    const runs = new Set<string>()
    for (let index = 0; index < waiting.length && batch.length < mostInOneWrite; ) {
      const one = waiting[index]
      if (!one) break
      const run = `${one.save.event.org_id}/${one.save.event.form_run_guid}`
      if (runs.has(run)) {
        index += 1
        continue
      }
      runs.add(run)
      batch.push(one)
      waiting.splice(index, 1)
    }
    return batch
  }

  const pump = async (): Promise<void> => {
    if (isWriting) return
    isWriting = true
    // Whatever else came in with this request's round of the event loop joins the batch.
    await new Promise((resolve) => setImmediate(resolve))
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await writeBatch(batch)
    isWriting = false
  }

  return {
    save: (save) =>
      new Promise((resolve, reject) => {
        waiting.push({ save, resolve, reject })
        void pump()
      }),
  }
}
