import { type KeyboardEvent, useRef } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './option-list.module.css'
import type { SingleChoiceAnswer, SingleChoiceQuestion } from './single-choice-rules.ts'

const stepOf = (key: string): number | undefined => {
  const right = document.documentElement.dir === 'rtl' ? -1 : 1
  return { ArrowDown: 1, ArrowUp: -1, ArrowRight: right, ArrowLeft: -right }[key]
}

/**
 * A list of which one is chosen; each row is a target as a whole. The four arrow keys choose, as in any group of radio buttons: left
 * and right go to another question from elsewhere (decision 60).
 */
export const SingleChoicePanel = ({
  question,
  answer,
  onChange,
  disabled,
  labelledBy,
  renderHtml,
  columns = false,
}: PanelProps<SingleChoiceQuestion, SingleChoiceAnswer> & { readonly columns?: boolean }) => {
  const list = useRef<HTMLDivElement>(null)
  const chosen = question.options.findIndex((option) => option.id === answer)

  const choose = (index: number) => {
    const option = question.options[index]
    if (disabled || !option) return
    if (option.id !== answer) onChange(option.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      choose(index)
      return
    }
    const step = stepOf(event.key)
    if (step === undefined) return
    event.preventDefault()
    const count = question.options.length
    const next = (index + step + count) % count
    list.current?.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus()
    choose(next)
  }

  return (
    <div
      ref={list}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-disabled={disabled || undefined}
      className={columns ? `${styles.list} ${styles.columns}` : styles.list}
    >
      {question.options.map((option, index) => (
        <div
          key={option.id}
          role="radio"
          aria-checked={index === chosen}
          aria-disabled={disabled || undefined}
          // One stop of the Tab key: the chosen row, or the first.
          tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
          className={styles.row}
          onClick={() => choose(index)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          <span className={`${styles.mark} ${styles.round}`} aria-hidden="true" />
          <div className={styles.text}>{renderHtml(option.text)}</div>
        </div>
      ))}
    </div>
  )
}
