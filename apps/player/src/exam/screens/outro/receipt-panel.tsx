import type { LateCounts } from '@sitwell/exam/answers/late-counts'
import { writeReceipt } from '@sitwell/exam/answers/receipt'
import { localTimeZone } from '@sitwell/i18n/dates'
import { exactDate } from '@sitwell/i18n/exact-date'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { CheckedReceipt } from './exam-result.ts'
import styles from './receipt-panel.module.css'

const numbersOf = ({ counted, waiting, notCounted: { late, paused, closed, markTold } }: LateCounts) => ({
  counted,
  waiting,
  notCounted: late + paused + closed + markTold,
})

/** How much was answered, in the words and by the rule of the review. */
const countsOf = ({ answers, answered, partly = 0 }: CheckedReceipt): readonly (readonly [MessageId, number])[] => {
  if (answered === undefined) return [['outro.receiptAnswers', answers]]
  return [['review.answered', answered], ...(partly > 0 ? [['review.partly', partly] as const] : [])]
}

/** What the learner takes away: when the exam was complete by the server, how much arrived, and the code that proves it. */
export const ReceiptPanel = ({
  receipt,
  isAllThere,
}: {
  readonly receipt: CheckedReceipt
  /** Nothing is known to be on this device alone, or being found out: else what stood at the completion isn't said to stand now. */
  readonly isAllThere: boolean
}) => {
  const { text, language } = usePlayer()
  const code = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  const completed = exactDate(Date.parse(receipt.completedAt), localTimeZone(), language.code)
  const line = writeReceipt(receipt)
  const { onServer } = receipt
  const counts = countsOf(receipt)
  const late = receipt.late && numbersOf(receipt.late)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line)
      setCopied(true)
    } catch {
      // The browser keeps the clipboard from the page: what is chosen can still be copied by hand.
      if (code.current) getSelection()?.selectAllChildren(code.current)
    }
  }
  return (
    <section className={styles.receipt} aria-labelledby="receipt">
      <h2 id="receipt" className={styles.title}>
        {text('outro.receipt')}
      </h2>
      {(receipt.isConfirmed === false || (receipt.isConfirmed && isAllThere)) && (
        <p className={styles.state} data-confirmed={receipt.isConfirmed}>
          <Icon name={receipt.isConfirmed ? 'check' : 'alert'} />
          <span>{text(receipt.isConfirmed ? 'outro.receiptConfirmed' : 'outro.receiptDiffers')}</span>
        </p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{text('outro.receiptCompleted')}</dt>
          <dd>
            <time dateTime={receipt.completedAt}>{completed}</time>
          </dd>
        </div>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{text(name)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        {onServer !== undefined && isAllThere && (
          <div>
            <dt>{text('outro.receiptOnServer')}</dt>
            <dd>{onServer}</dd>
          </div>
        )}
        {late && Object.values(late).some((count) => count > 0) && (
          <div>
            <dt>{text('outro.receiptLate')}</dt>
            <dd>{text('outro.receiptLateCounts', late)}</dd>
          </div>
        )}
      </dl>
      <details className={styles.details}>
        <summary className={styles.summary}>{text('outro.receiptLine')}</summary>
        <p className={styles.help}>{text('outro.receiptHelp')}</p>
        <code ref={code} dir="ltr" className={styles.code} data-testid="receipt">
          {line}
        </code>
        <div className={styles.copy}>
          <Button onPress={copy}>{text('outro.copy')}</Button>
          <span role="status">{isCopied && text('outro.copied')}</span>
        </div>
      </details>
    </section>
  )
}
