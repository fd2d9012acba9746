import type { Api, Failure } from '@sitwell/client/api'
import type { Call, InputOf } from '@sitwell/contract'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { nameIn } from '../library/export-exam.ts'
import { type FetchBy, takingFile } from '../library/sending/long-requests.ts'
import type { OfficeText } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'

/** The result of a file that was asked for: its name once the browser saves it, or why there is none. */
export type Taken = { readonly ok: true; readonly name: string } | { readonly ok: false; readonly failure: Failure }

/** Has a file made by a call, and saved by the browser under the name that the server gives it. */
export const takeExport = async <C extends Call>(
  { api, fetchBy }: { readonly api: Api; readonly fetchBy: FetchBy },
  call: C,
  input: InputOf<C>,
): Promise<Taken> => {
  let taken: { readonly name: string; readonly file: Blob } | undefined
  const send = takingFile(fetchBy, (file, headers) => {
    taken = { file, name: nameIn(headers.get('content-disposition')) ?? 'export' }
  })
  // One attempt: each export is in the security log.
  const outcome = await api.call(call, input, { attempts: 1, send })
  if (!outcome.ok) return { ok: false, failure: outcome }
  if (taken === undefined) return { ok: false, failure: { ok: false, kind: 'unreachable', message: 'No file came.' } }
  saveFile(taken.name, taken.file)
  return { ok: true, name: taken.name }
}

/** Returns the message that says why there is no file. */
export const problemText = (failure: Failure, text: OfficeText): string => {
  const code = failure.kind === 'refused' ? failure.code : undefined
  if (code === 'BUSY') return text('exports.busy')
  if (code === 'INVALID_FILE') return text('exports.tooLarge')
  return failureText(failure, text)
}
