import { type ReplyOf, sebLinks } from '@sitwell/contract'
import { useCallback, useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'

export type SebLinks = ReplyOf<typeof sebLinks>

/** The links of an exam that is sat in Safe Exam Browser: undefined until they are there, `failed` where they could not be fetched. */
export const useSebLinks = (scheduleGuid: string): { readonly links: SebLinks | 'failed' | undefined; again(): void } => {
  const { api, session } = usePlayer()
  const userGuid = session.user.guid
  const [links, setLinks] = useState<SebLinks | 'failed'>()
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    let isGone = false
    setLinks(undefined)
    void api.call(sebLinks, { query: { userGuid, scheduleGuid } }).then((outcome) => {
      if (!isGone) setLinks(outcome.ok ? outcome.value : 'failed')
    })
    return () => {
      isGone = true
    }
  }, [api, userGuid, scheduleGuid, attempt])
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  return { links, again }
}
