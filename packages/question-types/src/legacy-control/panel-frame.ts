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
/** Milliseconds for which an answer is still taken that was on its way out of the frame when the learner went on. */
const underWayMs = 10_000

interface Listening {
  readonly controlName: string
  readonly disabled: boolean
  readonly files: ExamFiles
  onAnswer(value: string): void
  reportError(error: unknown, info?: string): void
}

const isFrom = (control: Window, { source, origin }: MessageEvent<unknown>) => source === control && origin === 'null'

/**
 * Listens to the frame of a control, and to nobody else: its window is the only source that counts. A document that the player
 * made and sandboxed has no origin, so what the frame turned into after going elsewhere isn't heard either. What the learner did just before
 * they went on is heard after the question has gone.
 */
export const useControlFrame = (frame: RefObject<HTMLIFrameElement | null>, props: Listening): void => {
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    // The frame is gone from the page when its last answer arrives; its window is what that says it came from.
    const control = frame.current?.contentWindow
    if (!control) return
    let errors = 0
    let images = 0
    let hasLeft = false
    const post = (message: object) => control.postMessage(message, '*')
    const reply = async (value: string) => {
      images += 1
      if (images > mostImages) return
      const url = await latest.current.files.asData(value).catch(() => undefined)
      post({ type: 'image', value, url })
    }
    const report = (error: string) => {
      errors += 1
      if (errors > mostErrors) return
      latest.current.reportError(new Error(`Ascx ${latest.current.controlName} Error - ${error}`), 'legacy control')
    }
    const take = (value: string) => {
      if (!latest.current.disabled) latest.current.onAnswer(value)
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      const message = isFrom(control, event) ? readControlMessage(event.data) : undefined
      if (message?.type === 'iframe') take(message.value)
      else if (!hasLeft && message?.type === 'image') void reply(message.value)
      else if (!hasLeft && message?.type === 'error') report(message.error)
    }
    addEventListener('message', onMessage)
    // A theme that is chosen while the control is shown reaches it too.
    const themes = new MutationObserver(() => post({ type: 'theme', value: readTheme() }))
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class', 'data-theme'] })
    return () => {
      hasLeft = true
      setTimeout(() => removeEventListener('message', onMessage), underWayMs)
      themes.disconnect()
    }
  }, [frame])
}
