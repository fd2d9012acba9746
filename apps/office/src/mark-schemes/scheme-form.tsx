import type { Failure } from '@sitwell/client/api'
import {
  type MarkedChoice,
  officeChangeMarkScheme,
  officePreviewMarkScheme,
  type SchemeState,
  schemeState,
} from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Form } from '@sitwell/office-ui/form.tsx'
import { TextArea, TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useLeaveGuard } from '../people/use-leave-guard.tsx'
import { CriterionFields } from './criterion-fields.tsx'
import { type Effect, EffectDialog } from './effect-dialog.tsx'
import { hasLooks } from './guidance-text.ts'
import styles from './mark-schemes.module.css'
import { SchemeShown, useMarksText } from './scheme-shown.tsx'
import {
  type CriterionValues,
  freeKey,
  moved,
  type Problems,
  readValues,
  type Scheme,
  type SchemeValues,
  valuesOf,
} from './scheme-values.ts'

interface Place {
  readonly examGuid: string
  readonly version: number
  readonly questionID: string
  readonly part: string
}

/** Ids that some version of a scheme has used. */
const keysIn = ({ current, earlier }: SchemeState, values: SchemeValues): Set<string> =>
  new Set([
    ...[...(current ? [current] : []), ...earlier].flatMap(({ scheme }) => scheme.criteria.map(({ id }) => id)),
    ...values.criteria.map(({ key }) => key),
  ])

/** The form of a mark scheme. Before anything is saved, its effect is shown. */
export const SchemeForm = ({
  label,
  place,
  marks,
  state,
  onSaved,
  onClose,
}: {
  readonly label: string
  readonly place: Place
  /** Of the question. */
  readonly marks: number
  readonly state: SchemeState
  /** `number`: of the version that was saved; undefined if nothing differs. */
  onSaved(number: number | undefined): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const marksText = useMarksText()
  // As it was when the form opened: what is read again meanwhile must not replace what is typed.
  const [before] = useState<Scheme | undefined>(state.current?.scheme)
  const [start] = useState(() => valuesOf(before))
  const [values, setValues] = useState(start)
  const [based, setBased] = useState(state)
  const [problems, setProblems] = useState<Problems>({})
  const [best, setBest] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [effect, setEffect] = useState<{ readonly told: Effect; readonly scheme: Scheme }>()
  const [effectProblem, setEffectProblem] = useState<string>()
  const guard = useLeaveGuard(values !== start)
  const form = useRef<HTMLDivElement>(null)
  /** The criterion that gets the focus next; `''` is the button that adds one. */
  const [focusOn, setFocusOn] = useState<{ readonly key: string }>()
  useLayoutEffect(() => {
    if (!focusOn) return
    const within = focusOn.key === '' ? '[data-add]' : `[data-criterion="${focusOn.key}"]`
    form.current?.querySelector(within)?.querySelector<HTMLElement>('input, button')?.focus()
  }, [focusOn])

  const change = (changed: Partial<SchemeValues>) => setValues((now) => ({ ...now, ...changed }))
  const { criteria } = values
  const changeCriterion = (key: string, changed: Partial<CriterionValues>) =>
    change({ criteria: criteria.map((one) => (one.key === key ? { ...one, ...changed } : one)) })
  const add = () => {
    const key = freeKey(keysIn(based, values))
    change({ criteria: [...criteria, { key, title: '', description: '', minMarks: '', maxMarks: '', levels: [] }] })
    setFocusOn({ key })
  }
  const remove = (at: number) => {
    change({ criteria: criteria.toSpliced(at, 1) })
    setProblems({})
    setFocusOn({ key: criteria[at + 1]?.key ?? criteria[at - 1]?.key ?? '' })
  }
  const move = (at: number, by: -1 | 1) => {
    change({ criteria: moved(criteria, at, by) })
    setProblems({})
    setFocusOn({ key: criteria[at]?.key ?? '' })
  }
  const errorOf = (field: string) => {
    const found = problems[field]
    if (found === undefined) return undefined
    if (found !== 'sum') return text(`schemes.error.${found}`)
    return text('schemes.error.sum', { best: marksText(best ?? 0), marks: marksText(marks) })
  }
  const explain = (failure: Failure): string => {
    const current = failure.kind === 'refused' ? z.safeParse(schemeState, failure.current).data : undefined
    if (current === undefined) return failureText(failure, text)
    setBased(current)
    return text('schemes.changedMeanwhile', { number: current.current?.number ?? 0 })
  }
  const basedOn = based.current?.number ?? 0
  const preview = async () => {
    const read = readValues(values, before, marks)
    setProblems(read.problems ?? {})
    setProblem(undefined)
    if (read.problems) return setBest(read.best)
    setPending(true)
    const outcome = await api.call(officePreviewMarkScheme, { body: { ...place, basedOn, scheme: read.scheme } })
    setPending(false)
    if (!outcome.ok) return setProblem(explain(outcome))
    if (outcome.value.change === 'nothing') return onSaved(undefined)
    setEffectProblem(undefined)
    setEffect({ told: outcome.value, scheme: read.scheme })
  }
  const save = async (scheme: Scheme, reason: string, marked: MarkedChoice | undefined) => {
    setPending(true)
    const body = { ...place, basedOn, scheme, reason, ...(marked && { marked }) }
    const outcome = await api.call(officeChangeMarkScheme, { body })
    setPending(false)
    if (outcome.ok) return onSaved(outcome.value.state.current?.number)
    if (outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE') {
      setEffect(undefined)
      return setProblem(explain(outcome))
    }
    // Somebody has marked the first response since the effect was told.
    const isUndecided = outcome.kind === 'refused' && outcome.details?.some(({ path }) => path === 'body.marked')
    if (!isUndecided) return setEffectProblem(failureText(outcome, text))
    setEffect(undefined)
    setProblem(text('schemes.markedMeanwhile'))
  }
  const theirs = based !== state ? based.current : undefined
  return (
    <div ref={form}>
      <Form
        label={label}
        errors={problems}
        problem={problem}
        submit={text('schemes.showEffect')}
        isPending={isPending && effect === undefined}
        onSubmit={() => void preview()}
        onCancel={onClose}
      >
        <p className={styles.quiet}>{text('schemes.questionHas', { marks: marksText(marks) })}</p>
        {theirs && (
          <details open>
            <summary>{text('schemes.theirs', { number: theirs.number })}</summary>
            <SchemeShown scheme={theirs.scheme} caption={text('schemes.theirs', { number: theirs.number })} />
          </details>
        )}
        {criteria.length === 0 && <p className={styles.quiet}>{text('schemes.oneNumber')}</p>}
        {criteria.map((one, at) => (
          <CriterionFields
            key={one.key}
            of={one}
            at={at}
            lines={{ count: criteria.length, onMove: (by) => move(at, by), onRemove: () => remove(at) }}
            errorOf={(field) => errorOf(`criteria.${at}.${field}`)}
            onChange={(changed) => changeCriterion(one.key, changed)}
          />
        ))}
        <div className={styles.acts} data-add>
          <Button className={density.press} onPress={add} isDisabled={criteria.length >= 50}>
            {text('schemes.add')}
          </Button>
        </div>
        <div className={styles.pair}>
          <TextInput
            label={text('schemes.floor')}
            help={text('schemes.floorHelp')}
            maxLength={17}
            error={errorOf('floor')}
            value={values.floor}
            onChange={(floor) => change({ floor })}
          />
          <TextInput
            label={text('schemes.ceiling')}
            help={text('schemes.ceilingHelp')}
            maxLength={17}
            error={errorOf('ceiling')}
            value={values.ceiling}
            onChange={(ceiling) => change({ ceiling })}
          />
        </div>
        <TextArea
          label={text('schemes.guidance')}
          help={hasLooks(before?.guidance ?? '') ? text('schemes.looksHelp') : undefined}
          maxLength={50_000}
          value={values.guidance}
          onChange={(guidance) => change({ guidance })}
        />
      </Form>
      {effect && (
        <EffectDialog
          effect={effect.told}
          isPending={isPending}
          problem={effectProblem}
          onSave={(reason, marked) => void save(effect.scheme, reason, marked)}
          onClose={() => setEffect(undefined)}
        />
      )}
      {guard}
    </div>
  )
}
