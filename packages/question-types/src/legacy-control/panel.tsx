import { usePainted } from '@sitwell/layer/use-painted.ts'
import { useRef, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { frameDocument } from './frame-document.ts'
import styles from './panel.module.css'
import { readTheme, useControlFrame } from './panel-frame.ts'
import type { LegacyControlAnswer, LegacyControlQuestion } from './rules.ts'

type Props = PanelProps<LegacyControlQuestion, LegacyControlAnswer>

/** The control in its frame: sandboxed, without an origin, so that it reaches neither the player nor what the player keeps. */
const ControlFrame = (props: Props) => {
  const { question, answer, onChange, disabled, files, reportError, text } = props
  const frame = useRef<HTMLIFrameElement>(null)
  useControlFrame(frame, {
    controlName: question.controlName,
    disabled,
    files,
    onAnswer: (value) => value !== answer && onChange(value),
    reportError,
  })
  // Made once for each showing: a new document would take the learner's work out of the frame.
  const [srcDoc] = useState(() =>
    frameDocument({
      html: question.html,
      answer,
      apiUrl: files.apiUrl,
      addressOf: files.addressOf,
      language: document.documentElement.lang,
      direction: document.documentElement.dir,
      theme: readTheme(),
    }),
  )
  return (
    <iframe
      ref={frame}
      title={text('question.controlFrame', { number: question.number })}
      className={styles.frame}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      srcDoc={srcDoc}
      inert={disabled}
      data-disabled={disabled || undefined}
    />
  )
}

/**
 * The question is painted before its control's frame is made: a browser takes as long for that as for the rest of the question, and shows
 * nothing of it in the same frame in any case.
 */
const LegacyControlPanel = (props: Props) => {
  const { question, text } = props
  const isPainted = usePainted()
  if (question.html === '') {
    return (
      <div className={styles.missing}>
        <p className={styles.name}>{text('question.controlMissing', { name: question.controlName })}</p>
        <p>{text('question.unsupportedHelp')}</p>
      </div>
    )
  }
  return isPainted ? <ControlFrame {...props} /> : <div className={styles.frame} />
}
export default LegacyControlPanel
