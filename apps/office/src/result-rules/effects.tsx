import type { GivenAnswerRow, ResultDecision } from '@sitwell/contract'
import { useId } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './result-rules.module.css'
import { movesText } from './rules-text.ts'
import { useRulesPreview } from './use-rules-preview.ts'

const Effect = ({
  deliveryID,
  basedOn,
  decision,
  title,
}: {
  readonly deliveryID: string
  readonly basedOn: number
  readonly decision: ResultDecision
  readonly title: string
}) => {
  const { text } = useOffice()
  const { preview, error, isBusy } = useRulesPreview({ deliveryID, change: { basedOn, decide: [decision] } })
  const found = preview && !isBusy ? movesText(preview, text) : text(error ? 'rules.effectFailed' : 'rules.working')
  return (
    <li aria-busy={isBusy}>
      <span className={styles.ifYou} dir="auto">
        {title}
      </span>{' '}
      <span>{found}</span>
    </li>
  )
}

/** What each kind of decision about a question would do, all at once. */
export const Effects = ({
  deliveryID,
  questionID,
  basedOn,
  also,
}: {
  readonly deliveryID: string
  readonly questionID: string
  readonly basedOn: number
  /** The answer that would be accepted; undefined if there is none. */
  readonly also: GivenAnswerRow | undefined
}) => {
  const { text } = useOffice()
  const id = useId()
  const common = { deliveryID, basedOn }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {text('rules.ifYou')}
      </h3>
      <ul className={styles.effects}>
        {also && (
          <Effect
            {...common}
            title={text('rules.if.accept', { answer: also.text })}
            decision={{ questionID, kind: 'accept', also: also.answer, down: 'apply' }}
          />
        )}
        {(['full', 'neutralise', 'neutralise-if-better'] as const).map((kind) => (
          <Effect key={kind} {...common} title={text(`rules.if.${kind}`)} decision={{ questionID, kind, down: 'apply' }} />
        ))}
      </ul>
    </section>
  )
}
