import type { Question } from '@sitwell/contract'
import type { ReviewedQuestion, ReviewState } from '@sitwell/exam/paper/review'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import { memo, useMemo } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { shortText } from '../question/short-text.ts'
import styles from './review-page.module.css'
import { wordsOf } from './words-of.ts'

const words: Record<ReviewState, MessageId> = {
  answered: 'exam.isAnswered',
  partly: 'exam.isPartlyAnswered',
  unanswered: 'exam.isNotAnswered',
  unseen: 'review.isUnseen',
  read: 'review.isRead',
}

/** A question of the review: its number, how it begins and how it stands; it leads there. */
export const ReviewRow = memo(
  ({
    question,
    reviewed: { id, state, lacksFile, bookmarked },
    icons,
    onPick,
  }: {
    readonly question: Question
    readonly reviewed: ReviewedQuestion
    readonly icons: Readonly<Record<ReviewState | 'bookmarked' | 'lacksFile', IconName>>
    onPick(questionId: string): void
  }) => {
    const { text } = usePlayer()
    const reading = useHtmlReading()
    const beginning = useMemo(() => shortText(wordsOf(question, reading)), [question, reading])
    return (
      <li>
        <button type="button" className={styles.row} data-state={state} onClick={() => onPick(id)}>
          <span className={styles.number} aria-hidden="true">
            {question.number}
          </span>
          <span className={styles.spoken}>{text('exam.question', { number: question.number })}</span>
          <span className={styles.beginning}>
            <bdi>{beginning}</bdi>
          </span>
          <span className={styles.states}>
            {bookmarked && (
              <span className={styles.state}>
                <Icon name={icons.bookmarked} className={styles.icon} />
                {text('exam.isBookmarked')}
              </span>
            )}
            {lacksFile && (
              <span className={styles.state} data-state="unanswered">
                <Icon name={icons.lacksFile} className={styles.icon} />
                <span>{text('review.lacksFile')}</span>
              </span>
            )}
            <span className={styles.state} data-state={state}>
              <Icon name={icons[state]} className={styles.icon} />
              <span>{text(words[state])}</span>
            </span>
          </span>
        </button>
      </li>
    )
  },
)
