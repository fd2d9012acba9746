import type { Question } from '@sitwell/contract'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId, useMemo, useState, useSyncExternalStore } from 'react'
import { useLaterMessages } from '../preload/later-messages.ts'
import { shortText } from '../question/short-text.ts'
import { ExplanationCard } from './explanation-card.tsx'
import styles from './explanations.module.css'
import { type ExplainedWords, explainedInAnswers, explanationsOf } from './explanations-of.ts'
import { placedButtonsOf } from './placed-buttons.ts'

interface Open extends ExplainedWords {
  readonly button: HTMLElement
}

/**
 * What is explained in the answers of a question, below them: a choice, an entry of a list and a card to be dragged are one control each,
 * in which no other may stand (decision 107).
 */
export const ExplainedAnswers = ({ question }: { readonly question: Question }) => {
  const text = useLaterMessages()
  const placed = placedButtonsOf(question)
  const inPlace = useSyncExternalStore(placed.subscribe, placed.get)
  const all = useMemo(() => explainedInAnswers(question), [question])
  const [open, setOpen] = useState<Open>()
  const headingId = useId()
  const listed = all.filter(({ id }) => !inPlace.has(id))
  if (!text || listed.length === 0) return null
  const explanation = open && explanationsOf(question).get(open.id)
  return (
    <section aria-labelledby={headingId} className={styles.answers}>
      <p id={headingId} className={styles.heading}>
        {text('explanations.inAnswers')}
      </p>
      <ul className={styles.list}>
        {listed.map(({ id, words }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.listed}
              aria-haspopup="dialog"
              aria-expanded={open?.id === id}
              aria-label={
                words === '' ? text('explanations.explanation') : text('explanations.of', { words: shortText(words) })
              }
              onClick={({ currentTarget }) => {
                currentTarget.focus()
                setOpen({ id, words, button: currentTarget })
              }}
            >
              <Icon name="info" />
              <span dir="auto">{words === '' ? text('explanations.explanation') : shortText(words)}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && explanation && (
        <ExplanationCard
          explanation={explanation}
          title={open.words}
          trigger={open.button}
          words={text}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
