import type { QuestionStatisticsRow } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import styles from './result-rules.module.css'
import { RulesDialog } from './rules-dialog.tsx'
import type { ShownRules } from './rules-history.tsx'
import { decisionText } from './rules-text.ts'
import { type StandingDecision, standingDecisions, takingBack } from './standing-decisions.ts'

/** The decisions in force, with who made them and why, each of which can be taken back. */
export const DecisionsList = ({
  deliveryID,
  rules,
  questions,
  onDone,
}: {
  readonly deliveryID: string
  readonly rules: ShownRules
  readonly questions: readonly QuestionStatisticsRow[]
  onDone(done: string): void
}) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const [back, setBack] = useState<StandingDecision>()
  const standing = standingDecisions(rules.versions)
  const nameOf = (questionID: string) => {
    const question = questions.find(({ id }) => id === questionID)
    return question ? text('statistics.questionName', { number: question.number, text: question.text }) : questionID
  }
  const decisions = rules.versions[0]?.decisions ?? []
  return (
    <Section title={text('rules.standing')}>
      {standing.length === 0 && <p className={styles.quiet}>{text('rules.standing.none')}</p>}
      <ul className={styles.versions}>
        {standing.map((one) => {
          const { decision, since } = one
          return (
            <li key={JSON.stringify(decision)}>
              <p className={styles.reason}>{nameOf(decision.questionID)}</p>
              <p>{decisionText(decision, text)}</p>
              <p className={styles.quiet} dir="auto">
                {since.reason}
              </p>
              <p className={styles.quiet}>
                <bdi>{since.author.name}</bdi> <span>{moment(since.at)}</span>
              </p>
              {rules.mayChange && (
                <Button
                  className={density.press}
                  aria-label={text('rules.takeBackOf', { question: nameOf(decision.questionID) })}
                  onPress={() => setBack(one)}
                >
                  {text('rules.takeBack')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {back && (
        <RulesDialog
          deliveryID={deliveryID}
          title={text('rules.takeBackTitle')}
          confirm={text('rules.takeBackConfirm')}
          change={{ basedOn: rules.current, ...takingBack(decisions, back.decision) }}
          onDone={() => {
            setBack(undefined)
            onDone(text('rules.takenBack'))
          }}
          onClose={() => setBack(undefined)}
        />
      )}
    </Section>
  )
}
