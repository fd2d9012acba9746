import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import { configuration, officeSession } from '@sitwell/contract'
import * as z from 'zod/mini'
import { type Facts, isWhole } from './office-session.ts'

const startSchema = z.object({
  facts: officeSession.reply,
  appSettings: configuration.reply,
  /** The organisation's own texts, by their ids. */
  texts: z.array(z.tuple([z.string(), z.string()])),
})

/** What a page starts with if the server can't be asked. */
export interface KeptStart {
  readonly facts: Facts
  readonly appSettings: z.infer<typeof configuration.reply>
  readonly texts: ReadonlyMap<string, string>
}

const minuteMs = 60_000

/**
 * What this tab keeps to start without the server: who was signed in, and the settings and texts of their pages. It opens nothing on the server. It ends with the
 * tab, with the session, and after as long without use as the session itself would (decision 184). `nowMs`: milliseconds since 1970 by the computer's clock.
 */
export const createKeptStart = (storage: KeyStorage, nowMs: () => number) => {
  const start = storedValue(storage, 'sitwell.office.start', startSchema)
  const used = storedValue(storage, 'sitwell.office.used', z.object({ atMs: z.number() }))
  const isInUse = (idleMinutes: number): boolean => {
    const idleMs = nowMs() - (used.get()?.atMs ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back says nothing of the time that has passed.
    return idleMs >= -minuteMs && idleMs < idleMinutes * minuteMs
  }
  return {
    /** Undefined if nothing is kept, or it was not used for too long. */
    get: (): KeptStart | undefined => {
      const kept = start.get()
      if (kept === undefined || !isWhole(kept.facts) || !isInUse(kept.facts.idleMinutes)) return undefined
      return { facts: kept.facts, appSettings: kept.appSettings, texts: new Map(kept.texts) }
    },
    keep: ({ facts, appSettings, texts }: KeptStart): void =>
      void start.set({ facts, appSettings, texts: [...texts].map(([id, text]): [string, string] => [id, text]) }),
    /** A call was answered, or somebody has entered something. */
    used: (): void => void used.set({ atMs: nowMs() }),
    clear: (): void => {
      start.clear()
      used.clear()
    },
  }
}

export type KeptStarts = ReturnType<typeof createKeptStart>
