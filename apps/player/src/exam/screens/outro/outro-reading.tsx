import { type Attempt, attempts } from '@sitwell/contract'
import { HtmlReadingProvider, useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { resourceAddress } from '../../../context/resource-address.ts'
import { createReadDocuments } from '../../../sync/form-run/read-documents.ts'
import { isPdf } from '../../content/exam-addresses.ts'
import type { OutroFacts } from '../../session/run/outro-facts.ts'
import { DocumentOverPage } from '../documents/document-over-page.tsx'
import { documentName, type ExamDocument } from '../documents/exam-document.ts'
import { TextMedia } from '../media/text-media.tsx'

/** Below the API endpoint: what the addresses of the files stand on, and what opens them. */
export type OutroFiles = Pick<Attempt, 'resourceUrl' | 'resourceToken' | 'allowPdfTextSelection'>

const showsFiles = (html: string) => /<(img|audio|video|a)\b/i.test(html)

/** Where the files of the texts lie, asked of the server, because an exam that is over isn't given out again. */
const useFiles = ({ examGuid, formRunGuid }: OutroFacts, isNeeded: boolean): OutroFiles | undefined => {
  const { api } = usePlayer()
  const [files, setFiles] = useState<OutroFiles>()
  useEffect(() => {
    if (!isNeeded) return
    let isGone = false
    void api.call(attempts, { query: { examGuid } }).then((outcome) => {
      // Where it can't be had, the text stands without its pictures.
      if (outcome.ok && !isGone) setFiles(outcome.value.attempts.find((attempt) => attempt.formRunGuid === formRunGuid))
    })
    return () => {
      isGone = true
    }
  }, [api, examGuid, formRunGuid, isNeeded])
  return files
}

/**
 * Around the texts after an exam: its last words, and what is said of its result. Right after the exam its files are there; later they
 * are fetched for these alone. A PDF opens over the page, as before.
 */
export const OutroReading = ({
  facts,
  texts,
  files: known,
  children,
}: {
  readonly facts: OutroFacts
  /** HTML. */
  readonly texts: readonly string[]
  readonly files?: OutroFiles | undefined
  readonly children: ReactNode
}) => {
  const { api, appSettings, client } = usePlayer()
  const { resolveUrl: ofExam, openLink: openOfExam } = useHtmlReading()
  const fetched = useFiles(facts, ofExam === undefined && known === undefined && texts.some(showsFiles))
  const { resourceUrl, resourceToken: token, allowPdfTextSelection = true } = known ?? fetched ?? {}
  const [shown, setShown] = useState<ExamDocument>()
  /** Where the learner is in each of them, as long as this page is open. */
  const places = useMemo(() => createReadDocuments(undefined, () => {}), [])
  const openLink = useCallback(
    (address: string) => {
      if (openOfExam?.(address)) return true
      if (!address.startsWith(api.resourceUrl('resource/')) || !isPdf(address)) return false
      setShown({ address, name: documentName(decodeURIComponent(new URL(address).pathname)) })
      return true
    },
    [openOfExam, api],
  )
  const reading = useMemo(() => {
    const place = { apiUrl: appSettings.apiEndpointUrl, orgId: client.id, token }
    return {
      openLink,
      MediaControls: TextMedia,
      ...(!ofExam && resourceUrl !== undefined && { resolveUrl: resourceAddress({ ...place, resourceUrl }) }),
    }
  }, [appSettings, client, ofExam, resourceUrl, token, openLink])
  return (
    <HtmlReadingProvider reading={reading}>
      {children}
      {shown && (
        <DocumentOverPage
          document={shown}
          held={nothingHeld}
          places={places}
          isTextChosen={allowPdfTextSelection}
          onClose={() => setShown(undefined)}
        />
      )}
    </HtmlReadingProvider>
  )
}

/** Of an exam that is over nothing is kept on the device. */
const nothingHeld = () => undefined
