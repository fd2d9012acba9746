import { useMachine } from '@xstate/react'
import type { FormEvent } from 'react'
import { type FormInput, formMachine } from './form.machine.ts'

/** A form's machine as a screen uses it. */
export const useForm = (input: FormInput) => {
  const [snapshot, send] = useMachine(formMachine, { input })
  const { values, reason, failures, details } = snapshot.context
  const isSubmitted = snapshot.matches('submitted')
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
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      send({ type: 'submit' })
    },
  }
}
export type Form = ReturnType<typeof useForm>
