import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bytesOf, isLate, selectFiles } from '../assessment/files/index.ts'
import { selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { UploadedFileTable } from '../db/schema.ts'

/** Disks take names of 255 bytes, not characters; the number before the name needs some. */
const longestNameBytes = 200
/** Characters; what follows the last dot of a longer name is no ending. */
const longestEnding = 21

/** As much of a text as fits into this many bytes of UTF-8, in whole characters. */
const fitting = (text: string, bytes: number) => text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read)

/** A name that a disk takes; what is cut off stands before its ending. */
const nameOnDisk = (name: string): string => {
  const whole = extname(name)
  const ending = whole.length <= longestEnding ? whole : ''
  return fitting(name.slice(0, name.length - ending.length), longestNameBytes - Buffer.byteLength(ending)) + ending
}

/** Why a file is given to nobody; undefined if it is. */
const whyHeld = ({ scan, scan_note }: Pick<UploadedFileTable, 'scan' | 'scan_note'>): string | undefined => {
  if (scan === 'infected') return `a scanner found ${scan_note} in it`
  if (scan === 'waiting') return 'no scanner has looked at it yet (--unscanned writes it all the same)'
  if (scan === 'too-large')
    return 'it is larger than the scanner takes (raise StreamMaxLength of clamd, or write it all the same with --unscanned)'
  return undefined
}

/** When a file came, its hash, and whether it counts. */
const factsOf = (file: UploadedFileTable): string => {
  const late = file.late_ms === null ? '' : `  ${file.late_ms} ms after the end of the time`
  const waits = file.outcome === 'review' ? ', waits for staff' : ''
  const counts = isLate(file) ? `  does not count${waits}` : ''
  return `${new Date(file.uploaded_at).toISOString()}  sha256 ${file.sha256}${late}${counts}`
}

/**
 * `sitwell files`: writes the files that a learner has uploaded in a form run into a folder, for whoever marks them, and says of each
 * when it came. Answers the exit code. Nothing is written where a file of such a name is there already. `unscanned`: also what no
 * scanner has looked at yet.
 */
export const exportFiles = async (
  database: Database,
  orgId: number,
  formRunGuid: string,
  folder: string,
  { unscanned = false } = {},
): Promise<number> => {
  if (!(await selectFormRunOfOrganisation(database, orgId, formRunGuid))) {
    console.error(`Organisation ${orgId} has no form run ${formRunGuid}.`)
    return 1
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const there = new Set(await readdir(folder))
  const all = (await selectFiles(database, { orgId, formRunGuid })).filter(({ deleted_at }) => deleted_at === null)
  // Numbered, so that no name means something to a system, and none is there twice.
  const files = all.map((file, index) => ({ ...file, name: `${index + 1} ${nameOnDisk(file.file_name)}` }))
  const taken = files.find(({ name }) => there.has(name))
  if (taken) {
    console.error(`${join(folder, taken.name)} is there already; nothing was written. Name another folder with --to.`)
    return 1
  }
  let held = 0
  for (const file of files) {
    const why = whyHeld(file)
    if (why !== undefined && !(unscanned && file.scan !== 'infected')) {
      held += 1
      console.error(`${file.name} is held and was not written: ${why}.`)
      continue
    }
    const path = join(folder, file.name)
    await pipeline(Readable.from(bytesOf(database, file)), createWriteStream(path, { flags: 'wx' }))
    console.log(`${path}  ${factsOf(file)}${why === undefined ? '' : '  NOT SCANNED'}`)
  }
  return held > 0 ? 1 : 0
}
