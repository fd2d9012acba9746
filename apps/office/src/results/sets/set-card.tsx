import { type DeliveryResults, type ResultSet, resultOutcomes } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Progress } from '@sitwell/office-ui/progress.tsx'
import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import type { ReactNode } from 'react'
import { clockText } from '../../deliveries/clock-text.ts'
import { useOffice } from '../../office-context.tsx'
import { Section } from '../../people/section.tsx'
import { OfficeLink } from '../../shell/office-link.tsx'
import { setTones } from '../result-text.ts'
import { resultsPath } from '../results-path.ts'
import { missingSignature, nextAct } from './checks.ts'
import { notesOf } from './set-notes.ts'
import { SetSteps } from './set-steps.tsx'
import styles from './sets.module.css'

/** What can be done with a set. */
export type SetAct = 'confirm' | 'release' | 'cancel' | 'withdraw' | 'compare'

/** What the caller may do with a set as it stands. */
const actsOf = (set: ResultSet, results: DeliveryResults): readonly SetAct[] => {
  const { state, planned, isReplaced } = set
  const isNewest = results.sets[0]?.set === set.set
  const may = (act: 'confirm' | 'release') => results.may.includes(act)
  const hasSigned = missingSignature(set, results) === 'another'
  return [
    ...(isNewest && state === 'computed' && may('confirm') && !hasSigned ? (['confirm'] as const) : []),
    ...(state === 'confirmed' && may('release') ? (['release'] as const) : []),
    ...(state === 'confirmed' && planned !== undefined && may('release') ? (['cancel'] as const) : []),
    'compare',
    ...((state === 'confirmed' || state === 'releasing' || state === 'released') && !isReplaced && may('release')
      ? (['withdraw'] as const)
      : []),
  ]
}

/** What is to be known of a set at once. */
const SetNotes = ({ set, results }: { readonly set: ResultSet; readonly results: DeliveryResults }) => {
  const { text, language, nowMs } = useOffice()
  const clock = clockText(language.code, results.zone)
  const { reason = '' } = set
  return (
    <>
      {notesOf(set, results, { text, clock, nowMs: nowMs() }).map((note) => (
        <p key={note} className={styles.note}>
          <bdi>{note}</bdi>
        </p>
      ))}
      {reason !== '' && (
        <p className={styles.quiet}>
          <bdi>{text('results.computedWhy', { reason })}</bdi>
        </p>
      )}
    </>
  )
}

/** How far a release has come, and who has looked at their result. */
const Reach = ({ set: { state, freezing, released } }: { readonly set: ResultSet }) => {
  const { text, language } = useOffice()
  const number = (count: number) => count.toLocaleString(language.code)
  return (
    <>
      {freezing && <Progress label={text('results.freezing')} done={freezing.done} total={freezing.of} />}
      {state === 'releasing' && released && (
        <Progress label={text('results.progress')} done={released.done} total={released.of} />
      )}
      {state === 'released' && released && (
        <p>
          {released.told === 0
            ? text('results.seenNobody')
            : text('results.seenCount', { seen: number(released.seen), all: number(released.told) })}
        </p>
      )}
    </>
  )
}

/** How far what a set says is from what would be computed now. */
const Difference = ({ set: { set, differsFromNow }, deliveryID }: { readonly set: ResultSet; readonly deliveryID: string }) => {
  const { text } = useOffice()
  if (differsFromNow === undefined) return null
  if (differsFromNow === 0) return <p className={styles.quiet}>{text('results.sameNow')}</p>
  return (
    <p>
      <StatusMark tone="late" text={text('results.differNow', { count: differsFromNow })} />{' '}
      <OfficeLink to={`${resultsPath(deliveryID, 'sets')}?compare=${set}~now`}>{text('results.go.difference')}</OfficeLink>
    </p>
  )
}

/** How many people have which outcome in a set, as far as anybody has it. */
const Outcomes = ({ set: { set, people, outcomes }, deliveryID }: { readonly set: ResultSet; readonly deliveryID: string }) => {
  const { text, language } = useOffice()
  const some = resultOutcomes.filter((outcome) => outcomes[outcome] > 0)
  const counted = some.map((outcome) =>
    text('results.counted', {
      what: text(`results.outcome.${outcome}`),
      count: outcomes[outcome].toLocaleString(language.code),
    }),
  )
  return (
    <p className={styles.links}>
      <OfficeLink to={`${resultsPath(deliveryID)}?set=${set}`}>{text('results.peopleOf', { count: people })}</OfficeLink>
      <span className={styles.quiet}>{counted.join(' · ')}</span>
    </p>
  )
}

interface CardProps {
  readonly set: ResultSet
  readonly results: DeliveryResults
  leadsTo(path: string): boolean
  onAct(act: SetAct, set: ResultSet): void
  /** Further buttons. */
  readonly children?: ReactNode
}

/** The way of a set from computed to released, what it says, and what can be done with it. */
export const SetBody = ({ set, results, leadsTo, onAct, children }: CardProps) => {
  const { text, language } = useOffice()
  const { deliveryID } = results
  const next = results.sets[0]?.set === set.set ? nextAct(results) : undefined
  const mails = `${resultsPath(deliveryID)}/mails`
  return (
    <div className={classNames(density.compact, styles.card)}>
      <SetSteps set={set} zone={results.zone} />
      <SetNotes set={set} results={results} />
      <Outcomes set={set} deliveryID={deliveryID} />
      <Reach set={set} />
      {set.released && leadsTo(mails) && (
        <p>
          <OfficeLink to={mails}>{text('results.mails')}</OfficeLink>
        </p>
      )}
      <Difference set={set} deliveryID={deliveryID} />
      <div className={styles.acts}>
        {actsOf(set, results).map((act) => (
          <Button
            key={act}
            {...(act === next && { variant: 'primary' as const })}
            className={density.press}
            onPress={() => onAct(act, set)}
          >
            {act === 'release' && set.planned ? text('results.releaseOther') : text(`results.set.${act}`)}
          </Button>
        ))}
        {children}
      </div>
      <p className={styles.print}>
        {text('results.print', { hash: set.hash.slice(0, 16), rules: set.rulesVersion.toLocaleString(language.code) })}
      </p>
    </div>
  )
}

/** The newest set. */
export const SetCard = (props: CardProps) => {
  const { text } = useOffice()
  const { set, state } = props.set
  return (
    <Section
      title={text('results.set', { number: set })}
      actions={<StatusMark tone={setTones[state]} text={text(`results.state.${state}`)} />}
    >
      <SetBody {...props} />
    </Section>
  )
}
