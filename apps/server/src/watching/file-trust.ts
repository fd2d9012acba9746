import { Counter, Gauge, type Registry } from 'prom-client'
import type { FileNotice } from '../db/sqlite-messages.ts'
import type { ServerLog } from '../server-log.ts'

interface Watching {
  readonly log: Pick<ServerLog, 'error' | 'warn'>
  readonly register: Registry
}

/**
 * Reports in the log and the metrics whether the files of the embedded database are in doubt, known again, or lost. Returns what has to
 * receive the notices of the database.
 */
export const createFileTrust = ({ log, register }: Watching): ((notice: FileNotice) => void) => {
  const registers = [register]
  const known = new Gauge({
    name: 'sitwell_database_files_known',
    help: 'Whether the files of the embedded database are the ones that the server opened; nothing is saved unless they certainly are.',
    registers,
  })
  const doubts = new Counter({
    name: 'sitwell_database_files_doubted',
    help: 'How often the files of the embedded database seemed to be others.',
    registers,
  })
  known.set(1)
  return ({ what, message }) => {
    known.set(what === 'known' ? 1 : 0)
    if (what === 'doubted') doubts.inc()
    const event = `database-files-${what}` as const
    log[what === 'known' ? 'warn' : 'error']({ event }, message)
  }
}
