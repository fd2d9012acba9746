import type { Question } from '@sitwell/contract'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { memo } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { isAnswered, useAnswer } from '../../session/run/use-answer.ts'
import styles from './question-button.module.css'

/**
 * A question in the navigation panel: a round button with its number. Its states differ in shape too: answered is filled,
 * current is underlined, bookmarked carries a mark, unreachable is dashed. A plain button, because an exam has hundreds.
 */
export const QuestionButton = memo(
  ({
    question,
    formRun,
    isCurrent,
    isReachable = true,
    onPick,
  }: {
    readonly question: Question
    readonly formRun: FormRun
    readonly isCurrent: boolean
    readonly isReachable?: boolean
    onPick(questionId: string): void
  }) => {
    const { text } = usePlayer()
    const record = useAnswer(formRun, question.id)
    const answered = isAnswered(question, record)
    const isClosed = question.disabled || !isReachable
    const states = [
      answered ? text('exam.isAnswered') : text('exam.isNotAnswered'),
      ...(record.bookmarked ? [text('exam.isBookmarked')] : []),
      ...(isClosed ? [text('exam.isUnreachable')] : []),
    ]
    return (
      <button
        type="button"
        className={classNames(styles.button, answered && styles.answered, isCurrent && styles.current)}
        disabled={isClosed}
        aria-current={isCurrent ? 'true' : undefined}
        aria-label={`${text('exam.question', { number: question.number })}, ${states.join(', ')}`}
        data-answered={answered}
        data-bookmarked={record.bookmarked}
        onClick={() => onPick(question.id)}
      >
        <span className={styles.number}>{question.number}</span>
        {record.bookmarked && <Icon name="bookmarkFilled" className={styles.bookmark} />}
      </button>
    )
  },
)
