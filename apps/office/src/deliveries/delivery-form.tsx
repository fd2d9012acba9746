import type { Failure, OutcomeOf } from '@sitwell/client/api'
import type { DeliveryState } from '@sitwell/contract'
import { Form } from '@sitwell/office-ui/form.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ZoneField } from '../centres/zone-field.tsx'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useLeaveGuard } from '../people/use-leave-guard.tsx'
import styles from './deliveries.module.css'
import { askedIn, bodyOf, type DeliveryValues, type Problems, problemsFrom, problemsIn } from './delivery-values.ts'
import { ExamFields } from './exam-fields.tsx'
import { RoomFields, useRooms } from './room-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import { WhoFields } from './who-fields.tsx'
import { WindowFields } from './window-fields.tsx'

/** A search within the form looks for something, and does not send the form. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search')
    event.preventDefault()
}

/** The form of a delivery, on one page: exam, window, rooms, people, rules. */
export const DeliveryForm = ({
  label,
  submit,
  start,
  isNew,
  namesInvigilators = false,
  store,
  onStored,
  onStale,
}: {
  readonly label: string
  readonly submit: string
  readonly start: DeliveryValues
  /** It has no password for all yet. */
  readonly isNew: boolean
  /** Who watches over its rooms is named with it, by `onStored`. */
  readonly namesInvigilators?: boolean
  store(body: ReturnType<typeof bodyOf>): Promise<OutcomeOf<{ readonly delivery: DeliveryState }>>
  /** `values`: what was stored. */
  onStored(delivery: DeliveryState, values: DeliveryValues): void
  /** Somebody else changed it; returns what to tell whoever typed. */
  onStale?(failure: Failure): string
}) => {
  const { text, may } = useOffice()
  const rooms = useRooms()
  const [values, setValues] = useState(start)
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [stored, setStored] = useState<{ readonly delivery: DeliveryState; readonly values: DeliveryValues }>()
  const guard = useLeaveGuard(values !== start && stored === undefined)
  const latest = useRef(onStored)
  latest.current = onStored
  useEffect(() => {
    // Once the guard knows that nothing is lost.
    if (stored) latest.current(stored.delivery, stored.values)
  }, [stored])
  const change = (changed: Partial<DeliveryValues>) => setValues((before) => ({ ...before, ...changed }))
  const errorOf = (field: string) => {
    const found = problems[field]
    return found === undefined ? undefined : text(`deliveries.error.${found}`)
  }
  const save = async () => {
    const found = problemsIn(values, isNew)
    setProblems(found)
    setProblem(undefined)
    if (Object.keys(found).length > 0) return
    setPending(true)
    const outcome = await store(bodyOf(values))
    setPending(false)
    if (outcome.ok) return setStored({ delivery: outcome.value.delivery, values })
    if (outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE' && onStale) return setProblem(onStale(outcome))
    const refused =
      outcome.kind === 'refused' && outcome.code === 'INVALID_REQUEST' ? problemsFrom(outcome.details, values) : undefined
    if (refused === undefined) return setProblem(failureText(outcome, text))
    setProblems(refused)
    setValues((before) => askedIn(before, refused))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the searches within it, which are elements of their own
    <div className={styles.form} onKeyDown={keepEnter}>
      <Form
        label={label}
        errors={problems}
        problem={problem}
        submit={submit}
        // Naming invigilators after the delivery is stored may take a while. A second press must not store it twice.
        isPending={isPending || stored !== undefined}
        onSubmit={() => void save()}
      >
        <TextInput
          label={text('deliveries.name')}
          isRequired
          maxLength={200}
          error={errorOf('name')}
          value={values.name}
          onChange={(name) => change({ name })}
        />
        <ExamFields values={values} onExam={change} error={errorOf('exam')} />
        <fieldset className={styles.part}>
          <legend>{text('deliveries.window')}</legend>
          <p className={styles.quiet}>{text('deliveries.windowHelp')}</p>
          <WindowFields window={values.window} onWindow={(window) => change({ window })} at="" problems={problems} />
          <ZoneField value={values.zone} onChange={(zone) => change({ zone })} error={errorOf('zone')} />
        </fieldset>
        <RoomFields
          rooms={rooms}
          values={values}
          onRooms={(chosen) => change({ rooms: chosen })}
          onInvigilators={namesInvigilators && may('roles.grant') ? (invigilators) => change({ invigilators }) : undefined}
          problems={problems}
        />
        <WhoFields rooms={rooms} values={values} onWho={change} problems={problems} />
        <RuleFields values={values} onRules={change} isNew={isNew} error={errorOf('shared')} />
      </Form>
      {guard}
    </div>
  )
}
