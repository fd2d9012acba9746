import { type Attempt, attempts } from '@sitwell/contract'
import { useEffect, useMemo, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { resourceAddress } from '../../api/resource-address.ts'
import { Html } from '../../ui/html.tsx'
import { HtmlReadingProvider, useHtmlReading } from '../../ui/html-reading.tsx'
import type { OutroFacts } from './outro-facts.ts'

/** Below the API endpoint: what the addresses of the files stand on, and what opens them. */
export type OutroFiles = Pick<Attempt, 'resourceUrl' | 'resourceToken'>

const showsFiles = (html: string) => /<(img|audio|a)\b/i.test(html)

/** Where the files of the text lie, asked of the server, because an exam that is over isn't given out again. */
const useFiles = ({ examGuid, formRunGuid, outroText }: OutroFacts, isAsked: boolean): OutroFiles | undefined => {
  const { api } = usePlayer()
  const [files, setFiles] = useState<OutroFiles>()
  const isNeeded = isAsked && showsFiles(outroText)
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

/** The text that an exam says goodbye with. Right after the exam its files are there; later they are fetched for it alone. */
export const OutroText = ({ facts, files: known }: { readonly facts: OutroFacts; readonly files?: OutroFiles | undefined }) => {
  const { appSettings, client } = usePlayer()
  const { resolveUrl: ofExam } = useHtmlReading()
  const fetched = useFiles(facts, ofExam === undefined && known === undefined)
  const { resourceUrl, resourceToken: token } = known ?? fetched ?? {}
  const reading = useMemo(() => {
    const place = { apiUrl: appSettings.apiEndpointUrl, orgId: client.id, token }
    return ofExam || resourceUrl === undefined ? {} : { resolveUrl: resourceAddress({ ...place, resourceUrl }) }
  }, [appSettings, client, ofExam, resourceUrl, token])
  return (
    <HtmlReadingProvider reading={reading}>
      <Html html={facts.outroText} />
    </HtmlReadingProvider>
  )
}
