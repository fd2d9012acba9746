import { type DeliveryResults, officeReleaseResults, type ReleasePreview, type ResultSet } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { WallTimeField } from '@sitwell/office-ui/date-field.tsx'
import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import { Form, Problem } from '@sitwell/office-ui/form.tsx'
import { useEffect, useRef, useState } from 'react'
import { clockText } from '../../deliveries/clock-text.ts'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { Section } from '../../people/section.tsx'
import { resultFailure, useResultAct } from '../use-result-act.ts'
import { ReleaseRows } from './release-rows.tsx'
import styles from './sets.module.css'

type When = 'now' | 'at'
type Which = '' | 'asked' | 'first' | 'second'
type Failure = Parameters<typeof resultFailure>[0]

/** Why the server refused the time, if that is what it refused. */
const timeProblem = (failure: Failure): 'twice' | 'past' | undefined => {
  if (failure.kind !== 'refused' || failure.code !== 'INVALID_REQUEST') return undefined
  return JSON.stringify(failure.details ?? '').includes('twice') ? 'twice' : 'past'
}

/** What a release would do, in figures. */
const Figures = ({ preview: { gets, first, changes, nothing, loses } }: { readonly preview: ReleasePreview }) => {
  const { text, language } = useOffice()
  const number = (count: number) => count.toLocaleString(language.code)
  const reasons = (['outcome', 'withheld', 'waiting'] as const).filter((reason) => nothing[reason] > 0)
  const none = reasons.reduce((sum, reason) => sum + nothing[reason], 0)
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{text('results.release.gets')}</dt>
        <dd>{number(gets)}</dd>
        <dd className={styles.figureNote}>{text('results.release.first', { count: first })}</dd>
      </div>
      <div>
        <dt>{text('results.release.changes')}</dt>
        <dd>{number(Math.max(changes - first, 0))}</dd>
      </div>
      <div>
        <dt>{text('results.release.nothing')}</dt>
        <dd>{number(none)}</dd>
        {reasons.length > 0 && (
          <dd className={styles.figureNote}>
            {reasons.map((reason) => text(`results.nothing.${reason}.count`, { count: number(nothing[reason]) })).join(' · ')}
          </dd>
        )}
      </div>
      {loses > 0 && (
        <div>
          <dt>{text('results.release.loses')}</dt>
          <dd>{number(loses)}</dd>
        </div>
      )}
    </dl>
  )
}

const whenProblem = (when: When, at: string, text: OfficeText): string | undefined =>
  when === 'at' && (at === '' || at === incompleteDate) ? text('results.release.atMissing') : undefined

/** Releases a confirmed set now or at a time of the delivery's clock, once it is shown what that does to whom. */
const ReleaseForm = ({
  set,
  results,
  preview,
  onDone,
  onClose,
}: {
  readonly set: ResultSet
  readonly results: DeliveryResults
  readonly preview: ReleasePreview
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text, language } = useOffice()
  const [when, setWhen] = useState<When>('now')
  const [at, setAt] = useState('')
  const [which, setWhich] = useState<Which>('')
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const { run, isPending, problem } = useResultAct((failure) => {
    const time = when === 'at' ? timeProblem(failure) : undefined
    if (time === 'twice') setWhich('asked')
    if (time !== undefined)
      setErrors(time === 'twice' ? { which: text('results.release.twice') } : { at: text('results.release.atPast') })
    return time === undefined ? resultFailure(failure, text) : undefined
  })
  const submit = async () => {
    const missing = whenProblem(when, at, text)
    setErrors({ at: missing, which: which === 'asked' ? text('results.release.twice') : undefined })
    if (missing !== undefined || which === 'asked') return
    const time = when === 'at' ? { at, ...(which !== '' && { isSecond: which === 'second' }) } : {}
    const body = { deliveryID: results.deliveryID, set: set.set, hash: preview.hash, ...time }
    const done = await run(() => api.call(officeReleaseResults, { body }))
    if (!done) return
    const { planned } = done.set
    onDone(
      when === 'at' && planned
        ? text('results.release.planned', { number: set.set, time: clockText(language.code, results.zone)(planned.at) })
        : text('results.release.begun', { number: set.set }),
    )
  }
  return (
    <Form
      label={text('results.release.title', { number: set.set })}
      submit={when === 'at' ? text('results.release.doAt') : text('results.release.doNow', { count: preview.gets })}
      errors={errors}
      problem={problem}
      isPending={isPending}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      <p className={styles.quiet}>
        {preview.mails ? text('results.release.mails', { count: preview.gets }) : text('results.release.noMails')}
      </p>
      <div className={styles.sides}>
        <Choice
          label={text('results.release.when')}
          value={when}
          options={[
            { id: 'now', title: text('results.release.nowOption') },
            { id: 'at', title: text('results.release.atOption') },
          ]}
          onChange={(id) => setWhen(id === 'at' ? 'at' : 'now')}
        />
        {when === 'at' && (
          <WallTimeField
            label={text('results.release.at', { zone: results.zone })}
            isRequired
            value={at}
            error={errors.at}
            onChange={(value) => {
              setAt(value)
              setWhich('')
            }}
          />
        )}
        {when === 'at' && which !== '' && (
          <Choice
            label={text('results.release.which')}
            isRequired
            value={which}
            error={errors.which}
            options={[
              ...(which === 'asked' ? [{ id: 'asked', title: text('results.release.twice.choose') }] : []),
              { id: 'first', title: text('results.release.twice.first') },
              { id: 'second', title: text('results.release.twice.second') },
            ]}
            onChange={(id) => setWhich(id === 'second' ? 'second' : 'first')}
          />
        )}
      </div>
    </Form>
  )
}

/** Before a release: who gets what, whose result changes, who gets nothing and why; and the form that releases. */
export const ReleasePart = (props: {
  readonly set: ResultSet
  readonly results: DeliveryResults
  onDone(notice: string): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const { set, results } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.focus()
  }, [])
  const title = text('results.release.title', { number: set.set })
  return (
    <div ref={place} role="group" aria-label={title} tabIndex={-1} className={styles.place}>
      <Section title={title}>
        <ReleaseRows set={set} deliveryID={results.deliveryID}>
          {(preview) => (
            <>
              {preview.hash !== set.hash && <Problem>{text('results.failure.changed')}</Problem>}
              <Figures preview={preview} />
              <ReleaseForm {...props} preview={preview} />
            </>
          )}
        </ReleaseRows>
      </Section>
    </div>
  )
}
