import type { Failure } from '@sitwell/client/api'
import { officeChangePerson, type PersonState, personState } from '@sitwell/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import type { Decision } from './conflict-choice.tsx'
import { failureText } from './failure-text.ts'
import { problemTexts } from './person-fields.tsx'
import {
  changedFields,
  fieldsForCall,
  merge,
  type PersonField,
  type PersonValues,
  problemsFrom,
  problemsIn,
  valuesOf,
} from './person-values.ts'

/** Both versions of a person whom somebody else changed meanwhile. */
interface Conflict {
  readonly mine: PersonValues
  readonly theirs: PersonValues
  readonly fields: readonly PersonField[]
  readonly taken: readonly PersonField[]
  readonly decided: Readonly<Partial<Record<PersonField, Decision>>>
}

/** A person while they are edited: what was typed, on which version it is based, and what became of saving it. */
export const useEditedPerson = (
  person: PersonState,
  { onSaved, onMeanwhile }: { onSaved(person: PersonState, hasChanged: boolean): void; onMeanwhile(person: PersonState): void },
) => {
  const { api, text } = useOffice()
  const [base, setBase] = useState(person)
  const [values, setValues] = useState(() => valuesOf(person))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<Conflict>()
  const [isPending, setPending] = useState(false)

  const meet = (current: PersonState) => {
    const theirs = valuesOf(current)
    const { values: merged, conflicts, taken } = merge(valuesOf(base), values, theirs)
    setBase(current)
    setValues(merged)
    setConflict({ mine: merged, theirs, fields: conflicts, taken, decided: {} })
    onMeanwhile(current)
  }

  const decide = (field: PersonField, decision: Decision) => {
    if (conflict === undefined) return
    setConflict({ ...conflict, decided: { ...conflict.decided, [field]: decision } })
    setValues((before) => ({ ...before, [field]: conflict[decision][field] }))
    setErrors(({ [field]: _gone, ...others }) => others)
  }

  /** What has to be mended before anything is sent, in words, by field. */
  const openErrors = () => {
    // Whoever writes a third value has decided too.
    const isOpen = (field: PersonField) => conflict?.decided[field] === undefined && values[field] === conflict?.mine[field]
    const open = (conflict?.fields ?? []).filter(isOpen)
    return {
      ...problemTexts(problemsIn(values), text),
      ...Object.fromEntries(open.map((field) => [field, text('conflict.choose')])),
    }
  }

  const take = (failure: Failure) => {
    if (failure.kind === 'refused' && failure.code === 'CHANGED_MEANWHILE') {
      const current = z.safeParse(personState, failure.current)
      if (current.success) return meet(current.data)
    }
    const refused = failure.kind === 'refused' ? problemsFrom(failure.code, failure.details) : undefined
    if (refused === undefined) setProblem(failureText(failure, text))
    else setErrors(problemTexts(refused, text))
  }

  const save = async () => {
    const found = openErrors()
    setErrors(found)
    setProblem(undefined)
    if (Object.keys(found).length > 0) return
    const changed = changedFields(valuesOf(base), values)
    if (changed.length === 0) return onSaved(base, false)
    setPending(true)
    const body = { userID: base.userID, version: base.version, ...fieldsForCall(values, changed) }
    const outcome = await api.call(officeChangePerson, { body })
    setPending(false)
    if (outcome.ok) onSaved(outcome.value.person, true)
    else take(outcome)
  }

  const hasTyped = changedFields(valuesOf(base), values).length > 0
  return { values, setValues, errors, problem, conflict, isPending, hasTyped, decide, save }
}
