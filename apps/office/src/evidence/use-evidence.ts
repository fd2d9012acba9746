import { officeAddNote, officeEvidence, officeReplaySitting, officeVerifySitting, type ReplyOf } from '@sitwell/contract'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { takingFile } from '../library/sending/long-requests.ts'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'

/** Names a sitting by its delivery and its person. */
export interface SittingName {
  readonly deliveryID: string
  readonly userID: number
  readonly formRunGuid: string
}

/** How the result of a person in a delivery came about; of the newest sitting if none is named. */
export const useEvidence = (deliveryID: string, userID: number, sitting: string) => {
  const { api } = useOffice()
  const query = { deliveryID, userID, ...(sitting !== '' && { formRunGuid: sitting }) }
  return useQuery(officeQuery(api, officeEvidence, { query }))
}

type Verified = ReplyOf<typeof officeVerifySitting>

/** Checks a sitting when somebody asks for it, and saves its replay. */
export const useChecking = (sitting: SittingName) => {
  const { api, text } = useOffice()
  const { fetchBy } = useOfficeParts()
  const [under, setUnder] = useState<'verify' | 'replay'>()
  const [problem, setProblem] = useState<string>()
  const [verified, setVerified] = useState<Verified>()
  const [saved, setSaved] = useState<string>()
  const verify = async () => {
    setUnder('verify')
    setSaved(undefined)
    setProblem(undefined)
    const outcome = await api.call(officeVerifySitting, { body: sitting })
    setUnder(undefined)
    if (outcome.ok) setVerified(outcome.value)
    else setProblem(failureText(outcome, text))
  }
  const replay = async () => {
    setUnder('replay')
    setProblem(undefined)
    let taken: Blob | undefined
    const send = takingFile(fetchBy, (blob) => {
      taken = blob
    })
    const outcome = await api.call(officeReplaySitting, { body: sitting }, { send, attempts: 1 })
    setUnder(undefined)
    if (!outcome.ok) return setProblem(failureText(outcome, text))
    if (taken === undefined) return
    const file = `replay-${sitting.userID}.html`
    saveFile(file, taken)
    setSaved(file)
  }
  return { under, problem, verified, saved, verify: () => void verify(), replay: () => void replay() }
}

/** Writes a note for the file. The same text that failed is sent under the same id, so that it is written once. */
export const useNote = (sitting: SittingName, onDone: () => void) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sent = useRef<{ readonly note: string; readonly requestId: string }>(undefined)
  const write = async (note: string) => {
    setPending(true)
    setProblem(undefined)
    if (sent.current?.note !== note) sent.current = { note, requestId: crypto.randomUUID() }
    const { requestId } = sent.current
    const outcome = await api.call(officeAddNote, { body: { ...sitting, requestId, text: note } })
    setPending(false)
    if (!outcome.ok) return setProblem(failureText(outcome, text))
    sent.current = undefined
    void queries.invalidateQueries({ queryKey: [officeEvidence.name] })
    onDone()
  }
  return { isPending, problem, write: (note: string) => void write(note) }
}
