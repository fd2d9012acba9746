import { type RefObject, useEffect, useRef } from 'react'
import type { ExamFiles } from '../panel-props.ts'
import { readControlMessage } from './rules.ts'

/** The tokens of the player's theme that a control may use. */
const tokens = [
  '--colour-surface',
  '--colour-sunken',
  '--colour-text',
  '--colour-text-quiet',
  '--colour-edge',
  '--colour-line',
  '--colour-primary',
  '--colour-on-primary',
  '--colour-selected',
  '--colour-on-selected',
  '--colour-focus',
]

/** The theme as it is now. */
export const readTheme = (): Record<string, string> => {
  const style = getComputedStyle(document.documentElement)
  const values = [...tokens, 'color-scheme'].map((name) => [name, style.getPropertyValue(name).trim()] as const)
  return Object.fromEntries(values)
}

/** Most messages of the kinds that cost something: a control that goes wrong in a circle takes nobody else down. */
const mostErrors = 20
const mostImages = 500

interface Listening {
  readonly controlName: string
  readonly disabled: boolean
  readonly files: ExamFiles
  onAnswer(value: string): void
  reportError(error: unknown, info?: string): void
}

const isFrom = (frame: HTMLIFrameElement | null, { source, origin }: MessageEvent<unknown>) =>
  source !== null && source === frame?.contentWindow && origin === 'null'

/**
 * Listens to the frame of a control, and to nobody else: its window is the only source that counts. A document that the player
 * made and sandboxed has no origin, so what the frame turned into after going elsewhere isn't heard either.
 */
export const useControlFrame = (frame: RefObject<HTMLIFrameElement | null>, props: Listening): void => {
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    let errors = 0
    let images = 0
    const post = (message: object) => frame.current?.contentWindow?.postMessage(message, '*')
    const reply = async (value: string) => {
      const url = await latest.current.files.asData(value).catch(() => undefined)
      post({ type: 'image', value, url })
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      if (!isFrom(frame.current, event)) return
      const message = readControlMessage(event.data)
      const { controlName, disabled, onAnswer, reportError } = latest.current
      if (message?.type === 'iframe' && !disabled) onAnswer(message.value)
      else if (message?.type === 'image' && images < mostImages) {
        images += 1
        void reply(message.value)
      } else if (message?.type === 'error' && errors < mostErrors) {
        errors += 1
        reportError(new Error(`Ascx ${controlName} Error - ${message.error}`), 'legacy control')
      }
    }
    addEventListener('message', onMessage)
    // A theme that is chosen while the control is shown reaches it too.
    const themes = new MutationObserver(() => post({ type: 'theme', value: readTheme() }))
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class', 'data-theme'] })
    return () => {
      removeEventListener('message', onMessage)
      themes.disconnect()
    }
  }, [frame])
}
