import { type KeyboardEvent, useRef } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './option-list.module.css'
import type { SingleChoiceAnswer, SingleChoiceQuestion } from './single-choice-rules.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * A list of which one is chosen; each row is a target as a whole. Up and down choose, as in any group of radio buttons, but left
 * and right are left alone: they go to the next and previous question (spec 3 §2). Native radio buttons, and React Aria's, take
 * all four keys, so the rows are radios of their own.
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
    const step = steps[event.key]
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
