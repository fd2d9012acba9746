import type { GivenAnswerRow, QuestionStatisticsRow, QuestionTimeRow } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { SidePanel } from '@sitwell/office-ui/side-panel.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { QuestionFigures } from '../statistics/question-figures.tsx'
import type { StatisticsPlace } from '../statistics/responses-list.tsx'
import { checksOf } from './checks.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { Effects } from './effects.tsx'
import { acceptable, GivenAnswers, useGivenAnswers } from './given-answers.tsx'
import { checkText } from './question-check-columns.tsx'
import styles from './result-rules.module.css'
import type { ShownRules } from './rules-history.tsx'

/** A question: what its figures say, what was answered, what each decision would do, and the way to decide. */
export const QuestionPanel = ({
  deliveryID,
  question,
  time,
  place,
  rules,
  leadsTo,
  onDecided,
  onClose,
}: {
  readonly deliveryID: string
  readonly question: QuestionStatisticsRow
  readonly time: QuestionTimeRow | undefined
  readonly place: StatisticsPlace
  readonly rules: ShownRules
  leadsTo(path: string): boolean
  onDecided(): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const [isDeciding, setDeciding] = useState(false)
  const [chosen, setChosen] = useState<GivenAnswerRow>()
  const given = useGivenAnswers(deliveryID, question.id)
  const others = acceptable(given.rows)
  // The most frequent one, until somebody tries another.
  const tried = chosen ?? others[0]
  const isListed = tried !== undefined && others.includes(tried)
  const answers = tried === undefined || isListed ? others : [tried, ...others]
  const checks = checksOf(question)
  return (
    <SidePanel title={text('rules.question', { number: question.number })} onClose={onClose}>
      <div className={styles.panel}>
        <p dir="auto">{question.text}</p>
        {checks.length > 0 && (
          <ul className={styles.checks}>
            {checks.map((check) => (
              <li key={check.kind}>{checkText(check, text)}</li>
            ))}
          </ul>
        )}
        <Effects deliveryID={deliveryID} questionID={question.id} basedOn={rules.current} also={tried} />
        {rules.mayChange && (
          <p>
            <Button className={density.press} onPress={() => setDeciding(true)}>
              {text('rules.decide')}
            </Button>
          </p>
        )}
        <GivenAnswers place={{ deliveryID, questionID: question.id }} given={given} tried={tried} onTry={setChosen} />
        <QuestionFigures question={question} time={time} place={place} leadsTo={leadsTo} />
      </div>
      {isDeciding && (
        <DecideDialog
          deliveryID={deliveryID}
          question={question}
          basedOn={rules.current}
          answers={answers}
          tried={tried}
          onDone={() => {
            setDeciding(false)
            setChosen(undefined)
            onDecided()
          }}
          onClose={() => setDeciding(false)}
        />
      )}
    </SidePanel>
  )
}
