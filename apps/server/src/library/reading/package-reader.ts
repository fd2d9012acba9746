import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { isServedHere } from '../../db/moved-organisations.ts'
import type { ServerLog } from '../../server-log.ts'
import { type Lease, leaseOf } from './lease.ts'
import { inOwnFolder } from './own-folder.ts'
import { readUpload, UploadGone } from './read-upload.ts'
import { WorkerEnded } from './run-worker.ts'

/** Reads the uploads of a database, one after the other; every node has one. */
export interface PackageReader {
  /** Reads what waits, and resolves when nothing does any more. Rejects where the database can't be asked. */
  look(): Promise<void>
  /** Breaks off what is being read; another process continues with it, or this one after its next start. */
  stop(): Promise<void>
}

interface ReaderContext {
  readonly database: Database
  readonly config: Config
  readonly clock: Clock
  readonly log: Pick<ServerLog, 'error'>
}

/** Milliseconds without a sign of life after which another process reads an upload. */
const silentMs = 60_000
/** Milliseconds between two signs of life. */
const aliveMs = 10_000
/** How often an upload is begun to be read whose reading failed by no fault of its own. */
const mostAttempts = 3

export const createPackageReader = (context: ReaderContext): PackageReader => {
  const { database, config, clock, log } = context
  const reader = randomUUID()
  const stopping = new AbortController()
  let working: Promise<void> | undefined
  let isAskedAgain = false

  /** Takes the upload that has waited longest; undefined if none waits. */
  const claim = async (): Promise<Lease | undefined> => {
    if (stopping.signal.aborted) return undefined
    const nowMs = clock.nowMs()
    const waiting = await database.kysely
      .selectFrom('library_upload')
      .select(['org_id', 'upload_id'])
      .where((of) =>
        of.or([of('state', '=', 'waiting'), of.and([of('state', '=', 'reading'), of('reader_at', '<', nowMs - silentMs)])]),
      )
      .where(isServedHere('library_upload.org_id'))
      .orderBy('made_at')
      .limit(20)
      .execute()
    for (const one of waiting) {
      const lease = leaseOf(database, { ...one, reader })
      if (await lease.take(nowMs, silentMs)) return lease
    }
    return undefined
  }

  const readOne = async (lease: Lease) => {
    const alive = setInterval(() => void lease.renew(clock.nowMs()).catch(() => {}), aliveMs)
    try {
      await inOwnFolder(config, (folder) => readUpload({ database, clock }, lease, folder, stopping.signal))
    } catch (error) {
      if (error instanceof UploadGone) return
      if (stopping.signal.aborted) return void (await lease.giveBack())
      const isOver = error instanceof WorkerEnded || (await lease.attempts()) >= mostAttempts
      log.error({ event: 'upload-not-read', err: error, upload: lease.uploadId }, 'an upload to the library could not be read')
      if (!isOver) return void (await lease.giveBack())
      const message =
        'Reading it took too much time or memory, or failed. Divide the package, or have it imported by a command.'
      await lease.refuse([{ place: 'package', message }])
    } finally {
      clearInterval(alive)
    }
  }

  const work = async () => {
    do {
      isAskedAgain = false
      for (let lease = await claim(); lease; lease = await claim()) await readOne(lease)
    } while (isAskedAgain && !stopping.signal.aborted)
  }

  const look = () => {
    isAskedAgain = true
    if (stopping.signal.aborted) return Promise.resolve()
    working ??= work().finally(() => {
      working = undefined
    })
    return working
  }

  return {
    look,
    stop: async () => {
      stopping.abort(new Error('The server stops.'))
      // What it failed at is told by whoever looked.
      await working?.catch(() => {})
    },
  }
}
