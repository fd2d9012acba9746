import { type KeyboardEvent, useId, useRef } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './option-list.module.css'
import type { SingleChoiceAnswer, SingleChoiceQuestion } from './single-choice-rules.ts'

const stepOf = (key: string): number | undefined => {
  const right = document.documentElement.dir === 'rtl' ? -1 : 1
  return { ArrowDown: 1, ArrowUp: -1, ArrowRight: right, ArrowLeft: -right }[key]
}

/**
 * A list of which one is chosen; each row is a target as a whole. They are the browser's own radio buttons, so that what an option holds
 * (a formula, a table, a sound) stays there for screen readers, which a role on the row would take from them. The four arrow keys choose, as in any group of radio buttons: left
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
  const group = useId()
  const chosen = question.options.findIndex((option) => option.id === answer)

  const choose = (index: number) => {
    const option = question.options[index]
    if (disabled || !option) return
    if (option.id !== answer) onChange(option.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(index)
      return
    }
    const step = stepOf(event.key)
    if (step === undefined) return
    event.preventDefault()
    const count = question.options.length
    const next = (index + step + count) % count
    list.current?.querySelectorAll<HTMLElement>('input[type="radio"]')[next]?.focus()
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
        <label
          key={option.id}
          className={styles.row}
          data-selected={index === chosen || undefined}
          data-disabled={disabled || undefined}
        >
          <input
            type="radio"
            name={group}
            className={`${styles.mark} ${styles.round}`}
            checked={index === chosen}
            // It can be gone to and read while nothing can be chosen.
            aria-disabled={disabled || undefined}
            // One stop of the Tab key: the chosen row, or the first.
            tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
            onChange={() => choose(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
          <div className={styles.text}>{renderHtml(option.text)}</div>
        </label>
      ))}
    </div>
  )
}
