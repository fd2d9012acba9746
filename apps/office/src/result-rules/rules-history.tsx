import type { officeResultRules, ReplyOf, ResultRulesVersion } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import styles from './result-rules.module.css'
import { RulesDialog } from './rules-dialog.tsx'

export type ShownRules = ReplyOf<typeof officeResultRules>

const Version = ({
  of: { version, author, at, reason, decisions, boundaries, passMark, restored },
}: {
  readonly of: ResultRulesVersion
}) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <>
      <p className={styles.reason} dir="auto">
        {reason}
      </p>
      <p className={styles.quiet}>
        <span>{text('rules.version', { number: version })}</span> <bdi>{author.name}</bdi> <span>{moment(at)}</span>
      </p>
      <p className={styles.quiet}>
        {[
          ...(restored === undefined ? [] : [text('rules.restored', { number: restored })]),
          text('rules.decisions.count', { count: decisions.length }),
          text(boundaries || passMark ? 'rules.boundaries.own' : 'rules.boundaries.exam'),
        ].join(' · ')}
      </p>
    </>
  )
}

/** All changes of the rules, the newest first, which can be undone. */
export const RulesHistory = ({
  deliveryID,
  rules,
  onDone,
}: {
  readonly deliveryID: string
  readonly rules: ShownRules
  onDone(done: string): void
}) => {
  const { text } = useOffice()
  const [isUndoing, setUndoing] = useState(false)
  if (rules.versions.length === 0) return null
  const { current } = rules
  return (
    <Section
      title={text('rules.history')}
      actions={
        rules.mayChange && (
          <Button className={density.press} onPress={() => setUndoing(true)}>
            {text('rules.undo')}
          </Button>
        )
      }
    >
      <ol className={styles.versions} reversed>
        {rules.versions.map((one) => (
          <li key={one.version}>
            <Version of={one} />
          </li>
        ))}
      </ol>
      {isUndoing && (
        <RulesDialog
          deliveryID={deliveryID}
          title={text('rules.undoTitle', { number: current })}
          confirm={text('rules.undoConfirm')}
          change={{ basedOn: current, restore: current - 1 }}
          onDone={() => {
            setUndoing(false)
            onDone(text('rules.undone', { number: current }))
          }}
          onClose={() => setUndoing(false)}
        />
      )}
    </Section>
  )
}
