import type { Api, Failure } from '@sitwell/client/api'
import type { InputOf, officeAttendanceList, officePrintRoomReport, officeSlips } from '@sitwell/contract'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useEffect, useState } from 'react'
import { nameIn } from '../library/export-exam.ts'
import { type FetchBy, takingFile } from '../library/sending/long-requests.ts'
import { type OfficeText, useOffice, useOfficeParts } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'

type Paper = typeof officeAttendanceList | typeof officePrintRoomReport | typeof officeSlips

/** Has a paper of an exam day made, and saved by the browser. Undefined once it is, or why it isn't. */
const savePaper = async <C extends Paper>(
  { api, fetchBy, signal }: { readonly api: Api; readonly fetchBy: FetchBy; readonly signal: AbortSignal },
  call: C,
  input: InputOf<C>,
): Promise<Failure | undefined> => {
  let name = 'sitwell.pdf'
  let file: Blob | undefined
  const send = takingFile(fetchBy, (bytes, headers) => {
    file = bytes
    name = nameIn(headers.get('content-disposition')) ?? name
  })
  // One attempt: each print of PINs is in the security log.
  const outcome = await api.call(call, input, { attempts: 1, signal, send })
  if (!outcome.ok) return outcome
  if (file !== undefined && !signal.aborted) saveFile(name, file)
  return undefined
}

const problemText = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return text('examDay.paper.unreachable')
  if (failure.code === 'BUSY') return text('examDay.paper.busy')
  if (failure.code === 'NOT_FOUND') return text('examDay.gone')
  // The one thing that these calls ask for is a room, of a delivery with too many people for one file.
  return failure.code === 'INVALID_REQUEST' ? text('examDay.paper.tooMany') : failureText(failure, text)
}

/** Saves papers, one at a time; what is being made is given up with the component. */
export const useSavingPaper = () => {
  const { api, text } = useOffice()
  const { fetchBy } = useOfficeParts()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [abort] = useState(() => ({ current: new AbortController() }))
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [abort])
  const save = async <C extends Paper>(call: C, input: InputOf<C>): Promise<boolean> => {
    const { signal } = abort.current
    setPending(true)
    setProblem(undefined)
    const failure = await savePaper({ api, fetchBy, signal }, call, input)
    if (signal.aborted) return false
    setPending(false)
    if (failure) setProblem(problemText(failure, text))
    return failure === undefined
  }
  return { isPending, problem, setProblem, save }
}
