import type { UploadedFileTable } from '../../db/schema.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { FilesContext } from '../files-context.ts'
import { type FileFault, faultIn, lookedAtBytes } from '../look-into-file.ts'

/** What a scanner said of a file, as it is kept with it; all null if there is no scanner. */
export type StoredScan = Pick<UploadedFileTable, 'scan' | 'scan_note' | 'scanned_at'>

export type JudgedContent = { readonly ok: true; readonly scan: StoredScan } | RefusedOutcome<'INVALID_FILE'>

const sentences: Readonly<Record<FileFault, string>> = {
  empty: 'The file is empty.',
  program: 'The file is a program.',
  other: 'The file is not what its name says.',
}

const headOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    parts.push(part)
    length += part.length
    if (length >= lookedAtBytes) break
  }
  return Buffer.concat(parts).subarray(0, lookedAtBytes)
}

/**
 * Looks at a file whose bytes are all here. What is refused was never kept. A scanner that can't be asked refuses nothing: the file is
 * kept and held (`scan` is `waiting`), and asked about again (`scan-waiting.ts`), so that no answer is lost for a daemon that is down. Nor
 * for one that takes no file of this size (`too-large`): staff may take it unscanned.
 */
export const judgeContent = async (
  { scanner, securityLog, clock }: Pick<FilesContext, 'scanner' | 'securityLog' | 'clock'>,
  whose: { readonly orgId: number; readonly userGuid: string; readonly address?: string | undefined },
  name: string,
  bytes: () => AsyncIterable<Uint8Array>,
): Promise<JudgedContent> => {
  const no = (reason: string, message: string) => {
    securityLog.note({ kind: 'file-refused', ...whose, what: reason })
    return refuse('INVALID_FILE', message, { details: [{ path: 'body.file', message: reason }] })
  }
  const fault = await faultIn(name, await headOf(bytes()))
  if (fault) return no(fault, sentences[fault])
  if (!scanner) return { ok: true, scan: { scan: null, scan_note: null, scanned_at: null } }
  const scanned = await scanner(bytes())
  if (scanned.is === 'infected') return no(`infected: ${scanned.signature}`, 'A scanner found something harmful in the file.')
  const nowMs = clock.nowMs()
  if (scanned.is === 'clean') return { ok: true, scan: { scan: 'clean', scan_note: null, scanned_at: nowMs } }
  if (scanned.is === 'too-large') return { ok: true, scan: { scan: 'too-large', scan_note: null, scanned_at: nowMs } }
  return { ok: true, scan: { scan: 'waiting', scan_note: scanned.why.slice(0, 300), scanned_at: nowMs } }
}
