import type { Question } from '@sitwell/contract'
import { wantsAnswer } from '@sitwell/question-types/rules'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { memo } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { useAnswer, useAnswered } from '../../session/run/use-answer.ts'
import styles from './question-button.module.css'

const words = { not: 'exam.isNotAnswered', partly: 'exam.isPartlyAnswered', fully: 'exam.isAnswered' } as const
const marks = { not: false, partly: 'partly', fully: true } as const

/**
 * A question in the navigation panel: a round button with its number. Its states differ in shape too: answered is filled, partly
 * answered is filled at its foot, current is underlined, bookmarked carries a mark, unreachable is dashed. A plain button, because an exam has hundreds.
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
    const answered = useAnswered(formRun, question)
    const isClosed = question.disabled || !isReachable
    const states = [
      text(wantsAnswer(question) ? words[answered] : 'review.isRead'),
      ...(record.bookmarked ? [text('exam.isBookmarked')] : []),
      ...(isClosed ? [text('exam.isUnreachable')] : []),
    ]
    return (
      <button
        type="button"
        className={classNames(styles.button, styles[answered], isCurrent && styles.current)}
        disabled={isClosed}
        aria-current={isCurrent ? 'true' : undefined}
        aria-label={`${text('exam.question', { number: question.number })}, ${states.join(', ')}`}
        data-answered={marks[answered]}
        data-bookmarked={record.bookmarked}
        onClick={() => onPick(question.id)}
      >
        <span className={styles.number}>{question.number}</span>
        {record.bookmarked && <Icon name="bookmarkFilled" className={styles.bookmark} />}
      </button>
    )
  },
)
