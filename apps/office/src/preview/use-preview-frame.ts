import type { Failure } from '@sitwell/client/api'
import { officePreview, type ReplyOf } from '@sitwell/contract'
import { type PreviewStart, previewRequest } from '@sitwell/contract/preview-messages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'

/** What is previewed. */
export interface Previewed {
  readonly examGuid: string
  readonly version: number
  readonly seed: string
}

type PreviewState =
  | { readonly is: 'opening' }
  | { readonly is: 'open'; readonly kind: Omit<ReplyOf<typeof officePreview>, 'token'> }
  | { readonly is: 'failed'; readonly failure: Failure }

/**
 * Tells the frame what to show, each time that it asks, with its own token. Only the window of the frame is heard and told, and only as long as a page of this very
 * site is in it.
 */
export const usePreviewFrame = ({
  examGuid,
  version,
  seed,
}: Previewed): { readonly frame: RefObject<HTMLIFrameElement | null>; readonly state: PreviewState } => {
  const { api, facts, language } = useOffice()
  const { firstName, lastName } = facts.person
  const urlToken = facts.organisation?.urlToken ?? ''
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<PreviewState>({ is: 'opening' })
  // What a call that takes its time is answered by, however often the page was drawn meanwhile.
  const told = useRef({ api, languageId: language.id, firstName, lastName, urlToken })
  useEffect(() => {
    told.current = { api, languageId: language.id, firstName, lastName, urlToken }
  })
  useEffect(() => {
    let isLeft = false
    const answer = async (wants: 'start' | 'token') => {
      const { api: now, ...about } = told.current
      const outcome = await now.call(officePreview, { body: { examGuid, version } })
      if (isLeft) return
      if (wants === 'start') setState(outcome.ok ? { is: 'open', kind: outcome.value } : { is: 'failed', failure: outcome })
      // Its start is given up with the frame; a token that it waits for isn't coming.
      if (!outcome.ok && wants === 'start') return
      const start: PreviewStart = {
        about: 'sitwell-preview',
        ...(outcome.ok && { token: outcome.value.token }),
        ...{ examGuid, version, seed, urlToken: about.urlToken, languageId: about.languageId },
        person: { firstName: about.firstName, lastName: about.lastName },
      }
      frame.current?.contentWindow?.postMessage(start, location.origin)
    }
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return
      const read = z.safeParse(previewRequest, data)
      if (read.success) void answer(read.data.wants)
    }
    addEventListener('message', hear)
    return () => {
      isLeft = true
      removeEventListener('message', hear)
    }
  }, [examGuid, version, seed])
  return { frame, state }
}
