import { type KnownGeneration, type SetBackSign, signOfSetBack } from '@sitwell/exam/answers/set-back'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { ServerLog } from '../server-log.ts'
import { readDatabaseMark } from './database-mark.ts'
import { countBeat, insertGeneration, selectGeneration } from './queries.ts'
import { createWitnessFile } from './witness-file.ts'

/** Which database this is: one that was set back is another, also if nobody says so. */
export interface Generation {
  /** Its name; goes with every reply to somebody who is signed in. */
  current(): string
  /** Counts from 1; undefined before `begin`. */
  number(): number | undefined
  /** Finds out whether it was set back while this server didn't run. */
  begin(): Promise<void>
  /** The same while it runs, at each sign of life; and whether another server, or an operator, has begun a new one. */
  look(): Promise<void>
  /**
   * Resolves after a sign of life that began after this call. A backup from before the call is then noticed when it is restored, however soon. Calls that come together share one.
   * Rejects if the database can't be reached.
   */
  remember(): Promise<void>
  /** A form run has taken this many saves now: fewer than before, and the database was set back in between. */
  saw(formRun: string, saves: number): void
  /** A page has shown that this database has forgotten saves that it had acknowledged. */
  lost(): void
  /**
   * The files of the database were replaced or removed while this server ran. The next start begins a new generation, unless this server writes
   * a sign of life into them before: a backup that is put back now may have as many of those as it remembers.
   */
  suspect(): Promise<void>
}

interface GenerationContext {
  readonly database: Database
  readonly config: Pick<Config, 'database' | 'dataFolder'>
  readonly clock: Clock
  readonly log: Pick<ServerLog, 'error' | 'info'>
}

/** Form runs whose saves are remembered. */
const mostRemembered = 50_000

export const createGeneration = (context: GenerationContext): Generation => {
  const { database, clock, log } = context
  const file = createWitnessFile(context.config)
  const savesOf = new Map<string, number>()
  let known: Omit<KnownGeneration, 'mark'> | undefined

  const take = (next: Omit<KnownGeneration, 'mark'>) => {
    if (known && known.generation !== next.generation) savesOf.clear()
    known = next
  }

  const beginAnother = async (because: SetBackSign | 'first', number: number, mark: string) => {
    await insertGeneration(database, { number, because, mark, since_at: clock.nowMs() })
    const row = await selectGeneration(database)
    if (!row) throw new Error('The generation of the database was not written.')
    if (because !== 'first')
      log.error(
        { event: 'database-set-back', reason: because, generation: row.generation },
        'the database is older than what was acknowledged, or is another one; browsers compare what they hold with it',
      )
    return row
  }

  /** The present generation, begun again where the database is not the one that is remembered. */
  const compare = async (remembered: Omit<KnownGeneration, 'mark'> | undefined) => {
    const mark = await readDatabaseMark(database, context.config.database)
    const row = await selectGeneration(database)
    if (!row) return beginAnother(remembered ? 'generation-lost' : 'first', (remembered?.number ?? 0) + 1, mark)
    const sign = signOfSetBack(remembered, row, mark)
    return sign ? beginAnother(sign, Math.max(row.number, remembered?.number ?? 0) + 1, mark) : row
  }

  const noticed = async (because: SetBackSign) => {
    const mark = await readDatabaseMark(database, context.config.database)
    const row = await selectGeneration(database)
    const { number, generation, beats } = await beginAnother(because, Math.max(row?.number ?? 0, known?.number ?? 0) + 1, mark)
    take({ number, generation, beats })
  }

  const beatOnce = async (remembered: Omit<KnownGeneration, 'mark'> | undefined) => {
    const { number, generation } = await compare(remembered)
    const beats = await countBeat(database, { number, generation })
    // Set back after it was compared.
    if (beats === undefined) return noticed('generation-lost')
    if (remembered?.generation === generation && beats <= remembered.beats) return noticed('beats-lost')
    take({ number, generation, beats })
    await file.write({ number, generation, beats })
  }

  let last: Promise<unknown> = Promise.resolve()
  /** One after the other, so that the file never has fewer signs of life than a caller has waited for. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const now = last.then(work)
    last = now.catch(() => undefined)
    return now
  }
  const beat = (remembered: () => Promise<Omit<KnownGeneration, 'mark'> | undefined>) =>
    inTurn(async () => beatOnce(await remembered()))
  const look = () => beat(async () => known)

  let next: Promise<void> | undefined
  /** The sign of life that hasn't begun yet, which all share who ask before it begins. */
  const remember = () => {
    next ??= inTurn(async () => {
      next = undefined
      await beatOnce(known)
    })
    return next
  }

  let isMarking = false
  const lost = () => {
    savesOf.clear()
    // What many pages show at one moment is one set-back.
    if (isMarking) return
    isMarking = true
    noticed('saves-lost')
      .catch((error: unknown) =>
        log.error({ event: 'database-set-back-unmarked', err: error }, 'a database that was set back could not be marked'),
      )
      .finally(() => {
        isMarking = false
      })
  }

  return {
    current: () => known?.generation ?? '',
    number: () => known?.number,
    begin: () => beat(file.read),
    look,
    remember,
    saw: (formRun, saves) => {
      const before = savesOf.get(formRun)
      if (savesOf.size >= mostRemembered) savesOf.clear()
      savesOf.set(formRun, saves)
      if (before !== undefined && saves <= before) lost()
    },
    lost,
    suspect: () =>
      inTurn(async () => {
        if (known) await file.write({ ...known, beats: known.beats + 1 })
      }),
  }
}
