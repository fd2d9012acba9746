import { useMachine } from '@xstate/react'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { type FormInput, type FormSteps, formMachine } from './form.machine.ts'

/** A form's machine as a screen uses it. */
export const useForm = ({ steps, ...input }: FormInput) => {
  // The machine keeps what it was given first; what it does is to be what the page says now.
  const latest = useRef(steps)
  useLayoutEffect(() => {
    latest.current = steps
  })
  const [lasting] = useState<FormSteps>(() => ({
    validate: (values) => latest.current.validate?.(values),
    submit: (values) => latest.current.submit(values),
  }))
  const [snapshot, send] = useMachine(formMachine, { input: { ...input, steps: lasting } })
  const { values, reason, failures, details } = snapshot.context
  const isSubmitted = snapshot.matches('submitted')
  const submit = () => send({ type: 'submit' })
  return {
    value: (field: string): string => values[field] ?? '',
    reason,
    failures,
    details,
    canBeSubmitted: snapshot.can({ type: 'submit' }),
    isBeingSubmitted: snapshot.matches('being_submitted'),
    isSubmitted,
    isError: snapshot.matches('error'),
    change: (field: string) => (value: string) => send({ type: 'changed', field, value }),
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      submit()
    },
  }
}
export type Form = ReturnType<typeof useForm>
