import type { Question } from '@sitwell/contract'
import type { ExplainedProps } from '@sitwell/ui/html-reading.tsx'
import { useLayoutEffect, useState } from 'react'
import { useLaterMessages } from '../preload/later-messages.ts'
import { ExplanationCard } from './explanation-card.tsx'
import styles from './explanations.module.css'
import { explanationsOf } from './explanations-of.ts'
import { type Looks, markWords, type PlacedWords } from './mark-words.ts'
import { placedButtonsOf } from './placed-buttons.ts'

const looks: Looks = {
  root: styles.root ?? '',
  words: styles.words ?? '',
  shown: styles.shown ?? '',
  beside: styles.beside ?? '',
  dotted: styles.dotted ?? '',
  unheard: styles.unheard ?? '',
}

/** Buttons at those words of a text that are explained, which open what explains them. */
export const ExplainedText = ({ root, cleaned, question }: ExplainedProps & { readonly question: Question }) => {
  const text = useLaterMessages()
  const [open, setOpen] = useState<PlacedWords>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the text is written anew, its words have to be marked again
  useLayoutEffect(() => {
    if (!root.current || !text) return
    const { placed, undo } = markWords(root.current, explanationsOf(question), {
      looks,
      name: (words) => (words === '' ? text('explanations.explanation') : text('explanations.of', { words })),
      label: text('explanations.explanation'),
    })
    for (const one of placed)
      one.button.addEventListener('click', () => {
        // Some browsers give a button that is clicked no focus; it has to come back to it.
        one.button.focus()
        setOpen(one)
      })
    const takeOut = placedButtonsOf(question).add(placed.map(({ explanation }) => explanation.id))
    return () => {
      setOpen(undefined)
      takeOut()
      undo()
    }
  }, [root, cleaned, question, text])
  useLayoutEffect(() => {
    if (!open) return
    open.button.ariaExpanded = 'true'
    return () => {
      open.button.ariaExpanded = 'false'
    }
  }, [open])
  if (!open || !text) return null
  return (
    <ExplanationCard
      explanation={open.explanation}
      title={open.words}
      trigger={open.button}
      words={text}
      onClose={() => setOpen(undefined)}
    />
  )
}
