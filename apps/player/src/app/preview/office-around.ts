import { type PreviewRequest, type PreviewStart, previewStart } from '@sitwell/contract/preview-messages'
import * as z from 'zod/mini'

/** The page of the office that shows the preview in a frame. */
export interface OfficeAround {
  /** What is to be shown. Resolves once the office has said so. */
  start(): Promise<PreviewStart>
  /** Another token, because the one before holds no more; undefined if the office can't get one. */
  freshToken(): Promise<string | undefined>
}

/** Milliseconds for which the office is waited for: somebody may have to sign in again there. */
const tokenMs = 10 * 60_000

/** Asks the window around this one; undefined if there is none of this site. */
export const officeAround = (frame: Window): OfficeAround | undefined => {
  const { parent } = frame
  if (parent === frame) return undefined
  const ask = (wants: PreviewRequest['wants'], withinMs?: number) =>
    new Promise<PreviewStart | undefined>((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(() => end(undefined), withinMs)
      const hear = ({ source, origin, data }: MessageEvent) => {
        if (source !== parent || origin !== frame.location.origin) return
        const read = z.safeParse(previewStart, data)
        if (read.success) end(read.data)
      }
      const end = (answer: PreviewStart | undefined) => {
        clearTimeout(timer)
        frame.removeEventListener('message', hear)
        resolve(answer)
      }
      frame.addEventListener('message', hear)
      parent.postMessage({ about: 'sitwell-preview', wants } satisfies PreviewRequest, frame.location.origin)
    })
  let asking: Promise<string | undefined> | undefined
  return {
    start: async () => {
      for (;;) {
        const started = await ask('start')
        if (started) return started
      }
    },
    // Calls that are refused together wait for one token.
    freshToken: () => {
      asking ??= ask('token', tokenMs)
        .then((answer) => answer?.token)
        .finally(() => {
          asking = undefined
        })
      return asking
    },
  }
}
