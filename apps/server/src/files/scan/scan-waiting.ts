import { bytesOf, selectUnscanned, updateScan } from '../../assessment/files/index.ts'
import type { Clock } from '../../clock.ts'
import type { FilesContext } from '../files-context.ts'

/** Milliseconds between two tries of what a scanner couldn't be asked about. */
const againMs = 60_000
/** The same for what was too large for it: somebody has to raise its limit first. */
const tooLargeAgainMs = 60 * 60_000
/** Files of one round. */
const atOnce = 20

type Waiting = Pick<FilesContext, 'database' | 'scanner' | 'securityLog' | 'log'> & { readonly clock: Clock }

/** Asks again about files that are held. One in which something is found stays held, and isn't given out. */
export const scanWaiting = async ({ database, clock, scanner, securityLog, log }: Waiting): Promise<void> => {
  if (!scanner) return
  const nowMs = clock.nowMs()
  const files = await selectUnscanned(database, { waiting: nowMs - againMs, 'too-large': nowMs - tooLargeAgainMs }, atOnce)
  for (const file of files) {
    const scanned = await scanner(bytesOf(database, file))
    const scanned_at = clock.nowMs()
    if (scanned.is === 'clean') await updateScan(database, file, { scan: 'clean', scan_note: null, scanned_at })
    if (scanned.is === 'infected') {
      await updateScan(database, file, { scan: 'infected', scan_note: scanned.signature.slice(0, 300), scanned_at })
      const target = { fileGuid: file.file_guid, formRunGuid: file.form_run_guid }
      securityLog.note({ kind: 'file-refused', orgId: file.org_id, what: `infected: ${scanned.signature}`, target })
    }
    if (scanned.is === 'too-large') {
      await updateScan(database, file, { scan: 'too-large', scan_note: null, scanned_at })
      const { file_guid: fileGuid, file_size: bytes } = file
      log.error(
        { event: 'file-too-large-to-scan', fileGuid, bytes },
        'a file is larger than the scanner accepts, and is held; raise its StreamMaxLength',
      )
    }
    if (scanned.is === 'unknown') {
      await updateScan(database, file, { scan: 'waiting', scan_note: scanned.why.slice(0, 300), scanned_at })
      log.error(
        { event: 'scanner-away', files: files.length, reason: scanned.why },
        'the scanner of uploaded files does not reply; the files are held',
      )
      // Whoever doesn't answer one doesn't answer the next.
      return
    }
  }
}
