import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type ChoicesProps, choicePanel } from '../multiple-choice/choice-panel.tsx'
import styles from './panel.module.css'
import { hostPassages, type PassageHost } from './panel-hosts.ts'
import { takesOne } from './rules.ts'

/** The question's text with its passages in it. A passage that the text doesn't show, such as one in a formula, follows below. */
const Passages = ({ question, ticked, onToggle, disabled, renderHtml }: ChoicesProps) => {
  const box = useRef<HTMLDivElement>(null)
  const name = useId()
  const [hosts, setHosts] = useState<readonly PassageHost[]>([])
  const shown = useMemo(() => renderHtml(question.text), [renderHtml, question.text])
  useLayoutEffect(() => {
    const element = box.current
    // If the text was written again, its passages have to be found again.
    if (!element || (hosts.length > 0 && hosts.every((host) => element.contains(host.element)))) return
    const found = hostPassages(element)
    if (found.length > 0) setHosts(found)
  })
  const passage = (at: number) => {
    const option = question.options[at]
    if (!option) return null
    const isChosen = ticked.includes(option.id)
    return (
      <label className={styles.passage} data-selected={isChosen || undefined} data-disabled={disabled || undefined}>
        <input
          type={takesOne(question) ? 'radio' : 'checkbox'}
          name={name}
          className={styles.input}
          checked={isChosen}
          disabled={disabled}
          onChange={(event) => onToggle(option.id, event.target.checked)}
        />
        <svg viewBox="0 0 18 18" className={styles.tick} aria-hidden="true">
          <path d="M3.5 9.5 7.5 13.5 14.5 5" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
        {/* Keeps the box on the line of the first word. */}
        <span aria-hidden="true">{'\u2060'}</span>
        {renderHtml(option.text)}
      </label>
    )
  }
  const unseen = [...question.options.keys()].filter((at) => !hosts.some(({ option }) => option === at))
  return (
    <>
      <div ref={box} className={styles.text}>
        {shown}
      </div>
      {hosts.map(({ option, element }) => createPortal(passage(option), element, `${option}`))}
      {unseen.map((at) => (
        <p key={at} className={styles.text}>
          {passage(at)}
        </p>
      ))}
    </>
  )
}

/** Passages of a text, chosen in their places. */
export default choicePanel(Passages, takesOne)
